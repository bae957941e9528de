import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  interval,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bulkRowStates, bulkStates } from '#contract/bulk-change-names.ts';
import { noticeChannels, noticeNames, type UnsentReason } from '#contract/notices.ts';
import { rotationPrices, rotationProductStatuses } from '#contract/rotation-texts.ts';
import type { Anchor } from '#contract/selling-plan.ts';
import { timelineActors, timelineKinds } from '#contract/timeline.ts';

/**
 * Sessions of Shopify's library. Names and types are those of `@shopify/shopify-app-session-storage-drizzle`, whose own schema file isn't exported.
 * `accessToken` and `refreshToken` hold ciphertext (see encrypted-session-storage.ts).
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

/** The processes that may work on something alone, such as a group or a shop's orders, until `expiresAt` by the database's clock (lease.ts). */
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
 * Columns that the version before leases wrote, and still writes while instances are upgraded one by one. Nothing reads them: the next version can
 * drop them, along with the table of turns at groups.
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

/** The approved vendors, one per shop. The contract's vendor schema checks each row on reading. */
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

/** A merchant's notification settings, one row per shop from the first change on. The contract checks both columns on reading. */
export const notificationSettingsTable = pgTable('notification_settings', {
  shop: text('shop').primaryKey(),
  settings: jsonb('settings').notNull(),
  categorySettings: jsonb('category_settings').notNull(),
  createdAt,
  updatedAt,
});

/** Pictures uploaded to the shops' own files. `url` is the picture's address on Shopify, `fileId` its global id there. */
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

/** Sign-ups, one per shop; signing up again replaces the first. A shop that dismissed onboarding before signing up has empty texts and 0 steps. */
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
 * Every change of a setting, in the order of `id`; rows are added and never changed. `setting` is its dotted name, and the values are JSON texts.
 * `actor` is Shopify's id of the user; null if no merchant made the change.
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

/** The parts of the group form that Shopify has no place for. zod checks `plans` on reading. */
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
    /** Set while Shopify is being told of a change: the values until then, and the state of the group they belong to (see group-settings.ts). */
    before: jsonb('before'),
    createdAt,
    updatedAt,
  },
  (table) => [primaryKey({ columns: [table.shop, table.groupId] })],
);

/**
 * Products that a rotation of the shop names or has named: paid orders go on holding a coffee that has left it. `originalId` is the numeric tail of the global id. Title and status (contract/rotation.ts)
 * are as Shopify last told them, for what is foreseen; null if it wasn't asked yet.
 */
export const productTable = pgTable(
  'product',
  {
    shop: text('shop').notNull(),
    originalId: text('original_id').notNull(),
    createdAt,
    title: text('title'),
    status: text('status', { enum: rotationProductStatuses }),
  },
  (table) => [primaryKey({ columns: [table.shop, table.originalId] })],
);

/**
 * Products that somebody subscribes to, by the numeric tail of their id, as Shopify told them at `asOf`. The title is empty if it has the
 * product no more.
 */
export const subscribedProductTable = pgTable(
  'subscribed_product',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    title: text('title').notNull(),
    asOf: timestamp('as_of', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/**
 * The order in which a rotation's products are shipped, by original ids. `version` counts the saves, so that two people who save the same rotation
 * notice each other.
 */
export const rotationTable = pgTable(
  'rotation',
  {
    shop: text('shop').notNull(),
    productId: text('product_id').notNull(),
    products: text('products').array().notNull(),
    version: integer('version').notNull(),
    price: text('price', { enum: rotationPrices }).default('customer').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [primaryKey({ columns: [table.shop, table.productId] })],
);

/** Each order that a rotation has had, and when it was saved (product time): where a subscriber stands follows from the order of that time. */
export const rotationVersionTable = pgTable(
  'rotation_version',
  {
    shop: text('shop').notNull(),
    productId: text('product_id').notNull(),
    version: integer('version').notNull(),
    products: text('products').array().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.shop, table.productId, table.version] })],
);

/**
 * Where the subscriber of a contract's line stands, in the order of `version`: at the coffee that the latest paid order held (`isHad`), which was begun `at`
 * that time, or at the one that a merchant has chosen since as the next.
 */
export const rotationPlaceTable = pgTable(
  'rotation_place',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    lineId: text('line_id').notNull(),
    coffee: text('coffee').notNull(),
    version: integer('version').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    isHad: boolean('is_had').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.shop, table.contractId, table.lineId] })],
);

