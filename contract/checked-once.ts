import { z } from 'zod';

/**
 * Remembers objects it has parsed, so that an answer within the process is checked only once. The objects must not change.
 */
export function checkedOnce<Value extends object>(schema: z.ZodType<Value>): z.ZodType<Value> {
  const known = new WeakMap<object, Value>();
  return z.unknown().transform((given, context) => {
    const isObject = typeof given === 'object' && given !== null;
    const before = isObject ? known.get(given) : undefined;
    if (before !== undefined) return before;
    const { data, error } = schema.safeParse(given);
    if (error !== undefined) {
      for (const { message, path } of error.issues) {
        context.addIssue({ code: 'custom', message, path, input: given });
      }
      return z.NEVER;
    }
    if (isObject) known.set(given, data);
    return data;
  });
}
