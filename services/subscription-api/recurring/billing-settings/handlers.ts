import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { requireActiveVendor } from '../../shop/active-vendor.ts';
import { getBilling } from './billing.ts';
import { changeBilling } from './change-billing.ts';
import { getFirstCharges } from './first-charges.ts';
import { updateRules } from './update-rules.ts';

export const billingSettingsHandlers = {
  getBilling: async (context) => {
    await requireActiveVendor(context.database, context.shop);
    return await getBilling(context);
  },
  updateBillingRules: (context, { body, ifMatch }) => updateRules(context, body, ifMatch),
  getFirstCharges: async (context) => {
    await requireActiveVendor(context.database, context.shop);
    return await getFirstCharges(context);
  },
  changeBilling: (context, { body, ifMatch }) => changeBilling(context, body.change, ifMatch),
} satisfies Partial<SubscriptionApiHandlers>;