/**
 * Products that a merchant added to the next order of a contract alone. Each waits until `endedAt`; `cycleIndex` and `attempt` name the
 * latest attempt that was made while it waited, and `leftOut` why that went without it. `price` is for one, in minor units; other ids are
 * numeric tails.
 */
export const orderExtraTable = pgTable(
  'order_extra',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    contractId: text('contract_id').notNull(),
    productId: text('product_id').notNull(),
    variantId: text('variant_id').notNull(),
    title: text('title').notNull(),
    variantTitle: text('variant_title'),
    quantity: integer('quantity').notNull(),
    price: bigint('price', { mode: 'number' }).notNull(),
    currencyCode: text('currency_code').notNull(),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
    cycleIndex: integer('cycle_index'),
    attempt: integer('attempt'),
    leftOut: text('left_out', {
      enum: ['deleted', 'archived', 'not active', 'sold out', 'refused', 'subscription over'],
    }),
    outcome: text('outcome', { enum: ['sent', 'left out', 'removed'] }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index('order_extra_waiting')
      .on(table.shop, table.contractId)
      .where(sql`${table.endedAt} is null`),
    index('order_extra_sent').on(table.shop, table.endedAt).where(sql`${table.outcome} = 'sent'`),
  ],
);

/**
 * How far a shop's orders are imported (order/import-orders.ts). An import under way has `startedAt`, starts with orders changed at `windowFrom`
 * (null: all orders) and continues at `cursor`. `updatedThrough` is the latest change seen. `completedAt` is when the latest complete import began.
 * `lookedAt` is when the last search for deleted orders ended (order/deleted-orders.ts); `lookedThrough` is the id that a search under way has
 * reached.
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

/** Customers of the orders and contracts. Personal: erased by customers/redact. Shopify's ids are numeric tails in all of these tables. */
export const storeCustomerTable = pgTable(
  'store_customer',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    displayName: text('display_name').notNull(),
    email: text('email'),
    /** An address that the mail server refused for good; nothing is sent to it any more. */
    refusedEmail: text('refused_email'),
    /** The same of a phone number and text messages. */
    refusedPhone: text('refused_phone'),
    /** Since when they want no emails but those that are a duty. */
    unsubscribedAt: timestamp('unsubscribed_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    // PGlite never merges the entries that `fastupdate` defers.
    index('store_customer_words')
      .using('gin', table.displayName.op('gin_trgm_ops'), table.email.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
  ],
);

/** Orders of the store. An erased customer's `customerId` is random; `total` is in minor units. */
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

/** Items of the orders. `revenue` excludes discounts and returned items, in the order's minor units. */
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

/** Selling plans that orders name. `periodDays` is the billing interval; null for a plan that is paid once, such as a pre-order. */
export const storePlanTable = pgTable(
  'store_plan',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    /** Read only if another plan has the same name. */
    groupName: text('group_name'),
    periodDays: integer('period_days'),
  },
  (table) => [primaryKey({ columns: [table.shop, table.id] })],
);

/**
 * How far a shop's subscription contracts are mirrored (recurring/mirror/sweep.ts). A sweep under way has `mode` and `startedAt`. It continues at
 * `cursor`, or, if Shopify refuses that, at `goesOnFrom`: the last update seen, or the last id in a sweep of all. `updatedThrough` is when the
 * latest sweep began, or when a contract was updated that it couldn't read. `sweptAt` and `wholeAt` are when the latest sweep, and the latest of all
 * contracts, ended. `refusal` is why there can't be a mirror, such as missing scopes.
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

/** When a contract's next order is due, as lists are sorted by it: one without comes last. */
export const nextOrderAt = sql`coalesce(next_due_at, '9999-12-31 00:00:00+00'::timestamptz)`;

