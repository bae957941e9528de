import {
  type DocumentNode,
  execute,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from './context.ts';
import { type QueryCost, uncounted } from './leaky-bucket.ts';
import { actualCost, maximumCost, type Priced, requestedCost, tooDear } from './query-cost.ts';
import { schema } from './schema.ts';
import { checkListLengths } from './user-errors.ts';

type OperationRequest = {
  query: string;
  variables?: Record<string, unknown> | null | undefined;
  operationName?: string | null | undefined;
};

export type OperationAnswer = {
  data?: unknown;
  errors?: unknown[];
  extensions?: Record<string, unknown>;
};

export type PreparedOperation = {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** The operation's own name; null if it has none. */
  name: string | null;
  /** The names of its root fields, such as `sellingPlanGroupCreate`. */
  rootFields: string[];
};

const documents = new LRUCache<string, DocumentNode | readonly GraphQLError[]>({
  max: 500,
  memoMethod: (query) => {
    try {
      const document = parse(query);
      const errors = validate(schema, document);
      return errors.length > 0 ? errors : document;
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return [error];
    }
  },
});

function rootFieldsOf(operation: OperationDefinitionNode): string[] {
  const names: string[] = [];
  for (const selection of operation.selectionSet.selections) {
    if (selection.kind === Kind.FIELD) names.push(selection.name.value);
  }
  return names;
}

/** Parses and validates an operation; returns the platform's errors if it's invalid. */
export function prepare(request: OperationRequest): PreparedOperation | OperationAnswer {
  const document = documents.memo(request.query);
  if (!('kind' in document)) return { errors: document.map((error) => error.toJSON()) };
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const operation =
    request.operationName == null
      ? operations[0]
      : operations.find((candidate) => candidate.name?.value === request.operationName);
  if (operation === undefined || (operations.length > 1 && request.operationName == null)) {
    return { errors: [{ message: 'An operation name is required' }] };
  }
  return {
    document,
    operation,
    name: operation.name?.value ?? null,
    rootFields: rootFieldsOf(operation),
  };
}

function pricedOf({ document, operation }: PreparedOperation, request: OperationRequest): Priced {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  return { schema, operation, fragments, variables: request.variables ?? {} };
}

/** The rate limit needs the cost before an operation, and the answer needs it afterwards. */
const costs = new WeakMap<OperationRequest, number>();

/** The most that an operation can cost. */
export function costOf(prepared: PreparedOperation, request: OperationRequest): number {
  const known = costs.get(request);
  if (known !== undefined) return known;
  const cost = requestedCost(pricedOf(prepared, request));
  costs.set(request, cost);
  return cost;
}

/** Executes an operation. A mutation's changes are durable when this resolves. */
export async function carryOut(
  prepared: PreparedOperation,
  request: OperationRequest,
  context: Context,
  settle: (cost: QueryCost) => Record<string, unknown> = uncounted,
): Promise<OperationAnswer> {
  const variables = request.variables ?? {};
  const requestedQueryCost = costOf(prepared, request);
  // The admin itself has no cost limit.
  if (context.scopes !== null && requestedQueryCost > maximumCost) {
    return { errors: [tooDear(requestedQueryCost).toJSON()] };
  }
  try {
    checkListLengths(variables, []);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [{ ...error.toJSON(), path: prepared.rootFields }] };
  }
  const result = await execute({
    schema,
    document: prepared.document,
    operationName: prepared.name,
    variableValues: variables,
    contextValue: context,
  });
  const answer: OperationAnswer = {};
  if (result.data !== undefined) answer.data = result.data;
  if (result.errors !== undefined) {
    answer.errors = result.errors.map((error) => {
      // The platform hides a resolver's bug behind an internal error.
      const own = error.originalError != null && !(error.originalError instanceof GraphQLError);
      if (own) context.report(error.originalError);
      return own
        ? {
            message: 'Internal error. Looks like something went wrong on our end.',
            path: error.path,
            extensions: { code: 'INTERNAL_SERVER_ERROR' },
          }
        : error.toJSON();
    });
  }
  // The platform puts `extensions` last.
  const cost: QueryCost = {
    requestedQueryCost,
    actualQueryCost: actualCost(pricedOf(prepared, request), result.data ?? null),
  };
  answer.extensions = settle(cost);
  return answer;
}

export async function executeOperation(
  request: OperationRequest,
  context: Context,
): Promise<OperationAnswer> {
  const prepared = prepare(request);
  return 'operation' in prepared ? carryOut(prepared, request, context) : prepared;
}
