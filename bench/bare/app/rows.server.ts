import { readFileSync } from 'node:fs';
import { z } from 'zod';

const environment = z
  .object({ ROWS: z.string(), API_KEY: z.string(), API_SECRET: z.string() })
  .parse(process.env);

const planSchema = z.looseObject({
  id: z.string(),
  deliveryPolicy: z.looseObject({
    interval: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']).optional(),
    intervalCount: z.number().optional(),
  }),
  pricingPolicies: z.array(
    z.looseObject({ adjustmentValue: z.looseObject({ value: z.number() }) }),
  ),
});

const groupSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  productsCount: z.looseObject({ count: z.number() }),
  productVariantsCount: z.looseObject({ count: z.number() }),
  sellingPlans: z.array(planSchema),
});

export type Plan = z.infer<typeof planSchema>;

/** The rows as the API lists them. `looseObject` keeps the fields that the schema doesn't name. */
export const list = z
  .looseObject({ items: z.array(groupSchema) })
  .parse(JSON.parse(readFileSync(environment.ROWS, 'utf8')));

export const apiKey = environment.API_KEY;
export const secret = new TextEncoder().encode(environment.API_SECRET);
