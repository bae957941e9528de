import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
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

const offAtFirst = (name: string) => boolean(name).notNull().default(false);

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
export const orderImportTable = pgTable('order_collection', {
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

/** Customers of the orders and contracts. Personal: erased by customers/redact. Ids of the platform are numeric tails in all of these tables. */
export const storeCustomerTable = pgTable(
  'store_customer',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    displayName: text('display_name').notNull(),
    email: text('email'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    // PGlite never tidies up what `fastupdate` puts off.
    index('store_customer_words')
      .using('gin', table.displayName.op('gin_trgm_ops'), table.email.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
  ],
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

/**
 * How far a shop's subscription contracts are mirrored (recurring/mirror/sweep.ts). A sweep that is under way has `mode` and `startedAt`; it goes on at
 * `cursor`, or where that is refused at `goesOnFrom`: the last update seen where it looks for changes, the last id where it looks at all.
 * `updatedThrough` is when the latest sweep began that came to its end, or earlier where it could not read a contract: when that was updated;
 * `sweptAt` when that one ended, whatever it could not read, unless it was so long that another one follows; `wholeAt` when the latest one of all ended: null until there is a mirror.
 * `refusal` says why there can be none, such as scopes that the store has not granted.
 */
export const contractMirrorTable = pgTable('contract_mirror', {
  shop: text('shop').primaryKey(),
  mode: text('mode', { enum: ['all', 'changed'] }),
  startedAt: timestamp('started_at', { withTimezone: true }),
  goesOnFrom: text('goes_on_from'),
  cursor: text('cursor'),
  updatedThrough: timestamp('updated_through', { withTimezone: true }),
  sweptAt: timestamp('swept_at', { withTimezone: true }),
  wholeAt: timestamp('whole_at', { withTimezone: true }),
  refusal: text('refusal'),
});

/**
 * Subscription contracts as the platform showed them at `askedAt`. `nextDueAt` is the expected date of the cycle that is charged next, by what was
 * known then; null unless the contract is active. `isUsageBased` is null where nobody could say so when the contract was first seen. `goneAt`: since when the platform has it no more.
 */
export const subscriptionContractTable = pgTable(
  'subscription_contract',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    status: text('status').notNull(),
    revision: bigint('revision', { mode: 'bigint' }).notNull(),
    customerId: text('customer_id'),
    originOrderId: text('origin_order_id'),
    currencyCode: text('currency_code').notNull(),
    deliveryPrice: bigint('delivery_price', { mode: 'number' }).notNull(),
    billingInterval: text('billing_interval').notNull(),
    billingIntervalCount: integer('billing_interval_count').notNull(),
    minCycles: integer('min_cycles'),
    maxCycles: integer('max_cycles'),
    deliveryInterval: text('delivery_interval').notNull(),
    deliveryIntervalCount: integer('delivery_interval_count').notNull(),
    isUsageBased: boolean('is_usage_based'),
    paymentMethodId: text('payment_method_id'),
    nextDueAt: timestamp('next_due_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    goneAt: timestamp('gone_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index('subscription_contract_by_customer').on(table.shop, table.customerId),
    index('subscription_contract_by_payment_method').on(table.shop, table.paymentMethodId),
  ],
);

/** What a contract sells, in its order; `price` is what is charged for one, in minor units. */
export const subscriptionContractLineTable = pgTable(
  'subscription_contract_line',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    productId: text('product_id'),
    variantId: text('variant_id'),
    title: text('title').notNull(),
    variantTitle: text('variant_title'),
    quantity: integer('quantity').notNull(),
    price: bigint('price', { mode: 'number' }).notNull(),
    planId: text('plan_id'),
    planName: text('plan_name'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.contractId, table.id] }),
    index('subscription_contract_line_words')
      .using('gin', table.title.op('gin_trgm_ops'), table.variantTitle.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
  ],
);

/**
 * A contract's billing cycles around `askedAt`; which ones is said in recurring/mirror/mapping.ts. `amount` is what an order of it costs by now, in minor
 * units of `currencyCode`; null where none is foreseen.
 */
export const billingCycleTable = pgTable(
  'billing_cycle',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    cycleIndex: integer('cycle_index').notNull(),
    expectedAt: timestamp('expected_at', { withTimezone: true }).notNull(),
    isBilled: boolean('is_billed').notNull(),
    isSkipped: boolean('is_skipped').notNull(),
    isEdited: boolean('is_edited').notNull(),
    amount: bigint('amount', { mode: 'number' }),
    currencyCode: text('currency_code'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.contractId, table.cycleIndex] }),
    index('billing_cycle_to_charge')
      .on(table.shop, table.expectedAt)
      .where(sql`not ${table.isBilled} and not ${table.isSkipped}`),
    // Has all that is added up, so that the rows themselves need not be read.
    index('billing_cycle_foreseen')
      .on(table.shop, table.expectedAt, table.currencyCode, table.amount)
      .where(sql`${table.amount} is not null and not ${table.isBilled} and not ${table.isSkipped}`),
  ],
);

