import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

const mutationCost = 10;

/**
 * An estimate of what the platform would charge: a point an object, a connection as many times as its page is long, ten
 * a mutation. It tells cheap operations from dear ones; the platform's own numbers differ.
 */
export function requestedCost(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition.selectionSet);
    }
  }
  const costOf = (selections: SelectionSetNode): number => {
    let total = 0;
    for (const selection of selections.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) total += costOf(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) total += costOf(fragment);
      } else if (selection.selectionSet !== undefined) {
        let times = 1;
        for (const argument of selection.arguments ?? []) {
          if (argument.name.value !== 'first' && argument.name.value !== 'last') continue;
          const value =
            argument.value.kind === Kind.VARIABLE
              ? variables[argument.value.name.value]
              : argument.value.kind === Kind.INT
                ? Number(argument.value.value)
                : 1;
          if (typeof value === 'number') times = value;
        }
        total += 1 + times * costOf(selection.selectionSet);
      }
    }
    return total;
  };
  const base = operation.operation === 'mutation' ? mutationCost : 0;
  return base + costOf(operation.selectionSet);
}