/**
 * Subscription contracts as Shopify showed them at `askedAt`. `nextDueAt` is the expected date of the next cycle to charge, as known then;
 * null unless the contract is active, and where orders come by use. `anchors` are its roast days, null if it was last read before we stored
 * them; `cutoff` is in days, as its plan had it when we first saw the anchors. `resumesAt` is when a paused one resumes by itself.
 * `isUsageBased` is null if that was unknown when the contract was first seen. `goneAt` is since when Shopify no longer has it.
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
    anchors: jsonb('anchors').$type<Anchor[]>(),
    cutoff: integer('cutoff'),
    isUsageBased: boolean('is_usage_based'),
    paymentMethodId: text('payment_method_id'),
    nextDueAt: timestamp('next_due_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    goneAt: timestamp('gone_at', { withTimezone: true }),
    resumesAt: timestamp('resumes_at', { withTimezone: true }),
    /** A fingerprint of where its orders go (encryption.ts); null where that isn't known, or was erased. */
    addressHash: text('address_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index('subscription_contract_by_customer').on(table.shop, table.customerId),
    index('subscription_contract_by_order').on(table.shop, table.originOrderId),
    index('subscription_contract_by_payment_method').on(table.shop, table.paymentMethodId),
    index('subscription_contract_by_next_order')
      .on(table.shop, nextOrderAt, table.id)
      .where(sql`${table.goneAt} is null`),
    index('subscription_contract_by_creation')
      .on(table.shop, table.createdAt, table.id)
      .where(sql`${table.goneAt} is null`),
    index('subscription_contract_by_status')
      .on(table.shop, table.status, nextOrderAt, table.id)
      .where(sql`${table.goneAt} is null`),
    // The few whose orders don't follow from their cycles alone.
    index('subscription_contract_prepaid')
      .on(table.shop)
      .where(
        sql`(${table.billingInterval}, ${table.billingIntervalCount}) <> (${table.deliveryInterval}, ${table.deliveryIntervalCount})`,
      ),
    index('subscription_contract_ending')
      .on(table.shop)
      .where(sql`${table.maxCycles} is not null or ${table.isUsageBased} is null`),
  ],
);

/** A contract's items, in its order. `price` is charged for each unit, in minor units. */
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
    index('subscription_contract_line_by_plan').on(table.shop, table.planName, table.contractId),
    index('subscription_contract_line_by_product').on(
      table.shop,
      table.productId,
      table.contractId,
    ),
    index('subscription_contract_line_by_variant').on(
      table.shop,
      table.variantId,
      table.contractId,
    ),
  ],
);

/** A contract's lines `until` they were changed, and its intervals if those were. Orders that were paid before hold these, and are delivered so. */
export const formerContractLineTable = pgTable(
  'former_contract_line',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    until: timestamp('until', { withTimezone: true }).notNull(),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    productId: text('product_id'),
    variantId: text('variant_id'),
    title: text('title').notNull(),
    variantTitle: text('variant_title'),
    quantity: integer('quantity').notNull(),
    billedEvery: interval('billed_every'),
    deliveredEvery: interval('delivered_every'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.contractId, table.until, table.id] }),
    index('former_contract_line_words')
      .using('gin', table.title.op('gin_trgm_ops'), table.variantTitle.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
    index('former_contract_line_intervals')
      .on(table.shop)
      .where(sql`${table.billedEvery} is not null`),
  ],
);

/**
 * A contract's billing cycles around `askedAt`, chosen in recurring/mirror/mapping.ts. `amount` is the current cost of a cycle's order, in minor
 * units of `currencyCode`, and `holds` names what that holds: it is the same for all contracts with the same items. All are null if no order is foreseen,
 * or billing has looked at the cycle (`endForecast` in recurring/billing/looked-cycles.ts).
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
    holds: bigint('holds', { mode: 'bigint' }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.contractId, table.cycleIndex] }),
    index('billing_cycle_to_charge')
      .on(table.shop, table.expectedAt)
      .where(sql`not ${table.isBilled} and not ${table.isSkipped}`),
    // Holds everything that is summed up, so that the rows themselves needn't be read.
    index('billing_cycle_foreseen')
      .on(table.shop, table.expectedAt, table.currencyCode, table.amount)
      .where(sql`${table.amount} is not null and not ${table.isBilled} and not ${table.isSkipped}`),
    // The same for the roast plan, apart so that the sums of money read no more than they need.
    index('billing_cycle_held')
      .on(table.shop, table.expectedAt, table.holds, table.contractId, table.cycleIndex)
      .where(sql`${table.amount} is not null and not ${table.isBilled} and not ${table.isSkipped}`),
  ],
);

/** Only those details of contracts' payment methods that we show. Personal: erased by customers/redact. */
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
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index('payment_method_revoked').on(table.shop).where(sql`${table.revokedAt} is not null`),
    index('payment_method_by_expiry').on(table.shop, table.expiryYear, table.expiryMonth),
  ],
);

