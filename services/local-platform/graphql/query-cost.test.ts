import { buildSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { executor, testPlatform } from '../test-platform.ts';
import { actualCost, requestedCost } from './query-cost.ts';

const schema = buildSchema(`
  interface Node { id: ID! }
  type PageInfo { hasNextPage: Boolean! }
  type InventoryItem { id: ID! tracked: Boolean! }
  type Variant implements Node { id: ID! inventoryItem: InventoryItem! product: Product! }
  type VariantEdge { node: Variant! }
  type VariantConnection { nodes: [Variant!]! edges: [VariantEdge!]! pageInfo: PageInfo! }
  type Product implements Node { id: ID! title: String variants(first: Int, last: Int): VariantConnection! }
  type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }
  type UserError { message: String! }
  type ProductPayload { product: Product userErrors: [UserError!]! }
  type Query {
    product(id: ID!): Product
    products(first: Int): ProductConnection!
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
  }
  type Mutation { productUpdate(title: String): ProductPayload productDelete: ProductPayload }
`);

function pricedOf(query: string, variables: Record<string, unknown> = {}) {
  const { definitions } = parse(query);
  const operation = definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (operation === undefined) throw new Error('No operation');
  const fragments = new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  return { schema, operation, fragments, variables };
}

/** A developer measured and published this query in the platform's community, October 2025. */
const measured = `query ($id: ID!) {
  product(id: $id) { variants(first: 250) { nodes { inventoryItem { id tracked } } } }
}`;

describe('what a query costs', () => {
  it.each<[string, number, string, Record<string, unknown>?]>([
    ['what was measured of a page of 250', 25, measured],
    ['an object', 1, '{ product(id: 1) { id title } }'],
    ['a page of one, as the linear rule has it', 3, '{ products(first: 1) { nodes { id } } }'],
    ['a page', 7, '{ products(first: 10) { nodes { id } pageInfo { hasNextPage } } }'],
    ['edges as nodes', 8, '{ product(id: 1) { variants(last: 10) { edges { node { id } } } } }'],
    [
      'a size by variable',
      7,
      'query ($n: Int) { products(first: $n) { nodes { id } } }',
      { n: 10 },
    ],
    ['a size by its default', 7, 'query ($n: Int = 10) { products(first: $n) { nodes { id } } }'],
    ['a mutation', 10, 'mutation { productUpdate { product { id } userErrors { message } } }'],
    [
      'two mutations',
      20,
      'mutation { a: productDelete { product { id } } productDelete { product { id } } }',
    ],
    [
      'a page that a mutation answers',
      17,
      'mutation { productUpdate { product { variants(first: 10) { nodes { id } } } } }',
    ],
    [
      'the dearest of what a node may be',
      3,
      '{ node(id: 1) { id ... on Product { title } ... on Variant { inventoryItem { id } product { id } } } }',
    ],
    ['each of some nodes', 6, '{ nodes(ids: [1, 2, 3]) { ... on Variant { product { id } } } }'],
    ['a fragment', 2, 'query { node(id: 1) { ...V } } fragment V on Variant { product { id } }'],
    [
      'nothing that is left out',
      1,
      'query ($no: Boolean!) { product(id: 1) { variants(first: 9) @include(if: $no) { nodes { id } } } }',
      { no: false },
    ],
  ])('%s: %i', (_, cost, query, variables) => {
    expect(requestedCost(pricedOf(query, variables))).toBe(cost);
  });

  it('is less where there was less, as measured', () => {
    expect(actualCost(pricedOf(measured), { product: null })).toBe(1);
    const priced = pricedOf(
      '{ products(first: 250) { nodes { id variants(first: 9) { nodes { id } } } } }',
    );
    const product = (variants: number) => ({
      id: '1',
      variants: { nodes: Array.from({ length: variants }, (__, id) => ({ id })) },
    });
    const cost = (...sizes: number[]) =>
      actualCost(priced, { products: { nodes: sizes.map(product) } });
    expect([cost(), cost(1), cost(1, 3)]).toEqual([2, 6, 9]);
    expect(cost(...Array.from({ length: 250 }, () => 9))).toBe(requestedCost(priced));
  });
});

it('is refused beyond 1,000 points, except to the admin itself', async () => {
  const platform = testPlatform();
  const deep = `{ products(first: 250) { nodes {
    variants(first: 250) { nodes { product { variants(first: 250) { nodes { id } } } } } } } }`;
  const refused = await executor(platform, ['read_products'])(deep);
  expect(refused).toEqual({
    errors: [
      {
        message: expect.stringMatching(
          /^Query cost is \d{4}, which exceeds the single query max cost limit \(1000\)\./,
        ),
        extensions: { code: 'MAX_COST_EXCEEDED', cost: expect.any(Number), maxCost: 1000 },
      },
    ],
  });
  const allowed = '{ products(first: 3) { nodes { id } } }';
  expect(await executor(platform, ['read_products'])(allowed)).toMatchObject({
    extensions: { cost: { requestedQueryCost: 4, actualQueryCost: 4 } },
  });
});
