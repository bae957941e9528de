import { type FieldNode, Kind } from 'graphql';
import type { PreparedOperation } from '../graphql/execute.ts';
import { answerSchema, type OwnFault } from './inject-fault.ts';

type UserErrors = Extract<OwnFault, { kind: 'userErrors' }>;

/** A mutation's payload with only user errors; its other selected fields are null. */
function refusedPayload(field: FieldNode, fault: UserErrors) {
  const payload: Record<string, unknown> = {};
  for (const selection of field.selectionSet?.selections ?? []) {
    if (selection.kind !== Kind.FIELD) continue;
    const name = selection.alias?.value ?? selection.name.value;
    payload[name] = selection.name.value === 'userErrors' ? fault.userErrors : null;
  }
  return payload;
}

function refusedData(prepared: PreparedOperation | null, fault: UserErrors) {
  const data: Record<string, unknown> = {};
  for (const selection of prepared?.operation.selectionSet.selections ?? []) {
    if (selection.kind !== Kind.FIELD) continue;
    data[selection.alias?.value ?? selection.name.value] = refusedPayload(selection, fault);
  }
  return { data };
}

/** The platform's answer when a shop has used up its query cost limit. */
export function throttled(extensions: object): Response {
  const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
  return Response.json({ errors, extensions });
}

/** Answers faults of the Admin API in GraphQL's shape. */
export function graphqlFaults(prepared: PreparedOperation | null) {
  return async (fault: OwnFault, done: Response): Promise<Response> => {
    switch (fault.kind) {
      case 'throttled':
        return throttled({
          cost: {
            requestedQueryCost: 100,
            actualQueryCost: null,
            throttleStatus: {
              maximumAvailable: 2000,
              currentlyAvailable: 0,
              restoreRate: fault.restoreRate,
            },
          },
        });
      case 'errors': {
        const data = fault.withData ? answerSchema.parse(await done.json()) : {};
        return Response.json({ ...data, errors: fault.errors });
      }
      case 'userErrors':
        return Response.json(refusedData(prepared, fault));
    }
  };
}
