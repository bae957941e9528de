import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/**
 * Sessions of the platform's library. Names and types are those of `@shopify/shopify-app-session-storage-drizzle`,
 * whose own schema file isn't exported. `accessToken` and `refreshToken` hold ciphertext
 * (see encrypted-session-storage.ts).
 */
export const sessionTable = pgTable('session' as string, {
  id: text('id').primaryKey(),
  shop: text('shop').notNull(),
  state: text('state').notNull(),
  isOnline: boolean('isOnline').default(false).notNull(),
  scope: text('scope'),
  expires: timestamp('expires', { mode: 'date' }),
  accessToken: text('accessToken').notNull(),
  userId: bigint('userId', { mode: 'number' }),
  firstName: text('firstName'),
  lastName: text('lastName'),
  email: text('email'),
  accountOwner: boolean('accountOwner'),
  locale: text('locale'),
  collaborator: boolean('collaborator'),
  emailVerified: boolean('emailVerified'),
  refreshToken: text('refreshToken'),
  refreshTokenExpires: timestamp('refreshTokenExpires', { mode: 'date' }),
});

/**
 * Who may work on something alone, such as a group or a shop's orders, until `expiresAt` by the database's clock (lease.ts).
 */
export const leaseTable = pgTable(
  'lease',
  {
    shop: text('shop').notNull(),
    name: text('name').notNull(),
    holder: text('holder').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.name] })],
);

/**
 * What the version before leases wrote, and still does while instances are upgraded one by one. Nothing reads it: the next version
 * can drop it, with the table of the turns at groups.
 */
const formerClaim = () => ({
  claim: text('claim').default('').notNull(),
  claimedUntil: timestamp('claimed_until', { withTimezone: true })
    .default(sql`to_timestamp(0)`)
    .notNull(),
});

const createdAt = timestamp('created_at', { withTimezone: true }).defaultNow().notNull();
const updatedAt = timestamp('updated_at', { withTimezone: true }).defaultNow().notNull();

const offAtFirst = (name: string) =>
  boolean(name)
    .notNull()
    .$default(() => false);

/** The approved vendors, one per shop. Checked by the contract's vendor schema when read. */
export const vendorTable = pgTable('vendor', {
  shop: text('shop').primaryKey(),
  status: text('status').notNull(),
  isWidgetEnabled: offAtFirst('is_widget_enabled'),
  isNewWidgetEnabled: offAtFirst('is_new_widget_enabled'),
  isVendorSyncDisabled: offAtFirst('is_vendor_sync_disabled'),
  isAccountPageEnabled: offAtFirst('is_account_page_enabled'),
  buttonColor: text('button_color').notNull(),
  imageUrl: text('image_url'),
  handleFulfillmentWebhook: offAtFirst('handle_fulfillment_webhook'),
  useGifs: offAtFirst('use_gifs'),
  faqPageId: text('faq_page_id'),
  simpleSubscription: boolean('simple_subscription').notNull(),
  replyToEmail: text('reply_to_email'),
  useNoReply: offAtFirst('use_no_reply'),
  daysBeforeReminder: integer('days_before_reminder').notNull(),
  createdAt,
  updatedAt,
});

/**
 * What a vendor's merchant has said of notifications, one row per shop from the first change on. Both columns are checked by the
 * contract when read.
 */
export const notificationSettingsTable = pgTable('notification_settings', {
  shop: text('shop').primaryKey(),
  settings: jsonb('settings').notNull(),
  categorySettings: jsonb('category_settings').notNull(),
  createdAt,
  updatedAt,
});

/**
 * Pictures that were uploaded into the shops' own files. `url` is where one lies on the platform, `fileId` its global id there.
 */
export const pictureTable = pgTable(
  'picture',
  {
    shop: text('shop').notNull(),
    url: text('url').notNull(),
    fileId: text('file_id').notNull(),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.shop, table.url] })],
);

/**
 * Sign-ups, one per shop; a second sign-up of the same shop replaces the first. A shop that dismissed onboarding before it
 * signed up has empty texts and 0 steps.
 */
export const proposedVendorTable = pgTable('proposed_vendor', {
  shop: text('shop').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  notes: text('notes').notNull(),
  stepsCompleted: integer('steps_completed').notNull(),
  isOnboardingDismissed: boolean('is_onboarding_dismissed').default(false).notNull(),
  createdAt,
  updatedAt,
});

