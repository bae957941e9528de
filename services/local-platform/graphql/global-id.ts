import { GraphQLError } from 'graphql';
import { z } from 'zod';

const pattern = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)(?:\?.*)?$/;

/** Builds a global id, such as `gid://shopify/Product/42`. */
export function globalId(type: string, id: number): string {
  return `gid://shopify/${type}/${id}`;
}

/** The parts of a global id; null if the text isn't one. */
export function parseGlobalId(value: string): { type: string; id: number } | null {
  const match = pattern.exec(value);
  const [, type, id] = match ?? [];
  return type === undefined || id === undefined ? null : { type, id: Number(id) };
}

/** The number in a global id of `type`; null for another type. Refuses other texts as the platform does. */
export function idOf(type: string, value: string): number | null {
  const parsed = parseGlobalId(value);
  if (parsed === null) {
    throw new GraphQLError(`Invalid global id '${value}'`, {
      extensions: { code: 'INVALID_VARIABLE' },
    });
  }
  return parsed.type === type ? parsed.id : null;
}

export const idArgument = z.object({ id: z.string() });

/** The numeric id in the argument `id`, as {@link idOf} reads it. */
export function idIn(type: string, args: unknown): number | null {
  return idOf(type, idArgument.parse(args).id);
}
