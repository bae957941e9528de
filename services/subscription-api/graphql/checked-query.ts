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

/** A query that may be asked: its one operation with its fragments, and the name that it has or was given. */
export type CheckedQuery = { name: string; document: string };

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
 * Reads a query and holds it to {@link graphqlLimits}, before the platform sees it: one operation that changes nothing, no
 * introspection, no tokens, of a bounded depth and size.
 * @throws ServiceError `invalid fields` with what is wrong with it, for the field `query`
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

/** Walks all that is asked for, and answers the fragments that are used. */
function measure(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Readonly<Record<string, unknown>>,
): FragmentDefinitionNode[] {
  const used = new Set<FragmentDefinitionNode>();
  let fields = 0;
  let items = 0;

  /** @param around how many items of the lists around there are */
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
  // The schema is published; asking for all of it costs more than any query.
  if (value === '__schema' || value === '__type') throw refused('The schema is not answered here');
  if (/token/i.test(value)) throw refused(`${value} is not answered here`);
}

/** How many items a field asks for; null where it is no list with a length. A default of the query counts as its value. */
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
  // Less than none would make room for more elsewhere.
  const length = Math.max(0, ...lengths);
  if (length > graphqlLimits.itemsOfList) {
    throw refused(`At most ${graphqlLimits.itemsOfList} items of a list are answered at once`);
  }
  return length;
}

/** How many things are named by their ids; null where that is no list. */
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

/** What was sent for a variable, and what the query itself says it is otherwise. */
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
