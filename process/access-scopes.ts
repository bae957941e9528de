/**
 * What the app asks every store for, as in shopify.app.toml; a test compares the two. An operation names those that it needs, so that
 * a new one here asks for itself where it is used, and nothing else waits for it.
 */
export const accessScopes = [
  'read_products',
  'write_products',
  'write_purchase_options',
  'read_shipping',
  'write_shipping',
  'read_orders',
  'read_merchant_managed_fulfillment_orders',
  'read_fulfillments',
  'read_customers',
  'write_customers',
  'read_themes',
  'write_online_store_pages',
  'write_files',
  'read_own_subscription_contracts',
  'read_customer_payment_methods',
  'write_own_subscription_contracts',
] as const;

export type AccessScope = (typeof accessScopes)[number];