/** Webhooks about contracts: when the latest one was carried out, and the highest revision in any of them. */
export const contractNoticeTable = pgTable(
  'contract_notice',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    revision: bigint('revision', { mode: 'bigint' }).notNull(),
    /** When the contract was read for the latest webhook. */
    noticedAt: timestamp('noticed_at', { withTimezone: true }).notNull(),
    /** Hashes of what was read then and no revision counts: of the cycles, by index, and of the payment `method`. */
    told: jsonb('told').notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.shop, table.contractId] })],
);

/** How many contracts a day's sweeps (UTC) found wrong and healed, by cause (recurring/mirror/repairs.ts). */
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
 * How a shop bills its recurring orders. Without a row, or before it went live, nothing is charged. zod checks `rules` on reading
 * (recurring/billing/dunning.ts). `stoppedBecause` is the code of the failed charge, uninstall or suspension that stopped billing; null if the
 * merchant did.
 */
export const billingSettingsTable = pgTable('billing_settings', {
  shop: text('shop').primaryKey(),
  wentLiveAt: timestamp('went_live_at', { withTimezone: true }),
  hour: integer('hour').default(10).notNull(),
  rules: jsonb('rules'),
  /** For how many days a missed cycle is still charged automatically. */
  catchUpDays: integer('catch_up_days').default(3).notNull(),
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
  stoppedBecause: text('stopped_because'),
  startedAgainAt: timestamp('started_again_at', { withTimezone: true }),
  /** How many hours before the charge a customer is told of an order that a scale makes. */
  noticeHours: integer('notice_hours').default(12).notNull(),
});

/**
 * Every attempt to charge a cycle of a contract, stored before Shopify is called: `input` is exactly what we send. While an attempt is `begun`,
 * nobody knows whether Shopify has made it, unless `errorCode` says why it surely hasn't.
 * Ids are Shopify's numeric tails. `method` is the payment method at that time; `amount` is the amount to charge before tax, in minor units. `held`
 * says what its rotating lines held (recurring/rotation/held.ts); null if nobody knows.
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
    held: jsonb('held'),
    begunAt: timestamp('begun_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.contractId, table.cycleIndex, table.number] }),
    index('billing_attempt_by_method')
      .on(table.shop, table.method, table.begunAt)
      .where(sql`${table.state} <> 'paid'`),
    index('billing_attempt_by_time').on(table.begunAt),
    // What is charged first reads all that it needs of attempts from these two.
    index('billing_attempt_paid')
      .on(table.shop, table.settledAt, table.contractId)
      .where(sql`${table.state} = 'paid'`),
    index('billing_attempt_unpaid')
      .on(
        ...[table.shop, table.contractId, table.cycleIndex, table.state],
        ...[table.method, table.begunAt, table.failureClass],
      )
      .where(sql`${table.state} <> 'paid'`),
    index('billing_attempt_by_order')
      .on(table.shop, table.orderId)
      .where(sql`${table.orderId} is not null`),
    index('billing_attempt_order_name')
      .using('gin', table.orderName.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
  ],
);

/**
 * The state of a cycle's billing. An `open` cycle is checked again at `nextAt`. A `left` one isn't charged, for a reason that may end. A `listed` one
 * waits for the merchant's decision; `decision` is the latest one. A `paid` cycle has the `amount` of its attempt, and a `nextAt` while what follows its
 * charge is still to be done. A cycle of a usage-based contract is charged only if it has `orderedAt`, and then at `expectedAt`. `basis` is what its
 * contract held when we last edited the cycle (`basisSchema`).
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
    unreadSince: timestamp('unread_since', { withTimezone: true }),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    decision: text('decision', {
      enum: ['charge', 'charge again', 'leave', 'settled elsewhere', 'retry'],
    }),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    decidedBy: text('decided_by'),
    orderedAt: timestamp('ordered_at', { withTimezone: true }),
    amount: bigint('amount', { mode: 'number' }),
    currencyCode: text('currency_code'),
    basis: jsonb('basis'),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.contractId, table.cycleIndex] }),
    index('cycle_billing_by_day').on(table.shop, table.expectedAt),
    index('cycle_billing_next')
      .on(table.shop, table.nextAt)
      .where(sql`${table.nextAt} is not null`),
    index('cycle_billing_open')
      .on(table.shop, table.expectedAt)
      .where(sql`${table.state} = 'open'`),
    index('cycle_billing_left').on(table.shop).where(sql`${table.state} = 'left'`),
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

/**
 * Who did what to a contract, in the order of `id` where `at` (product time) is the same. Rows are added and never changed. `named` is
 * Shopify's id of the user for a merchant, and the name of a scale. zod checks `details` on reading (contract/timeline.ts). Personal: erased by
 * customers/redact.
 */
