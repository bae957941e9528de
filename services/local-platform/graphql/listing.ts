import { z } from 'zod';
import type { TableName } from '../store/records.ts';
import { type Store, View } from '../store/store.ts';
import { type Connection, type Place, pageArguments, paginate, sortByPlace } from './connection.ts';
import {
  matcherOf,
  matchesId,
  matchesNumber,
  matchesOneOf,
  matchesText,
  matchesTime,
  parseSearch,
  type SearchTerm,
  type TermTest,
} from './search-syntax.ts';

const listArguments = pageArguments.extend({
  query: z.string().nullish(),
  sortKey: z.string().nullish(),
});

type Term<Entry> = (entry: Entry, term: SearchTerm, store: Store) => boolean;

function termBy<Value extends string | number>(
  matches: (value: Value, term: SearchTerm) => boolean,
) {
  return <Entry>(read: (entry: Entry, store: Store) => Value | readonly Value[]): Term<Entry> =>
    (entry, term, store) => {
      const found = read(entry, store);
      return typeof found === 'object'
        ? found.some((value) => matches(value, term))
        : matches(found, term);
    };
}

/** Matchers for search terms, by the type of the field. If a field has several values, one must match. */
export const by = {
  id: termBy(matchesId),
  number: termBy(matchesNumber),
  oneOf: termBy(matchesOneOf),
  text: termBy((text: string, term) => matchesText(text, term)),
  time: termBy(matchesTime),
};

/** Groups records by each of their keys. */
export function grouped<Key, Entry>(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => readonly Key[],
): ReadonlyMap<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [entry]);
      else known.push(entry);
    }
  }
  return groups;
}

/** A root list of the platform: sorted by a choice of keys, and searched with the search syntax. */
export class Listing<Entry extends { id: number }> {
  readonly #sorted = new Map<
    string,
    { view: View<readonly Entry[]>; placeOf: (entry: Entry) => Place }
  >();
  readonly #testOf: (store: Store) => TermTest<Entry>;

  constructor(options: {
    from: readonly TableName[];
    all: (store: Store) => readonly Entry[];
    /** Sort keys by the platform's names. Unknown keys sort by id. */
    keys: Readonly<Record<string, (entry: Entry, store: Store) => string | number>>;
    /** The texts that a term without a field searches. */
    texts: (entry: Entry, store: Store) => readonly string[];
    /** Terms by the platform's names. Unknown terms filter nothing. */
    terms: Readonly<Record<string, Term<Entry>>>;
  }) {
    this.#testOf = (store) => (entry, term) =>
      term.field === null
        ? options.texts(entry, store).some((text) => matchesText(text, term, true))
        : (options.terms[term.field]?.(entry, term, store) ?? null);
    this.#sorted.set('ID', {
      view: new View(options.from, options.all),
      placeOf: (entry) => [entry.id, entry.id],
    });
    for (const [name, keyOf] of Object.entries(options.keys)) {
      // A key may need lookups in the store, so it's computed once per list rather than per comparison.
      const placesOf = new WeakMap<Entry, Place>();
      const placeOf = (entry: Entry): Place => placesOf.get(entry) ?? [entry.id, entry.id];
      const view = new View(options.from, (store) => {
        const entries = options.all(store);
        for (const entry of entries) placesOf.set(entry, [keyOf(entry, store), entry.id]);
        return sortByPlace(entries, placeOf);
      });
      this.#sorted.set(name, { view, placeOf });
    }
  }

  /** Answers a root connection field; `keep` narrows the list further. */
  page(store: Store, args: unknown, keep?: (entry: Entry) => boolean): Connection<Entry> {
    const { query, sortKey, ...page } = listArguments.parse(args);
    const sorted = this.#sorted.get(sortKey ?? 'ID') ?? this.#sorted.get('ID');
    if (sorted === undefined) throw new Error('A listing always sorts by id');
    let entries = sorted.view.of(store);
    const search = query ? parseSearch(query) : null;
    if (search !== null) entries = entries.filter(matcherOf(search, this.#testOf(store)));
    if (keep !== undefined) entries = entries.filter(keep);
    return paginate(page, entries, sorted.placeOf);
  }

  count(store: Store, query: string | null | undefined): number {
    const entries = this.#sorted.get('ID')?.view.of(store) ?? [];
    const search = query ? parseSearch(query) : null;
    if (search === null) return entries.length;
    return entries.filter(matcherOf(search, this.#testOf(store))).length;
  }
}