/** What is shown of the payment methods of contracts, and no more. Personal: erased by customers/redact. */
export const paymentMethodTable = pgTable(
  'payment_method',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    kind: text('kind').notNull(),
    lastDigits: text('last_digits'),
    expiryMonth: integer('expiry_month'),
    expiryYear: integer('expiry_year'),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/** What webhooks have said of contracts: when the latest one was carried out, and the highest revision that any told of. */
export const contractNoticeTable = pgTable(
  'contract_notice',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    revision: bigint('revision', { mode: 'bigint' }).notNull(),
    noticedAt: timestamp('noticed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.contractId] })],
);

/** How many contracts the sweeps of a day (UTC) found wrong and healed, by cause (recurring/mirror/repairs.ts). */
export const mirrorRepairTable = pgTable(
  'mirror_repair',
  {
    shop: text('shop').notNull(),
    day: date('day').notNull(),
    cause: text('cause').notNull(),
    contracts: integer('contracts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.day, table.cause] })],
);

/**
 * How a shop bills its recurring orders. Without a row, or before it went live, nothing is charged. `rules` is checked by zod when read
 * (recurring/billing/dunning.ts); `stoppedBecause` is the code of the failed charge that stopped it, null where the merchant did.
 */
export const billingSettingsTable = pgTable('billing_settings', {
  shop: text('shop').primaryKey(),
  wentLiveAt: timestamp('went_live_at', { withTimezone: true }),
  hour: integer('hour').default(10).notNull(),
  rules: jsonb('rules'),
  /** For how long a cycle that was missed is charged by itself. */
  catchUpDays: integer('catch_up_days').default(3).notNull(),
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
  stoppedBecause: text('stopped_because'),
  startedAgainAt: timestamp('started_again_at', { withTimezone: true }),
});

/**
 * Every try to charge a cycle of a contract, kept before the platform is asked: `input` is exactly what it is sent. While one is `begun` nobody
 * knows whether the platform has made it. Ids are the platform's numeric tails; `method` names the payment method as it was then, `amount` is what was to be
 * charged before tax, in minor units.
 */
export const billingAttemptTable = pgTable(
  'billing_attempt',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    cycleIndex: integer('cycle_index').notNull(),
    number: integer('number').notNull(),
    input: jsonb('input').notNull(),
    state: text('state', { enum: ['begun', 'pending', 'challenged', 'failed', 'paid'] }).notNull(),
    method: text('method'),
    attemptId: text('attempt_id'),
    errorCode: text('error_code'),
    failureClass: text('failure_class', {
      enum: ['method', 'buyer', 'later', 'stock', 'shop', 'order', 'paid', 'unknown'],
    }),
    orderId: text('order_id'),
    orderName: text('order_name'),
    amount: bigint('amount', { mode: 'number' }),
    currencyCode: text('currency_code'),
    begunAt: timestamp('begun_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.contractId, table.cycleIndex, table.number] }),
    // Those that may have been in vain.
    index('billing_attempt_by_method')
      .on(table.shop, table.method, table.begunAt)
      .where(sql`${table.state} not in ('begun', 'paid')`),
    index('billing_attempt_by_time').on(table.begunAt),
    index('billing_attempt_order_name')
      .using('gin', table.orderName.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
  ],
);

/**
 * Where the billing of a cycle stands. An `open` one is looked at again at `nextAt`; one that is `left` is not charged, for a reason that may end; a
 * `listed` one waits for the merchant's decision; `decision` is the latest that was made. `amount` is what was charged of a `paid` one, as its
 * attempt has it.
 */
export const cycleBillingTable = pgTable(
  'cycle_billing',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    cycleIndex: integer('cycle_index').notNull(),
    state: text('state', { enum: ['open', 'paid', 'left', 'ended', 'listed'] }).notNull(),
    reason: text('reason').notNull(),
    expectedAt: timestamp('expected_at', { withTimezone: true }).notNull(),
    nextAt: timestamp('next_at', { withTimezone: true }),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    decision: text('decision', {
      enum: ['charge', 'charge again', 'leave', 'settled elsewhere', 'retry'],
    }),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    amount: bigint('amount', { mode: 'number' }),
    currencyCode: text('currency_code'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.contractId, table.cycleIndex] }),
    index('cycle_billing_by_day').on(table.shop, table.expectedAt),
    index('cycle_billing_next').on(table.nextAt).where(sql`${table.nextAt} is not null`),
    index('cycle_billing_open')
      .on(table.shop, table.expectedAt)
      .where(sql`${table.state} = 'open'`),
    index('cycle_billing_listed')
      .on(table.shop, table.expectedAt)
      .where(sql`${table.state} = 'listed'`),
    index('cycle_billing_unpaid')
      .on(table.shop, table.expectedAt)
      .where(sql`${table.state} <> 'paid'`),
    // Has all that is added up.
    index('cycle_billing_paid')
      .on(table.shop, table.expectedAt, table.currencyCode, table.amount)
      .where(sql`${table.state} = 'paid'`),
  ],
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
 * The inbox: the platform's webhooks that arrived, so that a double does nothing. `about` has what identifies what one is about, and
 * `outcome` is null, until it was carried out. Nothing else of their contents is kept: it is personal.
 */
export const webhookTable = pgTable(
  'webhook',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    topic: text('topic').notNull(),
    triggeredAt: timestamp('triggered_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).defaultNow().notNull(),
    about: jsonb('about'),
    outcome: text('outcome'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index('webhook_open').on(table.shop, table.receivedAt).where(sql`${table.outcome} is null`),
  ],
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