export const timelineEntryTable = pgTable(
  'timeline_entry',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    kind: text('kind', { enum: timelineKinds }).notNull(),
    who: text('who', { enum: timelineActors }).notNull(),
    named: text('named'),
    details: jsonb('details').notNull(),
    why: text('why'),
  },
  (table) => [
    index('timeline_entry_of_contract').on(table.shop, table.contractId, table.at),
    index('timeline_entry_passed_over')
      .on(table.shop, table.at)
      .where(sql`${table.kind} = 'passed over'`),
    // Why subscriptions were canceled.
    index('timeline_entry_canceled')
      .on(table.shop, sql`(${table.details} ->> 'reason')`)
      .where(sql`${table.kind} = 'canceled'`),
  ],
);

/** Search, filters and sorting of the list of subscriptions that a merchant has named (contract/saved-view.ts). */
export const savedViewTable = pgTable(
  'saved_view',
  {
    shop: text('shop').notNull(),
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    search: text('search').notNull(),
  },
  (table) => [uniqueIndex('saved_view_name').on(table.shop, table.name)],
);

/**
 * Notices to customers, one for each `about`: an order, a parcel, or a product on a day. `at` is when it was sent, or given up. `subject` is the
 * product's name before it changed.
 */
export const customerNoticeTable = pgTable(
  'customer_notice',
  {
    shop: text('shop').notNull(),
    contractId: text('contract_id').notNull(),
    notice: text('notice', { enum: noticeNames }).notNull(),
    about: text('about').notNull(),
    channel: text('channel', { enum: noticeChannels }).notNull().default('email'),
    cycleIndex: integer('cycle_index').notNull(),
    subject: text('subject'),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    sendAt: timestamp('send_at', { withTimezone: true }).notNull(),
    state: text('state', { enum: ['waiting', 'sending', 'sent', 'not sent'] }).notNull(),
    reason: text('reason').$type<UnsentReason>(),
    at: timestamp('at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({
      columns: [table.shop, table.contractId, table.notice, table.about, table.channel],
    }),
    index('customer_notice_open')
      .on(table.shop, table.sendAt)
      .where(sql`state in ('waiting', 'sending')`),
  ],
);

/** The share of weight that a shop's coffee loses in the roast, in percent; without a row it isn't set. */
export const roastSettingsTable = pgTable('roast_settings', {
  shop: text('shop').primaryKey(),
  lossPercent: doublePrecision('loss_percent').notNull(),
});

/**
 * A day of the roast plan as somebody took it, to mark what changed afterwards: its `items` with their names and bags, which zod checks on reading
 * (recurring/roast-plan/taken.ts). `by` is Shopify's id of the user.
 */
export const roastDayTable = pgTable(
  'roast_day',
  {
    shop: text('shop').notNull(),
    day: date('day').notNull(),
    items: jsonb('items').notNull(),
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull(),
    by: text('taken_by'),
  },
  (table) => [primaryKey({ columns: [table.shop, table.day] })],
);

/**
 * Changes of many subscriptions, and each subscription of one (recurring/bulk/). zod checks `change` and `filter` on reading. `actor` is Shopify's id
 * of the user who prepared it, at product time `preparedAt`.
 */
export const bulkChangeTable = pgTable(
  'bulk_change',
  {
    shop: text('shop').notNull(),
    id: text('id').notNull(),
    actor: text('actor'),
    change: jsonb('change').notNull(),
    filter: jsonb('filter').notNull(),
    ticked: integer('ticked'),
    takesBack: text('takes_back'),
    state: text('state', { enum: bulkStates }).notNull(),
    stoppedBecause: text('stopped_because'),
    preparedAt: timestamp('prepared_at', { withTimezone: true }).notNull(),
    begunAt: timestamp('begun_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.id] }),
    index('bulk_change_by_time').on(table.shop, table.preparedAt, table.id),
  ],
);

/**
 * `reason` says why it was left out, by a name, or refused, in words. From when it is `doing`, `asked` is exactly what is asked for (contract/
 * subscription-contract.ts), and `back` what undoes that; null where nothing does. `day` and `newDay` are the store's.
 */
export const bulkChangeRowTable = pgTable(
  'bulk_change_row',
  {
    shop: text('shop').notNull(),
    changeId: text('change_id').notNull(),
    contractId: text('contract_id').notNull(),
    state: text('state', { enum: bulkRowStates }).notNull(),
    reason: text('reason'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    newAmount: bigint('new_amount', { mode: 'number' }).notNull(),
    currencyCode: text('currency_code').notNull(),
    cycleIndex: integer('cycle_index'),
    day: text('day'),
    newDay: text('new_day'),
    asked: jsonb('asked'),
    back: jsonb('back'),
    tries: integer('tries').default(0).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.changeId, table.contractId] }),
    index('bulk_change_row_open')
      .on(table.shop, table.changeId, table.contractId)
      .where(sql`state in ('waiting', 'doing')`),
  ],
);

