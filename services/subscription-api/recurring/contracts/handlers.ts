import { originalIdOf } from '#contract/global-id.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { forVendors } from '../../shop/active-vendor.ts';
import { listPassedOver } from '../rotation/passed-over.ts';
import { getContractAddress } from './address.ts';
import { changeSubscriptionContract } from './change.ts';
import { getSubscriptionContract } from './contract.ts';
import { listSubscriptionContracts } from './list.ts';
import { orderAsMerchant } from './order-by-use.ts';
import { setPlace } from './place.ts';
import { getContractPlans } from './plans.ts';
import { changeView, createView, deleteView } from './views.ts';

export const subscriptionContractHandlers = {
  listSubscriptionContracts: forVendors((context, { query }) =>
    listSubscriptionContracts(context, query),
  ),
  createView: (context, { body }) => createView(context, body),
  changeView: (context, { id, body }) => changeView(context, id, body),
  deleteView: async (context, { id }) => {
    await deleteView(context, id);
    return undefined;
  },
  getSubscriptionContract: forVendors((context, { id }) =>
    getSubscriptionContract(context, originalIdOf(id)),
  ),
  getContractAddress: forVendors((context, { id }) =>
    getContractAddress(context, originalIdOf(id)),
  ),
  getContractPlans: forVendors((context, { id }) => getContractPlans(context, originalIdOf(id))),
  listPassedOver: forVendors((context, { id, query }) =>
    listPassedOver(context, originalIdOf(id), query),
  ),
  changeSubscriptionContract: forVendors(async (context, { id: globalId, body, ifMatch }) => {
    const id = originalIdOf(globalId);
    if (body.change === 'order') {
      await orderAsMerchant(context, id, ifMatch);
      return await getSubscriptionContract(context, id);
    }
    if (body.change !== 'set place') {
      return await changeSubscriptionContract(context, id, body, ifMatch);
    }
    await setPlace(context, id, body);
    return await getSubscriptionContract(context, id);
  }),
} satisfies Partial<SubscriptionApiHandlers>;
