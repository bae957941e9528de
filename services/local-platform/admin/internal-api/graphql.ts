import { z } from 'zod';
import { LocalPlatformError, request } from './request.ts';

const answerSchema = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** An Admin GraphQL document together with the shape of its answer's `data`. */
type GraphqlDocument<Data> = { text: string; schema: z.ZodType<Data> };

export function graphqlDocument<Data>(
  text: string,
  schema: z.ZodType<Data>,
): GraphqlDocument<Data> {
  return { text, schema };
}

/**
 * Runs an Admin GraphQL document (version 2026-10) for a store.
 * @throws LocalPlatformError with the first of the answer's errors, or when the data has another shape.
 */
export async function runGraphql<Data>(
  handle: string,
  document: GraphqlDocument<Data>,
  variables: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Data> {
  const answer = await request(`/stores/${encodeURIComponent(handle)}/graphql`, answerSchema, {
    body: { query: document.text, variables },
    ...(signal && { signal }),
  });
  const [error] = answer.errors ?? [];
  if (error !== undefined) throw new LocalPlatformError(error.message);
  const parsed = document.schema.safeParse(answer.data);
  if (!parsed.success) {
    throw new LocalPlatformError('The store’s answer has another shape than the admin expects.', {
      cause: parsed.error,
    });
  }
  return parsed.data;
}

/** The global id of a resource from the number in an address; null if that isn't a number. */
export function globalIdOf(type: string, number: string): string | null {
  return /^\d+$/.test(number) ? `gid://shopify/${type}/${number}` : null;
}

/** The number at the end of a global id, which addresses use. */
export function numberOf(globalId: string): string {
  return globalId.slice(globalId.lastIndexOf('/') + 1);
}
