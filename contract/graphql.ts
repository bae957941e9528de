import { z } from 'zod';

/** The limits of a query (POST /api/graphql). */
export const graphqlLimits = {
  /** The size of the request. */
  bytes: 16 * 1024,
  characters: 10_000,
  /** How deeply fields may be nested, fragments included. */
  depth: 10,
  /** The number of fields, each fragment counted wherever it is used. */
  fields: 250,
  /** The items of all lists, a nested list's multiplied by those around it. */
  items: 2_500,
  /** The items of one list, as on the platform. */
  itemsOfList: 250,
  /** Queries of a shop within ten seconds. */
  requests: 30,
} as const;

/** How deeply lists and objects of the variables may be nested. */
const variablesDepth = 10;

function isShallow(variables: unknown): boolean {
  let level: unknown[] = [variables];
  for (let depth = 0; depth <= variablesDepth; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}

/** A query of the platform's Admin GraphQL, as GraphQL clients send it. */
export const graphqlRequestSchema = z.object({
  query: z
    .string({ error: 'Please enter a query' })
    .trim()
    .min(1, 'Please enter a query')
    .max(graphqlLimits.characters, 'The query is too long'),
  variables: z
    .record(z.string(), z.unknown())
    .refine(isShallow, 'The variables are too deep')
    .nullish(),
  operationName: z.string().max(100).nullish(),
});

/** The platform's answer. A query with an error gets only the envelope of contract/errors.ts. */
export const graphqlAnswerSchema = z.object({ data: z.record(z.string(), z.unknown()) });

export type GraphqlRequest = z.infer<typeof graphqlRequestSchema>;
