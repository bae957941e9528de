import { InlineStack, Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { formatCount } from '#contract/format.ts';
import { moneyBagFields, moneyBagText, moneyFields, moneyText } from '../display/money.tsx';
import { StoreLink } from '../display/section.tsx';
import { StatusBadge } from '../display/status-badge.tsx';
import { formatDay } from '../formats.ts';
import { numberOf } from '../internal-api/graphql.ts';
import { appName, appScreens } from './app-links.ts';
import { listPage } from './list-page.tsx';

const count = z
  .object({ count: z.number() })
  .nullable()
  .transform((answer) => answer?.count ?? 0);

const link = (below: string, id: string, name: string) => (
  <StoreLink to={`${below}/${numberOf(id)}`}>{name}</StoreLink>
);

const lists: Readonly<Record<string, () => ReactNode>> = {
  '/orders': listPage({
    title: 'Orders',
    resourceName: { singular: 'order', plural: 'orders' },
    root: 'orders',
    sorted: 'sortKey: PROCESSED_AT, reverse: true',
    fields: `name processedAt displayFulfillmentStatus customer { displayName } totalPriceSet ${moneyBagFields}`,
    row: z.object({
      id: z.string(),
      name: z.string(),
      processedAt: z.string(),
      displayFulfillmentStatus: z.string(),
      customer: z.object({ displayName: z.string() }).nullable(),
      totalPriceSet: moneyBagText,
    }),
    send: { content: `Sync with ${appName}`, screen: appScreens.ordersSync },
    columns: [
      { title: 'Order', cell: (row) => link('/orders', row.id, row.name) },
      { title: 'Date', cell: ({ processedAt }) => formatDay(processedAt) },
      { title: 'Customer', cell: ({ customer }) => customer?.displayName ?? 'No customer' },
      { title: 'Total', numeric: true, cell: ({ totalPriceSet }) => totalPriceSet },
      {
        title: 'Fulfillment status',
        cell: ({ displayFulfillmentStatus }) => <StatusBadge status={displayFulfillmentStatus} />,
      },
    ],
  }),
  '/products': listPage({
    title: 'Products',
    resourceName: { singular: 'product', plural: 'products' },
    root: 'products',
    sorted: 'sortKey: TITLE',
    fields: 'title status totalInventory featuredImage { url } variantsCount { count }',
    row: z.object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      totalInventory: z.number(),
      featuredImage: z.object({ url: z.string() }).nullable(),
      variantsCount: count,
    }),
    columns: [
      {
        title: 'Product',
        cell: ({ id, title, featuredImage }) => (
          <InlineStack gap="300" blockAlign="center" wrap={false}>
            <Thumbnail size="small" alt="" source={featuredImage?.url ?? ImageIcon} />
            {link('/products', id, title)}
          </InlineStack>
        ),
      },
      { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
      {
        title: 'Inventory',
        cell: ({ totalInventory, variantsCount }) =>
          `${totalInventory} in stock for ${formatCount(variantsCount, 'variant')}`,
      },
    ],
  }),
  '/customers': listPage({
    title: 'Customers',
    resourceName: { singular: 'customer', plural: 'customers' },
    root: 'customers',
    sorted: 'sortKey: NAME',
    fields: `displayName numberOfOrders defaultEmailAddress { emailAddress } amountSpent ${moneyFields}`,
    row: z.object({
      id: z.string(),
      displayName: z.string(),
      numberOfOrders: z.coerce.number(),
      defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
      amountSpent: moneyText,
    }),
    columns: [
      { title: 'Customer', cell: (row) => link('/customers', row.id, row.displayName) },
      { title: 'Email', cell: (customer) => customer.defaultEmailAddress?.emailAddress },
      { title: 'Orders', cell: ({ numberOfOrders }) => formatCount(numberOfOrders, 'order') },
      { title: 'Amount spent', numeric: true, cell: ({ amountSpent }) => amountSpent },
    ],
  }),
  '/pages': listPage({
    title: 'Pages',
    resourceName: { singular: 'page', plural: 'pages' },
    root: 'pages',
    sorted: 'sortKey: TITLE',
    fields: 'title isPublished updatedAt',
    row: z.object({
      id: z.string(),
      title: z.string(),
      isPublished: z.boolean(),
      updatedAt: z.string(),
    }),
    columns: [
      { title: 'Title', cell: (row) => link('/pages', row.id, row.title) },
      { title: 'Visibility', cell: ({ isPublished }) => (isPublished ? 'Visible' : 'Hidden') },
      { title: 'Updated', cell: ({ updatedAt }) => formatDay(updatedAt) },
    ],
  }),
  '/settings/shipping': listPage({
    title: 'Shipping and delivery',
    resourceName: { singular: 'delivery profile', plural: 'delivery profiles' },
    root: 'deliveryProfiles',
    searchable: false,
    back: { content: 'Settings', path: '/settings' },
    fields:
      'name default productVariantsCount { count } sellingPlanGroups(first: 50) { nodes { id } }',
    row: z.object({
      id: z.string(),
      name: z.string(),
      default: z.boolean(),
      productVariantsCount: count,
      sellingPlanGroups: z.object({ nodes: z.array(z.unknown()) }),
    }),
    columns: [
      { title: 'Profile', cell: (row) => link('/settings/shipping/profiles', row.id, row.name) },
      { title: 'Kind', cell: (profile) => (profile.default ? 'General' : 'Custom') },
      {
        title: 'Products',
        cell: (profile) => formatCount(profile.productVariantsCount, 'variant'),
      },
      {
        title: 'Selling plan groups',
        numeric: true,
        cell: ({ sellingPlanGroups }) => sellingPlanGroups.nodes.length,
      },
    ],
  }),
};

export default function List({ path }: { path: string }) {
  return lists[path]?.();
}
