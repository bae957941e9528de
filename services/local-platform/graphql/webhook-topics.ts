/** The platform announces these when a record changes; tests can't send them. */
export const announcedTopics = [
  'orders/delete',
  'subscription_contracts/create',
  'subscription_contracts/update',
  'subscription_contracts/activate',
  'subscription_contracts/pause',
  'subscription_contracts/cancel',
  'subscription_contracts/expire',
  'subscription_contracts/fail',
  'subscription_billing_attempts/success',
  'subscription_billing_attempts/failure',
  'subscription_billing_attempts/challenged',
  'subscription_billing_cycles/skip',
  'subscription_billing_cycles/unskip',
  'subscription_billing_cycle_edits/create',
  'subscription_billing_cycle_edits/update',
  'subscription_billing_cycle_edits/delete',
  'customer_payment_methods/create',
  'customer_payment_methods/update',
  'customer_payment_methods/revoke',
  'customers/merge',
] as const;
export type AnnouncedTopic = (typeof announcedTopics)[number];
