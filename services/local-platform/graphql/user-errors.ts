import { GraphQLError } from 'graphql';

/** An error within a mutation's payload. `field` is the input's path, with list positions as texts. */
export type UserError = {
  field: string[] | null;
  message: string;
  code?: string;
};

export type Report = (path: readonly string[], message: string, code: string) => void;

/** The platform's error for an unknown id, in mutations without a user error for it. */
export function resourceNotFound(id: string): GraphQLError {
  return new GraphQLError(`Invalid id: ${id}`, { extensions: { code: 'RESOURCE_NOT_FOUND' } });
}

const maximumListLength = 250;

/** @throws GraphQLError if a list is longer than the platform accepts. */
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
