import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  parse,
  typeFromAST,
} from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { productsOfGroups } from '../selling/selling-plan-group/covered-products.ts';
import { variantsInGroup } from '../selling/selling-plan-group/documents.ts';
import '../recurring/billing/documents.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { firstCrack } from '../testing/service-in-test.ts';
import type * as adminGraphql from './admin-graphql.ts';

type Made = { name: string; document: string; scopes: readonly string[] };

/** Every operation that the service's modules create on import, exported or not. */
const operations = vi.hoisted((): Made[] => []);
vi.mock('./admin-graphql.ts', async (loadOriginal) => {
  const original = await loadOriginal<typeof adminGraphql>();
  const operation =
    (...scopes: Parameters<typeof original.operation>) =>
    (document: string, answer: z.ZodType, options?: { isOftenTheSame?: boolean }) => {
      const made = original.operation(...scopes)(document, answer, options);
      operations.push(made);
      return made;
    };
  return { ...original, operation };
});

// These operations are created only on demand.
variantsInGroup(1);
productsOfGroups([{ products: 1, variants: 1 }]);

const sources = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts', '!../testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const namesInSources = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/`\s*(?:query|mutation)\s+(\w+)/g)].map(([, name]) => name),
);

const schema = buildSchema(
  readFileSync(
    new URL('../../local-platform/schema/admin-2026-10.graphql', import.meta.url),
    'utf8',
  ),
);

const scalars: Record<string, unknown> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2026-10-01T08:00:00Z',
};

/** A value that the schema accepts. */
function anyValue(type: GraphQLInputType, id: string): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType, id);
  if (isListType(type)) return [anyValue(type.ofType, id)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return type.name === 'ID' ? id : (scalars[type.name] ?? 'x');
  const required = Object.values(type.getFields()).filter(isRequiredInputField);
  return Object.fromEntries(required.map((field) => [field.name, anyValue(field.type, id)]));
}

function anyVariables(document: string): Record<string, unknown> {
  // `node` and `nodes` need the scope of the id's type.
  const id = `gid://shopify/${/\.\.\. on (\w+)/.exec(document)?.[1] ?? 'ProductVariant'}/1`;
  const [definition] = parse(document).definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error('not an operation');
  const variables = (definition.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const given = typeFromAST(schema, type);
    return isNonNullType(given) && isInputType(given)
      ? [[variable.name.value, anyValue(given, id)]]
      : [];
  });
  return Object.fromEntries(variables);
}

describe('the scopes that an operation names', () => {
  const service = serviceForSuite('PGlite');

  it('are looked at of every document in the service', () => {
    expect(namesInSources.length).toBeGreaterThan(35);
    expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(namesInSources));
  });

  it.each(operations)('are all that it needs: $name', async ({ document, scopes }) => {
    const variables = { first: 1, ...anyVariables(document) };
    const { errors = [] } = await service.platform.graphql(firstCrack, document, variables, scopes);
    // The made-up id may not exist, but a missing scope would be reported first.
    const others = errors.filter(
      (error) => !JSON.stringify(error).includes('"RESOURCE_NOT_FOUND"'),
    );
    expect(others).toEqual([]);
  });
});