/**
 * Every change of a setting, in the order of `id`; rows are added and never changed. `setting` is its dotted name, values are JSON
 * texts. `actor` is the platform's id of the user; null where no merchant did it.
 */
export const settingChangeTable = pgTable(
  'setting_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shop: text('shop').notNull(),
    setting: text('setting').notNull(),
    from: text('from_value').notNull(),
    to: text('to_value').notNull(),
    actor: text('actor'),
    createdAt,
  },
  (table) => [index('setting_change_by_shop').on(table.shop, table.id)],
);

/** What the group form edits and the platform has no room for. `plans` is checked by zod when read. */
export const sellingPlanGroupSettingsTable = pgTable(
  'selling_plan_group_settings',
  {
    shop: text('shop').notNull(),
    groupId: text('group_id').notNull(),
    isDynamic: boolean('is_dynamic').notNull(),
    dynamicSellingPlanName: text('dynamic_selling_plan_name').notNull(),
    firstOrderDiscountCycles: integer('first_order_discount_cycles').notNull(),
    recurringDiscount: doublePrecision('recurring_discount').notNull(),
    plans: jsonb('plans').notNull(),
    /** While the platform is told of a change: what held until then, and for which state of the group (see group-settings.ts). */
    before: jsonb('before'),
    createdAt,
    updatedAt,
  },
  (table) => [primaryKey({ columns: [table.shop, table.groupId] })],
);

/** Products that a rotation of the shop names; `originalId` is the numeric tail of the global id. */
export const productTable = pgTable(
  'product',
  { shop: text('shop').notNull(), originalId: text('original_id').notNull(), createdAt },
  (table) => [primaryKey({ columns: [table.shop, table.originalId] })],
);

/**
 * The order in which the products of a rotation go out, by original ids. `version` counts the saves, so that two people who save the
 * same rotation notice each other.
 */
export const rotationTable = pgTable(
  'rotation',
  {
    shop: text('shop').notNull(),
    productId: text('product_id').notNull(),
    products: text('products').array().notNull(),
    version: integer('version').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [primaryKey({ columns: [table.shop, table.productId] })],
);

/**
 * How far a shop's orders are read from the platform (order/import-orders.ts). A reading that is under way has `startedAt`, begins at
 * orders changed at `windowFrom` (null: all of them), and goes on at `cursor`. `updatedThrough` is the latest change seen, `completedAt` when the latest reading began that came to its end.
 * `lookedAt` is when it was last seen whether they are all still there (order/deleted-orders.ts), `lookedThrough` the id that a look under way got to.
 */
export const orderCollectionTable = pgTable('order_collection', {
  shop: text('shop').primaryKey(),
  ...formerClaim(),
  timeZone: text('time_zone'),
  currencyCode: text('currency_code'),
  hasAllOrders: boolean('has_all_orders').default(false).notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }),
  windowFrom: timestamp('window_from', { withTimezone: true }),
  cursor: text('cursor'),
  updatedThrough: timestamp('updated_through', { withTimezone: true }),
  completedAt: timestamp('completed_at', { withTimezone: true }),
  failedAt: timestamp('failed_at', { withTimezone: true }),
  lookedAt: timestamp('looked_at', { withTimezone: true }),
  lookedThrough: text('looked_through'),
});

/** Customers of the orders. Personal: erased by customers/redact. Ids of the platform are numeric tails in all of these tables. */
export const storeCustomerTable = pgTable(
  'store_customer',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    displayName: text('display_name').notNull(),
    email: text('email'),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Orders of the store. `customerId` leads nowhere for a customer that was erased; `total` is in minor units. */
export const storeOrderTable = pgTable(
  'store_order',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    customerId: text('customer_id'),
    processedAt: timestamp('processed_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
    financialStatus: text('financial_status'),
    fulfillmentStatus: text('fulfillment_status').notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    currencyCode: text('currency_code').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index('store_order_by_time').on(table.shop, table.processedAt, table.id),
    index('store_order_by_customer').on(table.shop, table.customerId, table.processedAt),
  ],
);

/** Items of the orders. `revenue` is what is left of it after discounts and returned items, in the order's minor units. */
export const storeOrderLineTable = pgTable(
  'store_order_line',
  {
    shop: text('shop').notNull(),
    orderId: text('order_id').notNull(),
    id: text('id').notNull(),
    title: text('title').notNull(),
    variantTitle: text('variant_title'),
    quantity: integer('quantity').notNull(),
    revenue: bigint('revenue', { mode: 'number' }).notNull(),
    planId: text('plan_id'),
    planName: text('plan_name'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.orderId, table.id] }),
    index('store_order_line_by_plan').on(table.shop, table.planId),
  ],
);

