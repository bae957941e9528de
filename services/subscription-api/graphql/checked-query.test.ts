import { describe, expect, it } from 'vitest';
import { graphqlLimits } from '#contract/graphql.ts';
import { checkedQuery } from './checked-query.ts';

describe('a query', () => {
  const nested = (levels: number) => `${'{ shop '.repeat(levels)} { name } ${'}'.repeat(levels)}`;
  it.each<[string, string, unknown, object?]>([
    [
      'a mutation',
      'mutation { pageDelete(id: "1") { deletedPageId } }',
      'Only queries are answered here',
    ],
    ['a subscription', 'subscription { shop { name } }', 'Only queries are answered here'],
    [
      'a mutation beside a query',
      'query A { shop { name } } mutation B { a }',
      'Only queries are answered here',
      { operationName: 'B' },
    ],
    [
      'two queries',
      'query A { shop { name } } query B { shop { name } }',
      'Please name one operation of the query',
    ],
    [
      'an operation that is not there',
      'query A { shop { name } }',
      'Please name one operation of the query',
      { operationName: 'B' },
    ],
    ['no GraphQL', '{ shop', expect.stringContaining('Syntax Error')],
    ['the schema', '{ __schema { types { name } } }', 'The schema is not answered here'],
    [
      'a type, in a fragment',
      '{ ...A } fragment A on QueryRoot { t: __type(name: "Shop") { name } }',
      'The schema is not answered here',
    ],
    [
      'tokens',
      '{ shop { storefrontAccessTokens(first: 1) { nodes { accessToken } } } }',
      'storefrontAccessTokens is not answered here',
    ],
    ['too deep', nested(graphqlLimits.depth), 'The query is too deep'],
    [
      'a fragment in itself',
      '{ ...A } fragment A on QueryRoot { shop { name } ...A }',
      'The fragment A holds itself',
    ],
    ['an unknown fragment', '{ ...A }', 'There is no fragment A'],
    [
      'too many fields',
      `{ ${Array.from({ length: graphqlLimits.fields + 1 }, (_, at) => `a${at}: id`).join(' ')} }`,
      'The query asks for too many fields',
    ],
    [
      'a list that is too long',
      '{ products(first: 251) { nodes { id } } }',
      'At most 250 items of a list are answered at once',
    ],
    [
      'a list that is too long by a variable',
      'query A($n: Int = 3) { products(last: $n) { nodes { id } } }',
      'At most 250 items of a list are answered at once',
      { variables: { n: 999 } },
    ],
    [
      'lists in lists',
      'query A($n: Int = 50) { products(first: 100) { nodes { variants(first: $n) { nodes { id } } } } }',
      'The query asks for too many items',
    ],
    [
      'lists in lists of less than none',
      '{ a: products(first: -9000) { nodes { id } } b: products(first: 250) { nodes { variants(first: 10) { nodes { id } } } } }',
      'The query asks for too many items',
    ],
    [
      'lists in things that are named',
      'query A($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { variants(first: 50) { nodes { id } } } } }',
      'The query asks for too many items',
      { variables: { ids: Array(60).fill('1') } },
    ],
    [
      'lists in things that are named by a default',
      `query A($ids: [ID!]! = [${'"1" '.repeat(60)}]) { nodes(ids: $ids) { ... on Product { variants(first: 50) { nodes { id } } } } }`,
      'The query asks for too many items',
    ],
    [
      'too many things that are named',
      `{ nodes(ids: [${'"1" '.repeat(251)}]) { id } }`,
      'At most 250 items of a list are answered at once',
    ],
    ['too many tokens', `{ ${'a '.repeat(2_500)} }`, expect.stringContaining('2000 tokens')],
  ])('refuses %s', (_, query, message, more = {}) => {
    const envelope = { message, fieldErrors: { query: [message] } };
    expect(() => checkedQuery({ query, ...more })).toThrow(
      expect.objectContaining({ kind: 'invalid fields', envelope }),
    );
  });

  it.each([
    ['as deep as it may be', nested(graphqlLimits.depth - 1)],
    [
      'of as many items as there may be',
      '{ products(first: 50) { nodes { variants(first: 49) { nodes { id } } } } }',
    ],
    ['of a list by a default', 'query A($n: Int = 250) { products(first: $n) { nodes { id } } }'],
    [
      'with the same fragment twice',
      '{ ...A b: shop { ...B } } fragment A on QueryRoot { shop { ...B } } fragment B on Shop { name }',
    ],
  ])('%s may be asked', (_, query) => {
    expect(checkedQuery({ query }).document).toContain('query ');
  });

  it('is named where it has no name, and keeps what it asks for', () => {
    expect(checkedQuery({ query: '{ a: shop { name } } # why' })).toEqual({
      name: 'Merchant',
      document: 'query Merchant {\n  a: shop {\n    name\n  }\n}',
    });
    const query =
      'query A { shop { ...C } } query B { x } fragment C on Shop { name } fragment D on Shop { id }';
    const { name, document } = checkedQuery({ query, operationName: 'A' });
    expect(name).toBe('A');
    expect(document).toMatch(/query A/);
    expect(document).not.toMatch(/query B|fragment D/);
  });
});
