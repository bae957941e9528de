import { z } from 'zod';

export { errorTexts } from './error-texts.ts';

/** Field errors by Conform name (`recurringPolicies[0].intervalCount`); each a list of messages. */
const fieldErrorsSchema = z.record(z.string(), z.array(z.string()));

/**
 * The one shape of every failed answer of the subscription API.
 * `details.url` on a 401 sends the merchant out to grant what is missing (specification §7). `details.reason` and `details.from` tell a scale why
 * it can't order, and from when it can.
 */
export const errorEnvelopeSchema = z.object({
  message: z.string(),
  fieldErrors: fieldErrorsSchema.optional(),
  details: z
    .object({
      url: z.string().optional(),
      reason: z.string().optional(),
      from: z.string().optional(),
    })
    .optional(),
});

export type FieldErrors = z.infer<typeof fieldErrorsSchema>;
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** Turns a zod issue path into a Conform field name: `['rows', 0, 'price']` → `rows[0].price`. */
export function fieldNameOf(path: ReadonlyArray<PropertyKey>): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`;
    else name += name === '' ? String(part) : `.${String(part)}`;
  }
  return name;
}

/**
 * Collects the issues of a failed parse as field errors; issues without a path go under the empty name, keys that are not known
 * under their own.
 */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  // A Map, because a field may have the name of an object's own property, such as `constructor`.
  const fieldErrors = new Map<string, string[]>();
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key])
        : [issue.path];
    for (const path of paths) {
      const name = fieldNameOf(path);
      fieldErrors.set(name, [...(fieldErrors.get(name) ?? []), issue.message]);
    }
  }
  return Object.fromEntries(fieldErrors);
}
