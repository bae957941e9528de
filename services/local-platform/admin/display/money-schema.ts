import { z } from 'zod';

const moneySchema = z.object({ amount: z.string(), currencyCode: z.string() });

/** The platform's MoneyBag, of which the admin shows the shop's own currency. */
export const moneyBagSchema = z.object({ shopMoney: moneySchema });
export const moneyBagFields = '{ shopMoney { amount currencyCode } }';
export { moneySchema };
