import { z } from 'zod';
import type { Shop } from '../store/records.ts';
import { type Context, requireScopes } from './context.ts';
import { globalId, idArgument, idOf, parseGlobalId } from './global-id.ts';

/** The types that `node` finds, with their tables and the scopes for reading them. */
const nodeTypes = {
  Product: { table: 'products', scope: 'read_products' },
  ProductVariant: { table: 'variants', scope: 'read_products' },
  Customer: { table: 'customers', scope: 'read_customers' },
  Order: { table: 'orders', scope: 'read_orders' },
  Fulfillment: { table: 'fulfillments', scope: 'read_orders' },
  SellingPlanGroup: { table: 'groups', scope: 'read_products' },
  DeliveryProfile: { table: 'profiles', scope: 'read_shipping' },
  SubscriptionContract: { table: 'contracts', scope: 'read_own_subscription_contracts' },
  SubscriptionBillingAttempt: { table: 'attempts', scope: 'read_own_subscription_contracts' },
  CustomerPaymentMethod: { table: 'paymentMethods', scope: 'read_customer_payment_methods' },
  MediaImage: { table: 'files', scope: 'read_files' },
} as const;

function isNodeType(type: string): type is keyof typeof nodeTypes {
  return Object.hasOwn(nodeTypes, type);
}

function findNode(value: string, context: Context): object | null {
  // Refuses anything but a global id, as every other field does.
  idOf('Node', value);
  const parsed = parseGlobalId(value);
  if (parsed === null) return null;
  if (parsed.type === 'SellingPlan') {
    requireScopes(context, 'node', ['read_products']);
    for (const group of context.store.tables.groups.all()) {
      const plan = group.plans.find((candidate) => candidate.id === parsed.id);
      if (plan !== undefined) return { __typename: 'SellingPlan', ...plan };
    }
    return null;
  }
  if (!isNodeType(parsed.type)) return null;
  const { table, scope } = nodeTypes[parsed.type];
  requireScopes(context, 'node', [scope]);
  const record = context.store.tables[table].get(parsed.id);
  return record === undefined ? null : { __typename: parsed.type, ...record };
}

const scopeDescription = (handle: string) => {
  const [verb = '', ...noun] = handle.split('_');
  return `${verb === 'write' ? 'Modify' : 'Read'} ${noun.join(' ')}`;
};

export const shopResolvers = {
  QueryRoot: {
    shop: (_: unknown, __: unknown, { store }: Context) => store.shop,
    currentAppInstallation: (_: unknown, __: unknown, { store, app }: Context) => ({
      id: globalId('AppInstallation', 1),
      accessScopes: store.shop.grantedScopes.map((handle) => ({
        handle,
        description: scopeDescription(handle),
      })),
      app: { id: globalId('App', 1), apiKey: app.apiKey, handle: app.handle, title: app.name },
    }),
    node: (_: unknown, args: unknown, context: Context) =>
      findNode(idArgument.parse(args).id, context),
    nodes: (_: unknown, args: unknown, context: Context) =>
      z
        .object({ ids: z.array(z.string()) })
        .parse(args)
        .ids.map((id) => findNode(id, context)),
  },
  Shop: {
    id: (shop: Shop) => globalId('Shop', shop.id),
    features: ({ marketDrivenShipping }: Shop) => ({ marketDrivenShipping }),
    shipsToCountries: () => ['AU', 'CA', 'DE', 'FR', 'GB', 'IE', 'NL', 'US'],
    contactEmail: (shop: Shop) => shop.email,
    ianaTimezone: (shop: Shop) => shop.timezone,
    url: (shop: Shop) => `https://${shop.handle}.myshopify.com`,
  },
};
