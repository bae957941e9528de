/**
 * The platform's search syntax: terms, `field:value`, comparators, `-` and NOT, AND (or nothing) and OR, parentheses,
 * quoted phrases, a trailing `*` for prefixes. https://shopify.dev/docs/api/usage/search-syntax
 */
type Comparator = ':' | '>' | '>=' | '<' | '<=';

export type SearchTerm = {
  kind: 'term';
  /** In lower case; null for a bare term, which searches several fields. */
  field: string | null;
  comparator: Comparator;
  value: string;
  quoted: boolean;
};

type SearchNode =
  | SearchTerm
  | { kind: 'not'; of: SearchNode }
  | { kind: 'and' | 'or'; of: readonly SearchNode[] };

const tokenPattern =
  /\s*(?:(\()|(\))|(-(?=[\w("']))|(?:([A-Za-z_][\w.]*):)?(>=|<=|>|<)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:\\.|[^\s()])+)))/y;

type Token = { kind: '(' | ')' | '-' | 'AND' | 'OR' | 'NOT' } | SearchTerm;

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

function comparatorOf(text: string | undefined): Comparator {
  return text === '>' || text === '>=' || text === '<' || text === '<=' ? text : ':';
}

function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  for (;;) {
    const match = tokenPattern.exec(query);
    if (match === null || match[0] === '') return tokens;
    const [, open, close, minus, field, comparator, double, single, bare] = match;
    if (open !== undefined) tokens.push({ kind: '(' });
    else if (close !== undefined) tokens.push({ kind: ')' });
    else if (minus !== undefined) tokens.push({ kind: '-' });
    else if (field === undefined && (bare === 'AND' || bare === 'OR' || bare === 'NOT')) {
      tokens.push({ kind: bare });
    } else {
      tokens.push({
        kind: 'term',
        field: field?.toLowerCase() ?? null,
        comparator: comparatorOf(comparator),
        value: withoutEscapes(double ?? single ?? bare ?? ''),
        quoted: bare === undefined,
      });
    }
  }
}

/** Parses a query; null matches everything. Like the platform, ignores nonsense such as a stray bracket. */
export function parseSearch(query: string): SearchNode | null {
  const tokens = tokenize(query);
  let position = 0;

  const either = (): SearchNode | null => {
    const parts: SearchNode[] = [];
    for (;;) {
      const part = every();
      if (part !== null) parts.push(part);
      if (tokens[position]?.kind !== 'OR') break;
      position += 1;
    }
    return parts.length > 1 ? { kind: 'or', of: parts } : (parts[0] ?? null);
  };
  const every = (): SearchNode | null => {
    const parts: SearchNode[] = [];
    for (;;) {
      const token = tokens[position];
      if (token === undefined || token.kind === 'OR' || token.kind === ')') break;
      if (token.kind === 'AND') {
        position += 1;
        continue;
      }
      const part = single();
      if (part !== null) parts.push(part);
    }
    return parts.length > 1 ? { kind: 'and', of: parts } : (parts[0] ?? null);
  };
  const single = (): SearchNode | null => {
    const token = tokens[position];
    position += 1;
    if (token === undefined) return null;
    if (token.kind === 'term') return token;
    if (token.kind === '-' || token.kind === 'NOT') {
      const of = single();
      return of === null ? null : { kind: 'not', of };
    }
    if (token.kind !== '(') return null;
    const inside = either();
    if (tokens[position]?.kind === ')') position += 1;
    return inside;
  };

  const parts: SearchNode[] = [];
  while (position < tokens.length) {
    const part = either();
    if (part !== null) parts.push(part);
    // `either` stops early only at a closing bracket without an opening one.
    if (position < tokens.length) position += 1;
  }
  return parts.length > 1 ? { kind: 'and', of: parts } : (parts[0] ?? null);
}

/** Tests a record against a term; null if the platform doesn't know the field and so ignores the term. */
export type TermTest<Entry> = (entry: Entry, term: SearchTerm) => boolean | null;

/** Builds the test of a whole query from a test of single terms. */
export function matcherOf<Entry>(
  node: SearchNode | null,
  test: TermTest<Entry>,
): (entry: Entry) => boolean {
  if (node === null) return () => true;
  switch (node.kind) {
    case 'term':
      return (entry) => test(entry, node) ?? true;
    case 'not': {
      // An unknown term filters nothing, even when it's negated.
      if (node.of.kind === 'term') {
        const term = node.of;
        return (entry) => !(test(entry, term) ?? false);
      }
      const inner = matcherOf(node.of, test);
      return (entry) => !inner(entry);
    }
    case 'and': {
      const inner = node.of.map((part) => matcherOf(part, test));
      return (entry) => inner.every((matches) => matches(entry));
    }
    case 'or': {
      const inner = node.of.map((part) => matcherOf(part, test));
      return (entry) => inner.some((matches) => matches(entry));
    }
  }
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * Whether a text has the term's words one after another. The last word may be a prefix if the term ends in `*`, or always with `anyPrefix`
 * (as for bare terms).
 */
export function matchesText(text: string, term: SearchTerm, anyPrefix = false): boolean {
  const wanted = wordsOf(term.value);
  if (wanted.length === 0) return true;
  const prefix = anyPrefix || (!term.quoted && term.value.endsWith('*'));
  const words = wordsOf(text);
  return words.some((_, start) =>
    wanted.every((word, offset) => {
      const candidate = words[start + offset];
      if (candidate === undefined) return false;
      return prefix && offset === wanted.length - 1
        ? candidate.startsWith(word)
        : candidate === word;
    }),
  );
}

function compare<Value extends string | number>(
  left: Value,
  comparator: Comparator,
  right: Value,
): boolean {
  switch (comparator) {
    case ':':
      return left === right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
  }
}

export function matchesNumber(value: number, term: SearchTerm): boolean {
  return compare(value, term.comparator, Number(term.value));
}

/** Accepts global ids too. */
export function matchesId(id: number, term: SearchTerm): boolean {
  return compare(id, term.comparator, Number(term.value.slice(term.value.lastIndexOf('/') + 1)));
}

export function matchesTime(timestamp: string, term: SearchTerm): boolean {
  const wanted = Date.parse(term.value);
  if (Number.isNaN(wanted)) return false;
  return compare(Date.parse(timestamp), term.comparator, wanted);
}

/** The term's value may list several values, separated by commas; one must be equal. */
export function matchesOneOf(value: string, term: SearchTerm): boolean {
  return term.value.split(',').some((item) => item.trim().toLowerCase() === value.toLowerCase());
}
