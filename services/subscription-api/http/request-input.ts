import type { Context } from 'hono';
import type { z } from 'zod';
import { idempotencyKeyHeader } from '#contract/endpoints.ts';
import { fieldErrorsOf } from '#contract/errors.ts';
import { invalidFields, invalidQuery, notFound, ServiceError } from '../service-error.ts';

/** Parses with a schema of the contract; a failure is the 422 with the field errors. */
export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalidFields(fieldErrorsOf(parsed.error));
  return parsed.data;
}

/** The request's JSON body, parsed with a schema of the contract. */
export async function readBody<Output>(
  context: Context,
  schema: z.ZodType<Output>,
): Promise<Output> {
  const contentType = context.req.header('Content-Type') ?? '';
  if (!/^application\/json\b/i.test(contentType)) {
    throw new ServiceError(415, { message: 'The request body must be JSON.' });
  }
  let body: unknown;
  try {
    body = JSON.parse(await context.req.text());
  } catch (error) {
    // The body limit's own error passes: it is not about JSON.
    if (!(error instanceof SyntaxError)) throw error;
    throw new ServiceError(400, { message: 'The request body is not valid JSON.' });
  }
  return parseInput(schema, body);
}

/** The query string, parsed with a schema of the contract; what is wrong in it is the 400 with its name. */
export function readQuery<Output>(context: Context, schema: z.ZodType<Output>): Output {
  const parsed = schema.safeParse(context.req.query());
  if (!parsed.success) throw invalidQuery(fieldErrorsOf(parsed.error));
  return parsed.data;
}

/** The global id of the path's numeric `id`; anything else exists nowhere. */
export function readId(context: Context, type: string, missing: string): string {
  const id = context.req.param('id') ?? '';
  if (!/^\d{1,20}$/.test(id)) throw notFound(missing);
  return `gid://shopify/${type}/${id}`;
}

/** The Idempotency-Key header, where the request has one. */
export function readIdempotencyKey(context: Context): string | undefined {
  const key = context.req.header(idempotencyKeyHeader);
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ServiceError(400, { message: `The ${idempotencyKeyHeader} header is not valid.` });
  }
  return key;
}
