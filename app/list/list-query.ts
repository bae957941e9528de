import type { z } from 'zod';

/** Parts of a list's address that can be ignored: the order it names, the page, or a filter. */
export type IgnoredPart = 'order' | 'page' | 'filter';

const notFilters = ['sortKey', 'reverse', 'after', 'before', 'first', 'query'];

export type AskedList<Query> = {
  query: Query;
  /** The address asks for a search that is refused: nothing matches it. */
  searchRefused: boolean;
  /** The ignored parts. */
  ignored: IgnoredPart[];
};

/** Reads what a list's address asks for, and leaves out what the schema does not know. */
export function readListQuery<Schema extends z.ZodType<object>>(
  schema: Schema,
  search: URLSearchParams,
): AskedList<z.output<Schema>> {
  const asked = Object.fromEntries([...search].filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(asked);
  if (parsed.success) return { query: parsed.data, searchRefused: false, ignored: [] };
  const refused = new Set(parsed.error.issues.map(({ path: [name] }) => String(name)));
  const known = Object.entries(asked).filter(([name]) => !refused.has(name));
  const ignored: IgnoredPart[] = [];
  if (refused.has('sortKey') || refused.has('reverse')) ignored.push('order');
  if (refused.has('after') || refused.has('before')) ignored.push('page');
  if ([...refused].some((name) => !notFilters.includes(name))) ignored.push('filter');
  return {
    query: schema.parse(Object.fromEntries(known)),
    searchRefused: refused.has('query'),
    ignored,
  };
}
