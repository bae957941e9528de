import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { forVendors } from '../../shop/active-vendor.ts';
import { changeRoastDay, getRoastPlan, updateRoastSettings } from './plan.ts';

export const roastPlanHandlers = {
  getRoastPlan: forVendors((context) => getRoastPlan(context)),
  updateRoastSettings: (context, { body }) => updateRoastSettings(context, body),
  changeRoastDay: (context, { body, ifMatch }) => changeRoastDay(context, body, ifMatch),
} satisfies Partial<SubscriptionApiHandlers>;