/** Selling plans that orders name. `periodDays` is how often one is paid; null for one that is paid once, as pre-orders are. */
export const storePlanTable = pgTable(
  'store_plan',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    /** Read where another plan has the same name. */
    groupName: text('group_name'),
    periodDays: integer('period_days'),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Creates that carried an Idempotency-Key. While `response` is null nobody knows what came of it, or it is under way. */
export const idempotencyKeyTable = pgTable(
  'idempotency_key',
  {
    shop: text('shop').notNull(),
    key: text('key').notNull(),
    /** Null in rows of before there was this column. */
    operation: text('operation'),
    requestHash: text('request_hash').notNull(),
    ...formerClaim(),
    response: jsonb('response'),
    /** What there was before the first attempt, so that its work is told from others' where its answer was lost. */
    before: jsonb('before'),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.shop, table.key] })],
);

/** See `formerClaim`. */
export const sellingPlanGroupTurnTable = pgTable(
  'selling_plan_group_turn',
  {
    shop: text('shop').notNull(),
    groupId: text('group_id').notNull(),
    ...formerClaim(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.groupId] })],
);

/**
 * The platform's webhooks that arrived, so that a double does nothing; `outcome` is null while one is being carried out. Those
 * about customers stay as the record that the merchant can be shown. Nothing of their contents is kept: it is personal.
 */
export const webhookTable = pgTable(
  'webhook',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    topic: text('topic').notNull(),
    triggeredAt: timestamp('triggered_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).defaultNow().notNull(),
    outcome: text('outcome'),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** Magic links that nobody has opened yet; opening one deletes its row. `tokenHash` is the SHA-256 of its token, hex. */
export const magicLinkTable = pgTable('magic_link', {
  tokenHash: text('token_hash').primaryKey(),
  shop: text('shop').notNull(),
  shopName: text('shop_name').notNull(),
  path: text('path').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  createdAt,
});

/** Browsers in which the vendor portal is open. `tokenHash` is the SHA-256 of the cookie's token, hex. */
export const portalSessionTable = pgTable(
  'portal_session',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    shop: text('shop').notNull(),
    shopName: text('shop_name').notNull(),
    userAgent: text('user_agent').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt,
  },
  (table) => [index('portal_session_shop').on(table.shop)],
);

/**
 * Accounts of other services that a shop is connected to, one of each. Key and secret are ciphertext (integration/store.ts);
 * `lastCheckedAt` is when the service last took them.
 */
export const integrationTable = pgTable(
  'integration',
  {
    shop: text('shop').notNull(),
    service: text('service').notNull(),
    accountName: text('account_name').notNull(),
    encryptedKey: text('encrypted_key').notNull(),
    encryptedSecret: text('encrypted_secret').notNull(),
    connectedAt: timestamp('connected_at', { withTimezone: true }).notNull(),
    lastCheckedAt: timestamp('last_checked_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.service] })],
);

/** Runs of the order sync. `invalidIds` are the first of what was chosen and is no id. `claim`: see `formerClaim`. */
export const syncRunTable = pgTable(
  'sync_run',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    isStopped: boolean('is_stopped').default(false).notNull(),
    duplicates: integer('duplicates').notNull(),
    invalidCount: integer('invalid_count').notNull(),
    invalidIds: text('invalid_ids').array().notNull(),
    claim: text('claim'),
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/**
 * The orders of a run, in the order of `position`; `status` is null for one without a result. `tries` counts how often ShipStation
 * took no more requests when it was sent.
 */
export const syncRunOrderTable = pgTable(
  'sync_run_order',
  {
    shop: text('shop').notNull(),
    runId: text('run_id').notNull(),
    position: integer('position').notNull(),
    orderId: text('order_id').notNull(),
    name: text('name'),
    status: text('status'),
    reason: text('reason').default('').notNull(),
    problem: text('problem'),
    tries: integer('tries').default(0).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.runId, table.position] }),
    index('sync_run_order_by_id').on(table.shop, table.runId, table.orderId),
  ],
);
