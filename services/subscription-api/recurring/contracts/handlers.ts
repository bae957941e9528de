import { originalIdOf } from '#contract/global-id.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { forVendors } from '../../shop/active-vendor.ts';
import { getContractAddress } from './address.ts';
import { changeSubscriptionContract } from './change.ts';
import { getSubscriptionContract } from './contract.ts';
import { listSubscriptionContracts } from './list.ts';
import { getContractPlans } from './plans.ts';

export const subscriptionContractHandlers = {
  listSubscriptionContracts: forVendors((context, { query }) =>
    listSubscriptionContracts(context, query),
  ),
  getSubscriptionContract: forVendors((context, { id }) =>
    getSubscriptionContract(context, originalIdOf(id)),
  ),
  getContractAddress: forVendors((context, { id }) =>
    getContractAddress(context, originalIdOf(id)),
  ),
  getContractPlans: forVendors((context, { id }) => getContractPlans(context, originalIdOf(id))),
  changeSubscriptionContract: forVendors((context, { id, body, ifMatch }) =>
    changeSubscriptionContract(context, originalIdOf(id), body, ifMatch),
  ),
} satisfies Partial<SubscriptionApiHandlers>;
