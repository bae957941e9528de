import { z } from 'zod';
import data from './coffees.json' with { type: 'json' };

const coffeesSchema = z.array(
  z
    .tuple([z.string(), z.string(), z.string(), z.number()])
    .transform(([title, kind, notes, price]) => ({ title, kind, notes, price })),
);

/** A coffee on sale: title, kind, tasting notes, and the price of 250 g in the store's currency. */
export type Coffee = z.infer<typeof coffeesSchema>[number];

export const coffees = coffeesSchema.parse(data.established);

/** The coffees of a roaster who has just started. */
export const firstCoffees = coffeesSchema.parse(data.fresh);
