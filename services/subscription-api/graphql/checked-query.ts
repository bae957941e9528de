import {
  type ArgumentNode,
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  type VariableNode,
} from 'graphql';
import { type GraphqlRequest, graphqlLimits } from '#contract/graphql.ts';
import { invalidFields } from '../service-error.ts';

/** A query that passed the checks: its one operation with the fragments it uses, and the operation's name (ours if it had none). */
type CheckedQuery = { name: string; document: string };

const nameless = 'Merchant';
const mostTokens = 2_000;

function refused(message: string) {
  return invalidFields({ query: [message] });
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: mostTokens, noLocation: true });
  } catch (error) {
    if (error instanceof GraphQLError) throw refused(error.message);
    throw error;
  }
}

function chosenOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const [only, ...others] =
    name == null ? operations : operations.filter((operation) => operation.name?.value === name);
  if (only === undefined || others.length > 0) {
    throw refused('Please name one operation of the query');
  }
  if (only.operation !== 'query') throw refused('Only queries are answered here');
  return only;
}

/**
 * Parses a query and holds it to {@link graphqlLimits} before Shopify sees it: one operation, no mutation, no introspection, no tokens, and a bounded
 * depth and size.
 * @throws ServiceError `invalid fields` with the problem, for the field `query`
 */
export function checkedQuery({ query, variables, operationName }: GraphqlRequest): CheckedQuery {
  const document = parsed(query);
  const operation = chosenOperation(document, operationName);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  const used = measure(operation, fragments, variables ?? {});
  const name = operation.name?.value ?? nameless;
  const named = { ...operation, name: { kind: Kind.NAME, value: name } } as const;
  return { name, document: print({ ...document, definitions: [named, ...used] }) };
}

/** Holds everything that the operation asks for to the limits, and returns the fragments it uses. */
function measure(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): FragmentDefinitionNode[] {
  const used = new Set<FragmentDefinitionNode>();
  let fields = 0;
  let items = 0;

  /** @param around how many items the surrounding lists have, multiplied */
  const walk = (set: SelectionSetNode, depth: number, around: number, within: string[]): void => {
    if (depth > graphqlLimits.depth) throw refused('The query is too deep');
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        fields += 1;
        if (fields > graphqlLimits.fields) throw refused('The query asks for too many fields');
        refuseName(selection);
        const length = lengthOf(selection, operation, variables);
        if (length !== null) items += length * around;
        if (items > graphqlLimits.items) throw refused('The query asks for too many items');
        if (selection.selectionSet !== undefined) {
          walk(selection.selectionSet, depth + 1, around * Math.max(1, length ?? 1), within);
        }
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, depth, around, within);
      } else {
        const name = selection.name.value;
        const fragment = fragments.get(name);
        if (fragment === undefined) throw refused(`There is no fragment ${name}`);
        if (within.includes(name)) throw refused(`The fragment ${name} holds itself`);
        used.add(fragment);
        walk(fragment.selectionSet, depth, around, [...within, name]);
      }
    }
  };
  walk(operation.selectionSet, 1, 1, []);
  return [...used];
}

function refuseName({ name: { value } }: FieldNode): void {
  // Shopify publishes the schema, and asking for all of it costs more than any query.
  if (value === '__schema' || value === '__type') throw refused('The schema is not answered here');
  if (/token/i.test(value)) throw refused(`${value} is not answered here`);
}

/** How many items a field asks for, or null if it isn't a list with a length. A variable that wasn't sent has its default. */
function lengthOf(
  { arguments: given = [] }: FieldNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number | null {
  const lengths = given.flatMap((argument) => {
    const { value } = argument.name;
    if (value === 'ids') return countOf(argument, operation, variables) ?? [];
    if (value !== 'first' && value !== 'last') return [];
    return numberOf(argument, operation, variables) ?? [];
  });
  if (lengths.length === 0) return null;
  // A negative length would make room for more items elsewhere.
  const length = Math.max(0, ...lengths);
  if (length > graphqlLimits.itemsOfList) {
    throw refused(`At most ${graphqlLimits.itemsOfList} items of a list are answered at once`);
  }
  return length;
}

/** How many ids the argument has, or null if it isn't a list. */
function countOf(
  { value }: ArgumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number | null {
  if (value.kind === Kind.LIST) return value.values.length;
  if (value.kind !== Kind.VARIABLE) return null;
  const { sent, standard } = variableOf(value, operation, variables);
  if (Array.isArray(sent)) return sent.length;
  return standard?.kind === Kind.LIST ? standard.values.length : null;
}

function numberOf(
  { value }: ArgumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number | null {
  if (value.kind === Kind.INT) return Number(value.value);
  if (value.kind !== Kind.VARIABLE) return null;
  const { sent, standard } = variableOf(value, operation, variables);
  if (typeof sent === 'number') return sent;
  return standard?.kind === Kind.INT ? Number(standard.value) : null;
}

/** The value sent for a variable, and the default that the query gives it. */
function variableOf(
  { name: { value: name } }: VariableNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): { sent: unknown; standard: ConstValueNode | undefined } {
  return {
    sent: Object.hasOwn(variables, name) ? variables[name] : undefined,
    standard: variableDefinitions.find(({ variable }) => variable.name.value === name)
      ?.defaultValue,
  };
}
