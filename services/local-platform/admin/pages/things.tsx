import { BlockStack, InlineStack, Text, Thumbnail } from '@shopify/polaris';
import { ImageIcon } from '@shopify/polaris-icons';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { counted, formatDay, formatTime } from '../display/formats.ts';
import { moneyBagFields, moneyBagText, moneyFields, moneyText, Price } from '../display/money.tsx';
import { Lines, Section, StoreLink, Table } from '../display/section.tsx';
import { StatusBadge } from '../display/status-badge.tsx';
import { numberOf } from '../internal-api/graphql.ts';
import { appName, appScreens } from './app-links.ts';
import { onePage } from './one-page.tsx';

const listed = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ nodes: z.array(schema) }).transform(({ nodes }) => nodes);
const formatted = z
  .object({ formatted: z.array(z.string()) })
  .nullable()
  .transform((address) => address?.formatted ?? []);
const named = listed(z.object({ name: z.string() })).transform((all) =>
  all.map(({ name }) => name),
);

const things: Readonly<Record<string, (id: string) => ReactNode>> = {
  products: onePage({
    type: 'Product',
    root: 'product',
    thing: 'Product',
    back: { content: 'Products', path: '/products' },
    fields: `title status description tags featuredImage { url }
      variants(first: 250) { nodes { id title price inventoryQuantity } }
      sellingPlanGroups(first: 50) { nodes { name } }`,
    one: z.object({
      title: z.string(),
      status: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
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
    send: { content: `Manage rotation in ${appName}`, screen: appScreens.rotation },
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
  orders: onePage({
    type: 'Order',
    root: 'order',
    thing: 'Order',
    back: { content: 'Orders', path: '/orders' },
    fields: `name processedAt note displayFinancialStatus displayFulfillmentStatus
      customer { id displayName }
      shippingAddress { formatted(withName: true) }
      totalShippingPriceSet ${moneyBagFields}
      totalPriceSet ${moneyBagFields}
      lineItems(first: 100) { nodes {
        id name sku quantity sellingPlan { name } originalUnitPriceSet ${moneyBagFields}
      } }`,
    one: z.object({
      name: z.string(),
      processedAt: z.string(),
      note: z.string().nullable(),
      displayFinancialStatus: z.string().nullable(),
      displayFulfillmentStatus: z.string(),
      customer: z.object({ id: z.string(), displayName: z.string() }).nullable(),
      shippingAddress: formatted,
      totalShippingPriceSet: moneyBagText,
      totalPriceSet: moneyBagText,
      lineItems: listed(
        z.object({
          id: z.string(),
          name: z.string(),
          sku: z.string().nullable(),
          quantity: z.number(),
          sellingPlan: z.object({ name: z.string() }).nullable(),
          originalUnitPriceSet: moneyBagText,
        }),
      ),
    }),
    title: ({ name }) => name,
    subtitle: ({ processedAt }) => formatTime(processedAt),
    badge: ({ displayFinancialStatus, displayFulfillmentStatus }) => (
      <InlineStack gap="100">
        {displayFinancialStatus && <StatusBadge status={displayFinancialStatus} />}
        <StatusBadge status={displayFulfillmentStatus} />
      </InlineStack>
    ),
    send: { content: `Sync with ${appName}`, screen: (id) => appScreens.orderSync([id]) },
    body: ({ lineItems, totalShippingPriceSet, totalPriceSet }) => (
      <Table
        headings={['Item', 'Quantity', 'Price']}
        rows={[
          ...lineItems.map((item) => [
            <BlockStack key={item.id}>
              <Lines of={[item.name, [item.sku, item.sellingPlan?.name].join(' ')]} none="" />
            </BlockStack>,
            item.quantity,
            item.originalUnitPriceSet,
          ]),
          ['Shipping', '', totalShippingPriceSet],
          ['Total', '', totalPriceSet],
        ]}
      />
    ),
    aside: ({ customer, shippingAddress, note }) => (
      <>
        <Section title="Customer">
          {customer && (
            <StoreLink to={`/customers/${numberOf(customer.id)}`}>{customer.displayName}</StoreLink>
          )}
          <Lines of={shippingAddress} none="No shipping address" />
        </Section>
        <Section title="Notes">
          <Lines of={note === null ? [] : [note]} none="No notes from customer" />
        </Section>
      </>
    ),
  }),
  customers: onePage({
    type: 'Customer',
    root: 'customer',
    thing: 'Customer',
    back: { content: 'Customers', path: '/customers' },
    fields: `displayName numberOfOrders phone defaultEmailAddress { emailAddress }
      amountSpent ${moneyFields}
      defaultAddress { formatted(withName: true) }
      orders(first: 20, sortKey: PROCESSED_AT, reverse: true) {
        nodes { id name processedAt totalPriceSet ${moneyBagFields} }
      }`,
    one: z.object({
      displayName: z.string(),
      numberOfOrders: z.coerce.number(),
      phone: z.string().nullable(),
      defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
      amountSpent: moneyText,
      defaultAddress: formatted,
      orders: listed(
        z.object({
          id: z.string(),
          name: z.string(),
          processedAt: z.string(),
          totalPriceSet: moneyBagText,
        }),
      ),
    }),
    title: ({ displayName }) => displayName,
    subtitle: ({ numberOfOrders, amountSpent }) =>
      `${counted(numberOfOrders, 'order')}, ${amountSpent} spent`,
    body: ({ orders }) => (
      <Table
        headings={['Order', 'Date', 'Total']}
        rows={orders.map(({ id, name, processedAt, totalPriceSet }) => [
          <StoreLink key={id} to={`/orders/${numberOf(id)}`}>
            {name}
          </StoreLink>,
          formatDay(processedAt),
          totalPriceSet,
        ])}
      />
    ),
    aside: ({ defaultEmailAddress, phone, defaultAddress }) => (
      <Section title="Contact information">
        <Lines
          of={[defaultEmailAddress?.emailAddress ?? '', phone ?? '', ...defaultAddress].filter(
            (line) => line !== '',
          )}
          none="None"
        />
      </Section>
    ),
  }),
  pages: onePage({
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
    body: ({ handle, body }) => (
      <Section title="Content" text={`Address in the shop: /pages/${handle}`}>
        {/* The page's HTML is the merchant's own: it's shown, and nothing in it may run. */}
        <iframe
          className="PagePreview"
          title="Preview of the page"
          sandbox=""
          srcDoc={`<!doctype html><html lang="en"><title>Preview</title><main>${body}</main></html>`}
        />
      </Section>
    ),
  }),
  'settings/shipping/profiles': onePage({
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
              : counted(profile.productVariantsCount?.count ?? 0, 'variant')
          }
        />
        <Section title="Selling plan groups">
          <Lines of={profile.sellingPlanGroups} none="No selling plan groups in this profile." />
        </Section>
      </>
    ),
  }),
};

/** The page about the thing with that number, of a kind as its address begins. */
export default function Thing({ kind, id }: { kind: string; id: string }) {
  return things[kind]?.(id);
}
