import {
  type DocumentNode,
  execute,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import type { Context } from './context.ts';
import { uncountedCost } from './point-bucket.ts';
import { schema } from './schema.ts';
import { checkListLengths } from './user-errors.ts';

export type OperationRequest = {
  query: string;
  variables?: Record<string, unknown> | null | undefined;
  operationName?: string | null | undefined;
};

export type OperationAnswer = {
  data?: unknown;
  errors?: unknown[];
  extensions?: Record<string, unknown>;
};

/** An operation that is ready to be carried out, and what it is called in logs and in faults. */
export type PreparedOperation = {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** The operation's own name, or null. */
  name: string | null;
  /** The names of its root fields, such as `sellingPlanGroupCreate`. */
  rootFields: string[];
};

const rememberedDocuments = 500;
const documents = new Map<string, DocumentNode | readonly GraphQLError[]>();

function read(query: string): DocumentNode | readonly GraphQLError[] {
  const known = documents.get(query);
  if (known !== undefined) return known;
  let result: DocumentNode | readonly GraphQLError[];
  try {
    const document = parse(query);
    const errors = validate(schema, document);
    result = errors.length > 0 ? errors : document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    result = [error];
  }
  if (documents.size >= rememberedDocuments) documents.clear();
  documents.set(query, result);
  return result;
}

function rootFieldsOf(operation: OperationDefinitionNode): string[] {
  const names: string[] = [];
  for (const selection of operation.selectionSet.selections) {
    if (selection.kind === Kind.FIELD) names.push(selection.name.value);
  }
  return names;
}

/** Reads and checks an operation; the answer is the platform's errors where it is not one. */
export function prepare(request: OperationRequest): PreparedOperation | OperationAnswer {
  const document = read(request.query);
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

/** Carries an operation out. Mutations are durable when this resolves. */
export async function carryOut(
  prepared: PreparedOperation,
  request: OperationRequest,
  context: Context,
): Promise<OperationAnswer> {
  const variables = request.variables ?? {};
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
      // A resolver's own failure is the platform's fault and says nothing about its insides.
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
  // The platform writes it last.
  answer.extensions = uncountedCost;
  return answer;
}

/** Reads, checks and carries out an operation. */
export async function executeOperation(
  request: OperationRequest,
  context: Context,
): Promise<OperationAnswer> {
  const prepared = prepare(request);
  return 'operation' in prepared ? carryOut(prepared, request, context) : prepared;
}
