import { z } from 'zod';

/**
 * The coffees in an order's rotating lines, stored with its attempt. Ids are numeric tails. `product` is the line's own, `coffee` the one that
 * went in its place, by the order of `version`. `unitPrice` is the price that we set for it, in major units.
 */
const heldSchema = z.array(
  z.object({
    line: z.string(),
    product: z.string(),
    coffee: z.string(),
    variant: z.string().nullable(),
    title: z.string(),
    version: z.number().int(),
    unitPrice: z.string().optional(),
  }),
);

export type Held = z.infer<typeof heldSchema>;

/** Reads the column; null if nobody knows what the order held. */
export const heldOf = (column: unknown): Held | null =>
  column === null ? null : heldSchema.parse(column);
