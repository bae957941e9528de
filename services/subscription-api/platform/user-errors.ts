import { z } from 'zod';

/** `userErrors` of a mutation. `field` is a path in the mutation's arguments. Those of delivery profiles have no code. */
export const userErrorsSchema = z.array(
  z.object({
    field: z.array(z.string()).nullable(),
    message: z.string(),
    code: z.string().nullable().optional(),
  }),
);

export type UserError = z.infer<typeof userErrorsSchema>[number];
