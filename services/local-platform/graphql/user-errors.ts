import { GraphQLError } from 'graphql';

/** A refusal within a mutation's payload. `field` is the path of the input, list positions as texts. */
export type UserError = {
  field: string[] | null;
  message: string;
  code?: string;
};

/** Collects a user error. */
export type Report = (path: readonly string[], message: string, code: string) => void;

/** The platform's error for an unknown id, if the mutation has no user error for it. */
export function resourceNotFound(id: string): GraphQLError {
  return new GraphQLError(`Invalid id: ${id}`, { extensions: { code: 'RESOURCE_NOT_FOUND' } });
}

/** The most entries that any list in an input may have. */
const maximumListLength = 250;

/** Refuses inputs with a longer list than the platform takes. */
export function checkListLengths(value: unknown, path: readonly string[]): void {
  if (Array.isArray(value)) {
    if (value.length > maximumListLength) {
      throw new GraphQLError(
        `The input array size of ${value.length} is greater than the maximum allowed of ${maximumListLength}.`,
        { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED', inputPath: path } },
      );
    }
    for (const [index, entry] of value.entries()) checkListLengths(entry, [...path, String(index)]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) checkListLengths(entry, [...path, name]);
  }
}
