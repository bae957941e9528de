import { z } from 'zod';
import { type AddressField, addressRefusals, tidyAddress } from './address-rules.ts';

const textSchema = z
  .string()
  .max(1000)
  .regex(/^[^\0]*$/);

const rawSchema = z.object({
  firstName: textSchema,
  lastName: textSchema,
  company: textSchema,
  address1: textSchema,
  address2: textSchema,
  city: textSchema,
  provinceCode: textSchema,
  zip: textSchema,
  countryCode: textSchema,
  phone: textSchema,
} satisfies Record<AddressField, z.ZodString>);

/** An address that can be delivered to, by its country's rules (address-rules.ts). */
export const deliveryAddressSchema = rawSchema
  .overwrite(tidyAddress)
  .superRefine((address, context) => {
    for (const [field, message] of Object.entries(addressRefusals(address))) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

/**
 * Answer of GET /subscription/contract/:id/address: where the orders are sent, as the platform has it now, and for how much. It isn't kept here.
 * `address` is null where nothing is shipped.
 */
export const contractAddressSchema = z.object({
  address: rawSchema.nullable(),
  deliveryPrice: z.number().int(),
  currencyCode: z.string(),
  /** The codes of those that the store ships to. */
  countries: z.array(z.string()),
  /** The `If-Match` of a change that was made from it. */
  tag: z.string(),
});

export type ContractAddress = z.infer<typeof contractAddressSchema>;
