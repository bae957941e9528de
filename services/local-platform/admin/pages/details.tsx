import { InlineStack, Text, Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { formatCount } from '#contract/format.ts';
import { moneyBagFields, moneyBagText, moneyFields, moneyText, Price } from '../display/money.tsx';
import { Lines, Section, Table } from '../display/section.tsx';
import { StatusBadge } from '../display/status-badge.tsx';
import { formatTime } from '../formats.ts';
import { appName, appScreens } from './app-links.ts';
import { detailPage } from './detail-page.tsx';

const listed = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ nodes: z.array(schema) }).transform(({ nodes }) => nodes);
const named = listed(z.object({ name: z.string() })).transform((all) =>
  all.map(({ name }) => name),
);

const details: Readonly<Record<string, (id: string) => ReactNode>> = {
  products: detailPage({
    type: 'Product',
    root: 'product',
    thing: 'Product',
    back: { content: 'Products', path: '/products' },
    fields: `title status description tags onlineStoreUrl featuredImage { url }
      variants(first: 250) { nodes { id title price inventoryQuantity } }
      sellingPlanGroups(first: 50) { nodes { name } }`,
    one: z.object({
      title: z.string(),
      status: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      onlineStoreUrl: z.url().nullable(),
      featuredImage: z.object({ url: z.string() }).nullable(),
      variants: listed(
        z.object({
          id: z.string(),
          title: z.string(),
          price: z.string(),
          inventoryQuantity: z.number().nullable(),
        }),
      ),
      sellingPlanGroups: named,
    }),
    title: ({ title }) => title,
    badge: ({ status }) => <StatusBadge status={status} />,
    inShop: ({ onlineStoreUrl }) => onlineStoreUrl,
    send: [{ content: `Manage rotation in ${appName}`, screen: appScreens.rotation }],
    body: ({ title, description, featuredImage, variants }) => (
      <>
        <Section title="Description">
          <InlineStack gap="400" wrap={false}>
            <Thumbnail size="large" alt={title} source={featuredImage?.url ?? ImageIcon} />
            <Text as="p">{description || 'No description'}</Text>
          </InlineStack>
        </Section>
        <Table
          headings={['Variant', 'Available', 'Price']}
          rows={variants.map(({ id, price, inventoryQuantity, ...variant }) => [
            variant.title,
            inventoryQuantity ?? 'Not tracked',
            <Price key={id} amount={price} />,
          ])}
        />
      </>
    ),
    aside: ({ sellingPlanGroups, tags }) => (
      <>
        <Section title="Purchase options">
          <Lines of={sellingPlanGroups} none="Sold one time only." />
        </Section>
        <Section title="Tags">
          <Lines of={tags} none="No tags" />
        </Section>
      </>
    ),
  }),
  orders: detailPage({
    type: 'Order',
    root: 'order',
    thing: 'Order',
    back: { content: 'Orders', path: '/orders' },
    fields: `name processedAt shippingAddress { formatted(withName: true) }
      totalPriceSet ${moneyBagFields} fulfillments(first: 1) { displayStatus }
      lineItems(first: 100) { nodes { name quantity originalUnitPriceSet ${moneyBagFields} } }`,
    one: z.object({
      name: z.string(),
      processedAt: z.string(),
      shippingAddress: z.object({ formatted: z.array(z.string()) }).nullable(),
      totalPriceSet: moneyBagText,
      fulfillments: z.array(z.object({ displayStatus: z.string() })),
      lineItems: listed(
        z.object({ name: z.string(), quantity: z.number(), originalUnitPriceSet: moneyBagText }),
      ),
    }),
    title: ({ name }) => name,
    subtitle: ({ processedAt }) => formatTime(processedAt),
    badge: ({ fulfillments: [parcel] }) => parcel && <StatusBadge status={parcel.displayStatus} />,
    send: [
      { content: `Sync with ${appName}`, screen: appScreens.orderSync },
      { content: `See subscription in ${appName}`, screen: appScreens.subscriptionOf('order') },
    ],
    changes: [
      { content: 'Fulfill', action: (orderId) => ['parcel', { orderId }] },
      {
        content: 'Out for delivery',
        action: (orderId) => ['parcel', { orderId, shipmentStatus: 'out_for_delivery' }],
      },
      {
        content: 'Delivered',
        action: (orderId) => ['parcel', { orderId, shipmentStatus: 'delivered' }],
      },
      {
        content: 'Delayed',
        action: (orderId) => ['parcel', { orderId, shipmentStatus: 'delayed' }],
      },
    ],
    remove: {
      content: 'Delete order',
      action: (orderId) => ['delete-order', { orderId }],
    },
    body: ({ lineItems, totalPriceSet }) => (
      <Table
        headings={['Item', 'Quantity', 'Price']}
        rows={[
          ...lineItems.map((item) => [item.name, item.quantity, item.originalUnitPriceSet]),
          ['Total', '', totalPriceSet],
        ]}
      />
    ),
    aside: ({ shippingAddress }) => (
      <Section title="Shipping address">
        <Lines of={shippingAddress?.formatted ?? []} none="None" />
      </Section>
    ),
  }),
  customers: detailPage({
    type: 'Customer',
    root: 'customer',
    thing: 'Customer',
    back: { content: 'Customers', path: '/customers' },
    fields: `displayName numberOfOrders defaultEmailAddress { emailAddress }
      defaultPhoneNumber { phoneNumber } amountSpent ${moneyFields}`,
    one: z.object({
      displayName: z.string(),
      numberOfOrders: z.coerce.number(),
      defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
      defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullable(),
      amountSpent: moneyText,
    }),
    title: ({ displayName }) => displayName,
    send: [
      { content: `See subscriptions in ${appName}`, screen: appScreens.subscriptionOf('customer') },
    ],
    body: ({ numberOfOrders, amountSpent }) => (
      <Table
        headings={['Orders', 'Amount spent']}
        rows={[[formatCount(numberOfOrders, 'order'), amountSpent]]}
      />
    ),
    aside: ({ defaultEmailAddress, defaultPhoneNumber }) => (
      <Section title="Contact">
        <Lines
          of={[defaultEmailAddress?.emailAddress, defaultPhoneNumber?.phoneNumber].flatMap(
            (line) => line ?? [],
          )}
          none="None"
        />
      </Section>
    ),
  }),
  pages: detailPage({
    type: 'Page',
    root: 'page',
    thing: 'Page',
    back: { content: 'Pages', path: '/pages' },
    fields: 'title handle body isPublished updatedAt',
    one: z.object({
      title: z.string(),
      handle: z.string(),
      body: z.string(),
      isPublished: z.boolean(),
      updatedAt: z.string(),
    }),
    title: ({ title }) => title,
    subtitle: ({ isPublished, updatedAt }) =>
      `${isPublished ? 'Visible' : 'Hidden'}, updated ${formatTime(updatedAt)}`,
    inShop: ({ handle, isPublished }, store) =>
      isPublished ? `/storefront/${store.handle}/pages/${handle}` : null,
    body: ({ handle, body }) => (
      <Section title="Content" text={`Address in the shop: /pages/${handle}`}>
        {/* Shows the merchant's own HTML without running anything in it. */}
        <iframe
          className="PagePreview"
          title="Preview of the page"
          sandbox=""
          srcDoc={`<!doctype html><html lang="en"><title>Preview</title><main>${body}</main></html>`}
        />
      </Section>
    ),
  }),
  'settings/shipping/profiles': detailPage({
    type: 'DeliveryProfile',
    root: 'deliveryProfile',
    thing: 'Delivery profile',
    back: { content: 'Shipping and delivery', path: '/settings/shipping' },
    fields:
      'name default productVariantsCount { count } sellingPlanGroups(first: 250) { nodes { name } }',
    one: z.object({
      name: z.string(),
      default: z.boolean(),
      productVariantsCount: z.object({ count: z.number() }).nullable(),
      sellingPlanGroups: named,
    }),
    title: ({ name }) => name,
    body: (profile) => (
      <>
        <Section
          title="Products"
          text={
            profile.default
              ? 'All products that aren’t in another profile.'
              : formatCount(profile.productVariantsCount?.count ?? 0, 'variant')
          }
        />
        <Section title="Selling plan groups">
          <Lines of={profile.sellingPlanGroups} none="No selling plan groups in this profile." />
        </Section>
      </>
    ),
  }),
};

/** The page about one thing; `kind` is the first part of its address. */
export default function Detail({ kind, id }: { kind: string; id: string }) {
  return details[kind]?.(id);
}
