import {
  type ArgumentNode,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';

export const maximumCost = 1_000;
const mutationCost = 10;
const connectionCost = 2;

export type Priced = {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answer's data for the actual cost; undefined for the requested cost. */
type Data = { value: unknown } | undefined;

function inner(data: Data, key: string): Data {
  return data && { value: isRecord(data.value) ? (data.value[key] ?? null) : null };
}

function itemsOf(data: Data): Data[] {
  return data === undefined
    ? [undefined]
    : Array.isArray(data.value)
      ? data.value.map((value: unknown) => ({ value }))
      : [];
}

/**
 * The factor for a page's items. It grows like the logarithm of their number: the platform's staff says so, and a published measurement
 * agrees (250 variants with their inventory items cost 24). The factor of 1 for a single item is our own guess.
 */
function timesOf(items: number): number {
  return items === 0 ? 0 : Math.max(1, 2 * Math.log(items));
}

class Pricing {
  readonly #priced: Priced;
  /** The fields of each selection by type, because all items of a page share them. */
  readonly #known = new Map<SelectionSetNode, Map<GraphQLObjectType, FieldNode[]>>();
  /** Whether the cost may be another one with other variables. */
  hasReadVariables = false;

  constructor(priced: Priced) {
    this.#priced = priced;
  }

  total(data: Data): number {
    const { schema, operation } = this.#priced;
    const type = schema.getRootType(operation.operation);
    if (!isObjectType(type)) return 0;
    const isMutation = operation.operation === OperationTypeNode.MUTATION;
    const cost = this.#fieldsOf(operation.selectionSet, type).reduce((sum, field) => {
      if (!isMutation) return sum + this.#field(field, type, data, 1);
      // As far as anybody has published, a mutation's payload costs only its connections on top.
      return sum + mutationCost + this.#field(field, type, data, 0);
    }, 0);
    return Math.round(cost);
  }

  /** The selected fields of an object, including fragments that apply to its type. */
  #fieldsOf(set: SelectionSetNode, type: GraphQLObjectType): FieldNode[] {
    const ofSet = this.#known.get(set) ?? new Map<GraphQLObjectType, FieldNode[]>();
    const known = ofSet.get(type) ?? this.#readFields(set, type);
    this.#known.set(set, ofSet.set(type, known));
    return known;
  }

  #readFields(set: SelectionSetNode, type: GraphQLObjectType): FieldNode[] {
    return set.selections.flatMap((selection) => {
      if (!this.#isIncluded(selection)) return [];
      if (selection.kind === Kind.FIELD) return [selection];
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : this.#priced.fragments.get(selection.name.value);
      if (fragment === undefined) return [];
      const condition = fragment.typeCondition?.name.value;
      const bound = condition === undefined ? type : this.#priced.schema.getType(condition);
      const applies =
        bound === type ||
        (bound !== undefined &&
          isAbstractType(bound) &&
          this.#priced.schema.isSubType(bound, type));
      return applies ? this.#fieldsOf(fragment.selectionSet, type) : [];
    });
  }

  #isIncluded({ directives = [] }: SelectionNode): boolean {
    const says = ({ arguments: given }: DirectiveNode) => this.#argument(given, 'if') === true;
    return directives.every((directive) =>
      directive.name.value === 'skip'
        ? !says(directive)
        : directive.name.value !== 'include' || says(directive),
    );
  }

  #argument(given: readonly ArgumentNode[] | undefined, name: string): unknown {
    const value = given?.find((argument) => argument.name.value === name)?.value;
    return value === undefined ? undefined : this.#valueOf(value);
  }

  #valueOf(value: ValueNode): unknown {
    if (value.kind !== Kind.VARIABLE) return valueFromASTUntyped(value, this.#priced.variables);
    this.hasReadVariables = true;
    const name = value.name.value;
    const sent = this.#priced.variables[name];
    if (sent !== undefined) return sent;
    const usual = this.#priced.operation.variableDefinitions?.find(
      ({ variable }) => variable.name.value === name,
    )?.defaultValue;
    return usual && valueFromASTUntyped(usual);
  }

  /** The cost of a selection; of an interface or union, the dearest possible type counts. */
  #selected(
    set: SelectionSetNode | undefined,
    typeName: string,
    data: Data,
    weight: number,
  ): number {
    const type = this.#priced.schema.getType(typeName);
    if (set === undefined || !isCompositeType(type)) return 0;
    const objects = isAbstractType(type) ? this.#priced.schema.getPossibleTypes(type) : [type];
    const costs = objects.map((object) =>
      this.#fieldsOf(set, object).reduce(
        (sum, field) => sum + this.#field(field, object, data, weight),
        0,
      ),
    );
    return Math.max(0, ...costs);
  }

  /** @param weight the cost of one object. */
  #field(field: FieldNode, parent: GraphQLObjectType, data: Data, weight: number): number {
    const definition = parent.getFields()[field.name.value];
    const type = definition && getNamedType(definition.type);
    if (type === undefined || !isCompositeType(type)) return 0;
    const { name } = type;
    if (name === 'PageInfo' || name.endsWith('UserError') || name === 'UserError') return 0;
    const own = inner(data, (field.alias ?? field.name).value);
    if (name.endsWith('Connection')) return this.#connection(field, name, own);
    if (own?.value === null) return weight;
    const ids = this.#argument(field.arguments, 'ids');
    const times = Array.isArray(ids) && field.name.value === 'nodes' ? ids.length : 1;
    const items = own !== undefined && Array.isArray(own.value) ? itemsOf(own) : [own];
    const costs = items.map(
      (item) => weight + this.#selected(field.selectionSet, name, item, weight),
    );
    return times * Math.max(0, ...costs);
  }

  #connection(field: FieldNode, typeName: string, data: Data): number {
    const type = this.#priced.schema.getType(typeName);
    if (!isObjectType(type) || field.selectionSet === undefined || data?.value === null) return 0;
    const asked =
      this.#argument(field.arguments, 'first') ?? this.#argument(field.arguments, 'last');
    let cost = 0;
    let count = Number(asked ?? 1);
    for (const list of this.#fieldsOf(field.selectionSet, type)) {
      const item = type.getFields()[list.name.value];
      if (item === undefined || !['nodes', 'edges'].includes(list.name.value)) continue;
      const items = itemsOf(inner(data, (list.alias ?? list.name).value));
      if (data !== undefined) count = items.length;
      // An edge itself costs nothing; its node costs as much as any object.
      const weight = list.name.value === 'nodes' ? 1 : 0;
      const costs = items.map(
        (one) => weight + this.#selected(list.selectionSet, getNamedType(item.type).name, one, 1),
      );
      cost += Math.max(0, ...costs);
    }
    return connectionCost + timesOf(count) * cost;
  }
}

const fixedCosts = new WeakMap<OperationDefinitionNode, number>();

/** The most that an operation can cost, computed before it runs. */
export function requestedCost(priced: Priced): number {
  const { operation } = priced;
  const known = fixedCosts.get(operation);
  if (known !== undefined) return known;
  const pricing = new Pricing(priced);
  const cost = pricing.total(undefined);
  if (!pricing.hasReadVariables) fixedCosts.set(operation, cost);
  return cost;
}

/** The cost of the data that an operation returned; never more than the requested cost. */
export function actualCost(priced: Priced, data: unknown): number {
  return new Pricing(priced).total({ value: data });
}

/** The platform's refusal of a query that is too expensive. */
export function tooDear(cost: number): GraphQLError {
  return new GraphQLError(
    `Query cost is ${cost}, which exceeds the single query max cost limit (${maximumCost}).

See https://shopify.dev/concepts/about-apis/rate-limits for more information on how the
cost of a query is calculated.

To query larger amounts of data with fewer limits, bulk operations should be used instead.
See https://shopify.dev/api/usage/bulk-operations/queries for usage details.
`,
    { extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: maximumCost } },
  );
}
