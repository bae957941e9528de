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
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { firstCrack } from '../testing/service-in-test.ts';

const operationSchema = z.object({
  name: z.string(),
  document: z.string(),
  scopes: z.array(z.string()),
});

const operations = Object.values(
  import.meta.glob<Record<string, unknown>>('../**/documents.ts', { eager: true }),
).flatMap((exported) =>
  Object.values(exported).flatMap((value) => operationSchema.safeParse(value).data ?? []),
);

const schema = buildSchema(
  readFileSync(
    new URL('../../local-platform/schema/admin-2026-10.graphql', import.meta.url),
    'utf8',
  ),
);

const scalars: Record<string, unknown> = { Int: 1, Float: 1, Boolean: true };

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
  // `node` and `nodes` need the scope of what the id is of.
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

  it('are looked at of them all', () => expect(operations.length).toBeGreaterThan(35));

  it.each(operations)('are all that it needs: $name', async ({ document, scopes }) => {
    const variables = { first: 1, ...anyVariables(document) };
    const { errors = [] } = await service.platform.graphql(firstCrack, document, variables, scopes);
    expect(errors).toEqual([]);
  });
});
