import { z } from 'zod';

/** The number at the end of a global id. */
export const id = z.number().int().positive();
export const timestamp = z.string();
export const changeable = { createdAt: timestamp, updatedAt: timestamp };
/** A decimal amount in the store's currency, such as `12.50`. */
export const amount = z.string();

export const planIntervals = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export const adjustmentTypes = ['PERCENTAGE', 'FIXED_AMOUNT', 'PRICE'] as const;
export const anchorTypes = ['WEEKDAY', 'MONTHDAY', 'YEARDAY'] as const;

export const addressRecord = z.object({
  firstName: z.string(),
  lastName: z.string(),
  company: z.string().nullable(),
  address1: z.string(),
  address2: z.string().nullable(),
  city: z.string(),
  provinceCode: z.string(),
  zip: z.string(),
  country: z.string(),
  countryCode: z.string(),
  phone: z.string().nullable(),
});

export const anchorRecord = z.object({
  type: z.enum(anchorTypes),
  day: z.number().int(),
  month: z.number().int().nullable(),
  cutoffDay: z.number().int().nullable(),
});