/**
 * Lines of an imported file (recurring/importing/), one subscription each; the change is a `bulk_change`. `line` counts as a spreadsheet
 * does. `content` is what zod reads as the subscription, null once it isn't needed. `key` is the line's in `imported_subscription`.
 */
export const importLineTable = pgTable(
  'import_line',
  {
    shop: text('shop').notNull(),
    changeId: text('change_id').notNull(),
    line: integer('line').notNull(),
    state: text('state', { enum: bulkRowStates }).notNull(),
    reason: text('reason'),
    /** What is wrong with it, in words. */
    problems: text('problems'),
    reference: text('reference'),
    email: text('email'),
    key: text('key'),
    content: jsonb('content'),
    customerId: text('customer_id'),
    item: text('item'),
    amount: bigint('amount', { mode: 'number' }),
    currencyCode: text('currency_code').notNull(),
    day: text('day'),
    contractId: text('contract_id'),
    tries: integer('tries').default(0).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shop, table.changeId, table.line] }),
    index('import_line_open')
      .on(table.shop, table.changeId, table.line)
      .where(sql`state in ('waiting', 'doing')`),
  ],
);

/**
 * What was ever imported, so that a file sent again makes nothing twice. `contractId` is null while nobody knows whether the platform made it, for
 * the customer who is named; null in rows from before this column existed.
 * `toldAt` once its timeline tells it. The platform's contract has `key` as an attribute.
 */
export const importedSubscriptionTable = pgTable(
  'imported_subscription',
  {
    shop: text('shop').notNull(),
    key: text('key').notNull(),
    customerId: text('customer_id'),
    contractId: text('contract_id'),
    toldAt: timestamp('told_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.shop, table.key] })],
);

/** Creates that carried an Idempotency-Key. While `response` is null, the create is under way or its outcome unknown. */
export const idempotencyKeyTable = pgTable(
  'idempotency_key',
  {
    shop: text('shop').notNull(),
    key: text('key').notNull(),
    /** Null in rows from before this column existed. */
    operation: text('operation'),
    requestHash: text('request_hash').notNull(),
    ...formerClaim(),
    response: jsonb('response'),
    /** The state before the first attempt. It tells that attempt's work from others' if its answer was lost. */
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
 * The inbox of Shopify's webhooks, so that a duplicate does nothing. Until a webhook is carried out, `about` holds the ids it is about and `outcome`
 * is null. We store nothing else of its contents, because they are personal.
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

/** Magic links that nobody has opened yet; opening one deletes its row. `tokenHash` is the SHA-256 of its token, in hex. */
export const magicLinkTable = pgTable('magic_link', {
  tokenHash: text('token_hash').primaryKey(),
  shop: text('shop').notNull(),
  shopName: text('shop_name').notNull(),
  path: text('path').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  createdAt,
});

/** Browsers in which the vendor portal is open. `tokenHash` is the SHA-256 of the cookie's token, in hex. */
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

/** Scales that may order for a shop's usage-based subscriptions. `tokenHash` is the SHA-256 of the token, in hex. */
export const scaleTable = pgTable(
  'scale',
  {
    id: text('id').primaryKey(),
    shop: text('shop').notNull(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [uniqueIndex('scale_name').on(table.shop, table.name)],
);

/**
 * Accounts at other services that a shop is connected to, one per service. Key and secret are ciphertext (integration/store.ts). `lastCheckedAt` is
 * when the service last accepted them.
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

/** Runs of the order sync. `invalidIds` are the first of the chosen texts that aren't ids. `claim`: see `formerClaim`. */
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
 * The orders of a run, ordered by `position`; `status` is null while there is no result. `tries` counts how often ShipStation's rate limit refused
 * the order.
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
