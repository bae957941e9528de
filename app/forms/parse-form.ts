import { parseWithZod } from '@conform-to/zod/v4';
import { configureCoercion } from '@conform-to/zod/v4/future';
import type { z } from 'zod';
import { parseNumber } from './parse-number.ts';

const { coerceFormValue } = configureCoercion({
  // A value is missing when it is empty or whitespace only (specification §5).
  stripEmptyString: (text) => (text.trim() === '' ? undefined : text),
  type: { number: parseNumber },
});

/** Reads a form's texts by a schema of the contract; the same in the browser and in the action. */
export function parseForm<Schema extends z.ZodType>(formData: FormData, schema: Schema) {
  return parseWithZod(formData, { schema: coerceFormValue(schema), disableAutoCoercion: true });
}
