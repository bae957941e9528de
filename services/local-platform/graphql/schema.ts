import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { customerResolvers } from './customers.ts';
import { deliveryProfileResolvers } from './delivery-profiles.ts';
import { fileResolvers } from './files.ts';
import { fulfillmentOrderResolvers } from './fulfillment-orders.ts';
import { fulfillmentResolvers } from './fulfillments.ts';
import { metafieldResolvers } from './metafields.ts';
import { orderResolvers } from './orders.ts';
import { pageResolvers } from './pages.ts';
import { productResolvers } from './products.ts';
import { sellingPlanGroupResolvers } from './selling-plan-groups.ts';
import { sellingPlanMutations } from './selling-plan-mutations.ts';
import { shopResolvers } from './shop.ts';
import { subscriptionResolvers } from './subscriptions/subscription-resolvers.ts';
import { themeResolvers } from './themes.ts';

export const apiVersion = '2026-10';

const typeDefs = readFileSync(
  new URL(`../schema/admin-${apiVersion}.graphql`, import.meta.url),
  'utf8',
);

/** The pruned Admin API schema with the local platform's resolvers. */
export const schema = makeExecutableSchema({
  typeDefs,
  resolvers: [
    shopResolvers,
    productResolvers,
    customerResolvers,
    orderResolvers,
    fulfillmentOrderResolvers,
    fulfillmentResolvers,
    sellingPlanGroupResolvers,
    sellingPlanMutations,
    deliveryProfileResolvers,
    pageResolvers,
    themeResolvers,
    metafieldResolvers,
    fileResolvers,
    ...subscriptionResolvers,
  ],
});
