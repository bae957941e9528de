import { vi } from 'vitest';
import type { z } from 'zod';

/** What the app's actions read, seen while they run: the intents of a form, and the schema of what was sent. */
export type ObservedForms = {
  /** Of the latest form that was posted. */
  intents: string[];
  schema: z.ZodType | undefined;
  /** Of the resource routes that take JSON, by their action. */
  schemaOfAction: Map<unknown, z.ZodType>;
};

/** Observes the forms of routes loaded from now on, without changing what they do. */
export function observeForms(): ObservedForms {
  const observed: ObservedForms = { intents: [], schema: undefined, schemaOfAction: new Map() };
  vi.doMock('#app/forms/answer-form.server.ts', async (original) => {
    const real = await original<typeof import('#app/forms/answer-form.server.ts')>();
    const answerForm: typeof real.answerForm = (request, intents) => {
      observed.intents = Object.keys(intents);
      return real.answerForm(request, intents);
    };
    const saveForm: typeof real.saveForm = (formData, schema, ...rest) => {
      observed.schema = schema;
      return real.saveForm(formData, schema, ...rest);
    };
    return { ...real, answerForm, saveForm };
  });
  vi.doMock('#app/requests/resource-route.server.ts', async (original) => {
    const real = await original<typeof import('#app/requests/resource-route.server.ts')>();
    const resourceAction: typeof real.resourceAction = (schema, ...rest) => {
      const action = real.resourceAction(schema, ...rest);
      observed.schemaOfAction.set(action, schema);
      return action;
    };
    return { ...real, resourceAction };
  });
  return observed;
}
