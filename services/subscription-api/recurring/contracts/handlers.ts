import { originalIdOf } from '#contract/global-id.ts';
import type { SubscriptionApiHandlers } from '../../handlers.ts';
import { forVendors } from '../../shop/active-vendor.ts';
import { listPassedOver } from '../rotation/passed-over.ts';
import { getContractAddress } from './address.ts';
import { changeSubscriptionContract } from './change.ts';
import { getContractHistory, getSubscriptionContract } from './contract.ts';
import { listSubscriptionContracts } from './list.ts';
import { addOnce, removeOnce } from './once.ts';
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
  getContractHistory: forVendors((context, { id, query }) =>
    getContractHistory(context, originalIdOf(id), query),
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
    switch (body.change) {
      case 'order':
        await orderAsMerchant(context, id, ifMatch);
        break;
      case 'set place':
        await setPlace(context, id, body, ifMatch);
        break;
      case 'add once':
        await addOnce(context, id, body, ifMatch);
        break;
      case 'remove once':
        await removeOnce(context, id, body.id);
        break;
      default:
        return await changeSubscriptionContract(context, id, body, ifMatch);
    }
    return await getSubscriptionContract(context, id);
  }),
} satisfies Partial<SubscriptionApiHandlers>;
