import type { Context } from 'hono';
import type { z } from 'zod';
import { type Endpoint, type EndpointInput, nothing } from '#contract/endpoint.ts';
import { fieldErrorsOf } from '#contract/errors.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { invalidFields, invalidRequest, notFound, ServiceError } from '../service-error.ts';

/**
 * Reads a request with the schemas of its endpoint.
 * @throws ServiceError 400 for a query or a header, 404 for an id, 415 and 400 for a body that can't be read, 422 for its
 *   fields unless the endpoint says otherwise
 */
export async function readInput<Entry extends Endpoint>(
  context: Context,
  endpoint: Entry,
): Promise<EndpointInput<Entry>> {
  return {
    id: readId<Entry['id']>(context, endpoint.id),
    query: readQuery<Entry['query']>(context, endpoint.query),
    body: await readBody<Entry['body']>(context, endpoint, endpoint.body),
    idempotencyKey: endpoint.isOncePerKey ? readIdempotencyKey(context) : undefined,
    ifMatch: endpoint.isConditional ? context.req.header('If-Match') : undefined,
  };
}

/** A malformed id can't exist, so it is answered like a missing one. */
function readId<Schema extends z.ZodType>(context: Context, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(context.req.param('id'));
  if (!parsed.success) throw notFound(parsed.error.issues[0]?.message ?? 'Not found');
  return parsed.data;
}

function readQuery<Schema extends z.ZodType>(context: Context, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(isNothing(schema) ? undefined : storable(context.req.query()));
  if (!parsed.success) throw invalidRequest(fieldErrorsOf(parsed.error));
  return parsed.data;
}

async function readBody<Schema extends z.ZodType>(
  context: Context,
  { contentType, invalidStatus }: Endpoint,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(
    isNothing(schema) ? undefined : await bodyOf(context, contentType),
  );
  if (!parsed.success) {
    const refuse = invalidStatus === 400 ? invalidRequest : invalidFields;
    throw refuse(fieldErrorsOf(parsed.error));
  }
  return storable(parsed.data);
}

async function bodyOf(context: Context, contentType: Endpoint['contentType']): Promise<unknown> {
  const given = (context.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
  const isJson = contentType === 'application/json';
  if (given !== contentType) {
    const message = `The request body must be ${isJson ? 'JSON' : 'a multipart form'}.`;
    throw new ServiceError('unsupported type', { message });
  }
  try {
    if (isJson) return JSON.parse(await context.req.text());
    return valuesOf(await context.req.formData());
  } catch (error) {
    const message = `The request body is not ${isJson ? 'valid JSON' : 'a valid multipart form'}.`;
    throw new ServiceError('invalid request', { message }, error);
  }
}

/** A form's values by name; a name that occurs more than once has a list. */
function valuesOf(form: FormData): Record<string, unknown> {
  const names = new Set(form.keys());
  return Object.fromEntries(
    Array.from(names, (name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/**
 * Refuses text that the database can't store: U+0000 and unpaired surrogates. A body is checked after its schema has removed the invisible characters
 * of a pasted key.
 * @throws ServiceError 400
 */
function storable<Value>(value: Value): Value {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === 'string' && (part.includes('\0') || /\p{Surrogate}/u.test(part))) {
      throw new ServiceError('invalid request', {
        message: 'The text has a character that cannot be kept.',
      });
    }
    if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) left.push(inner);
    }
  }
  return value;
}

function readIdempotencyKey(context: Context): string | undefined {
  const key = context.req.header(idempotencyKeyHeader);
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ServiceError('invalid request', {
      message: `The ${idempotencyKeyHeader} header is not valid.`,
    });
  }
  return key;
}

function isNothing(schema: z.ZodType): boolean {
  return schema === nothing;
}
