import { z } from 'zod';

/** What a query may be (POST /api/graphql). */
export const graphqlLimits = {
  /** Of the whole request. */
  bytes: 16 * 1024,
  characters: 10_000,
  /** Levels of fields below each other, those of fragments among them. */
  depth: 10,
  /** Fields asked for, each fragment counted where it is used. */
  fields: 250,
  /** Items of all lists, `first` or `last` times that of the lists around. */
  items: 2_500,
  /** In one list, as on the platform. */
  itemsOfList: 250,
  /** Of a shop, within ten seconds. */
  requests: 30,
} as const;

/** How deep lists and objects of the variables may lie in each other. */
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

/** What was asked for, as the platform answers it. A query with an error has no answer but the envelope of contract/errors.ts. */
export const graphqlAnswerSchema = z.object({ data: z.record(z.string(), z.unknown()) });

export type GraphqlRequest = z.infer<typeof graphqlRequestSchema>;
