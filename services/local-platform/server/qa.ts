import { Hono } from 'hono';
import { z } from 'zod';
import { sameOriginOnly } from './middleware.ts';
import type { Platform } from './platform.ts';
import { scenarios } from './scenarios.ts';

/** Body of POST /qa/scenarios/{name}; every field is optional. */
export const scenarioBoundsSchema = z.strictObject({
  /** A store's domain; all stores if missing. */
  shop: z.string().nullable().default(null),
  /** How many calls fail; all if missing. */
  times: z.number().int().min(1).nullable().default(null),
  /** Overrides the scenario's own delay. */
  delayMilliseconds: z.number().int().min(0).max(600_000).optional(),
});

export type ScenarioInput = z.input<typeof scenarioBoundsSchema>;

/** Starts and ends scenarios; served below /qa on the admin's origin. */
export function createQa(platform: Platform): Hono {
  const qa = new Hono();
  const listed = () => ({
    scenarios: Object.entries(scenarios).map(([name, { title, sentence, service }]) => ({
      name,
      title,
      sentence,
      service,
      on: platform.scenarios.boundsOf(name),
    })),
  });
  const unknown = (name: string) => ({
    message: `There is no scenario ${name}. There are: ${Object.keys(scenarios).join(', ')}.`,
    ...listed(),
  });

  qa.use(sameOriginOnly());
  qa.use(async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
  });
  qa.get('/scenarios', (context) => context.json(listed()));
  qa.delete('/scenarios', (context) => {
    platform.scenarios.end();
    return context.json(listed());
  });
  qa.post('/scenarios/:name', async (context) => {
    const name = context.req.param('name');
    const sent = await context.req.text();
    const bounds = scenarioBoundsSchema.safeParse(sent === '' ? {} : readJson(sent));
    if (!Object.hasOwn(scenarios, name)) return context.json(unknown(name), 404);
    if (!bounds.success) return context.json({ message: z.prettifyError(bounds.error) }, 400);
    const { shop } = bounds.data;
    if (shop !== null && platform.storeByDomain(shop) === undefined) {
      return context.json({ message: `There is no store ${shop}.` }, 404);
    }
    platform.scenarios.start(name, bounds.data);
    return context.json(listed());
  });
  qa.delete('/scenarios/:name', (context) => {
    const name = context.req.param('name');
    if (!Object.hasOwn(scenarios, name)) return context.json(unknown(name), 404);
    platform.scenarios.end(name);
    return context.json(listed());
  });
  qa.notFound((context) => context.json({ message: 'There is nothing here.' }, 404));
  return qa;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
