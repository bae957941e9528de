import { describe, expect, it } from 'vitest';
import { executor, testPlatform } from '../test-platform.ts';

const refused = (field: string, requiredAccess: string) => [
  {
    message: `Access denied for ${field} field. Required access: ${requiredAccess}.`,
    extensions: { code: 'ACCESS_DENIED', requiredAccess },
  },
];
const scope = (name: string) => `\`${name}\` access scope`;
const groupWriting = `${scope('write_products')} and ${scope('write_purchase_options')}`;

describe('access scopes', () => {
  it.each<[string, string[], string, string]>([
    ['{ products(first: 1) { nodes { id } } }', [], 'products', scope('read_products')],
    [
      '{ sellingPlanGroups(first: 1) { nodes { id } } }',
      ['read_orders'],
      'sellingPlanGroups',
      scope('read_products'),
    ],
    [
      'mutation { sellingPlanGroupDelete(id: "gid://shopify/SellingPlanGroup/1") { userErrors { message } } }',
      ['write_products'],
      'sellingPlanGroupDelete',
      groupWriting,
    ],
    [
      'mutation { sellingPlanGroupDelete(id: "gid://shopify/SellingPlanGroup/1") { userErrors { message } } }',
      ['read_products', 'write_purchase_options'],
      'sellingPlanGroupDelete',
      groupWriting,
    ],
    [
      '{ deliveryProfiles(first: 1) { nodes { id } } }',
      ['read_products'],
      'deliveryProfiles',
      scope('read_shipping'),
    ],
    [
      'mutation { deliveryProfileCreate(profile: { name: "x" }) { userErrors { message } } }',
      ['read_shipping'],
      'deliveryProfileCreate',
      scope('write_shipping'),
    ],
    [
      '{ customers(first: 1) { nodes { id } } }',
      ['read_orders'],
      'customers',
      scope('read_customers'),
    ],
    ['{ orders(first: 1) { nodes { id } } }', ['read_customers'], 'orders', scope('read_orders')],
    [
      '{ orders(first: 1) { nodes { customer { id } } } }',
      ['read_orders'],
      'customer',
      scope('read_customers'),
    ],
    [
      '{ pages(first: 1) { nodes { id } } }',
      ['read_products'],
      'pages',
      `${scope('read_content')} or ${scope('read_online_store_pages')}`,
    ],
    [
      '{ node(id: "gid://shopify/Order/1") { id } }',
      ['read_products'],
      'node',
      scope('read_orders'),
    ],
  ])('refuse %s with %j', async (query, scopes, field, requiredAccess) => {
    const answer = await executor(testPlatform(), scopes)(query);
    expect(answer.errors).toMatchObject(refused(field, requiredAccess));
  });

  it.each<[string, string[]]>([
    ['{ products(first: 1) { nodes { id } } }', ['write_products']],
    ['{ deliveryProfiles(first: 1) { nodes { id } } }', ['write_shipping']],
    ['{ pages(first: 1) { nodes { id } } }', ['write_online_store_pages']],
    ['{ shop { name } currentAppInstallation { accessScopes { handle } } }', []],
    ['{ orders(first: 1) { nodes { customer { id } } } }', ['read_orders', 'read_customers']],
  ])('allow %s with %j', async (query, scopes) => {
    const answer = await executor(testPlatform(), scopes)(query);
    expect(answer.errors).toBeUndefined();
  });
});
