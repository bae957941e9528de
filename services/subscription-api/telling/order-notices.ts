import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type EndRule, endRules } from '#contract/billing-rules.ts';
import { dayIn } from '#contract/calendar.ts';
import {
  formatDay,
  formatInstant,
  formatMoney,
  formatProduct,
  formatTimeZone,
} from '#contract/format.ts';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import { orderAmountOf } from '#contract/money.ts';
import { isProductNotice, type UnsentReason } from '#contract/notices.ts';
import { lastDayForChange } from '#contract/roast-days.ts';
import { endOfDay } from '#contract/roast-words.ts';
import { anchorSchema } from '#contract/selling-plan.ts';
import { foreseeAmount } from '../recurring/billing/foresee-amount.ts';
import type { BillingSettings } from '../recurring/billing/store.ts';
import { erasedMark } from '../recurring/mirror/mapping.ts';
import type { NoticeRow } from '../recurring/notices/outbox.ts';
import { contractAmount } from '../recurring/orders/rows.ts';
import {
  type ForeseenOrder,
  foreseeRotating,
  namedOrders,
  ordersBefore,
} from '../recurring/rotation/foresee-orders.ts';
import { heldOf } from '../recurring/rotation/held.ts';
import { ServiceError } from '../service-error.ts';
import type { ShopContext } from '../shop-context.ts';
import { rowsOf } from '../store/rows-of.ts';
import { getRecipients } from './documents.ts';
import { putOffUrl } from './put-off-link.ts';
import type { Subject, SubjectsOf } from './subject.ts';
import { beforeTax, changeBefore } from './words.ts';

const subjectSchema = z.object({
  contract: z.string(),
  cycle: z.number().int(),
  expected_at: z.coerce.date().nullable(),
  is_over: z.boolean().nullable(),
  state: z.string().nullable(),
  reason: z.string().nullable(),
  amount: z.coerce.number().int(),
  /** What the latest attempt was to charge, with all that was in the order. */
  charged: z.coerce.number().int().nullable(),
  /** What that attempt held in the rotating lines. */
  held: z.unknown(),
  has_first_order: z.boolean(),
  /** How many orders of its contract come before it. */
  before: z.coerce.number().int(),
  /** Whether its plan may have another price for it than for the orders before, which is set when it's charged. */
  may_be_stepped: z.boolean(),
  anchors: z.array(anchorSchema).nullable(),
  cutoff: z.number().int().nullable(),
  currency_code: z.string(),
  customer_id: z.string().nullable(),
  refused_email: z.string().nullable(),
  refused_phone: z.string().nullable(),
  unsubscribed_at: z.coerce.date().nullable(),
  /** One-time additions to this order, which the amount leaves out. */
  extras: z
    .array(
      z.object({
        title: z.string(),
        variantTitle: z.string().nullable(),
        quantity: z.number().int(),
        price: z.number().int(),
        /** Whether the latest attempt was to charge it. */
        isCharged: z.boolean().nullable(),
      }),
    )
    .nullable(),
  items: z
    .array(
      z.object({
        line: z.string(),
        title: z.string(),
        variantTitle: z.string().nullable(),
        quantity: z.number().int(),
      }),
    )
    .nullable(),
});
type OrderToCome = z.infer<typeof subjectSchema>;

type Terms = { settings: BillingSettings; timeZone: string };

/** The recipients and contents of notices about coming orders. */
export async function readOrdersToCome(
  context: ShopContext,
  rows: readonly NoticeRow[],
  terms: Terms,
): Promise<SubjectsOf> {
  const { database, shop, graphql, now } = context;
  const ids = [...new Set(rows.map(({ contractId }) => contractId))];
  const answer = await graphql(getRecipients, {
    ids: ids.map((id) => globalIdOf('SubscriptionContract', id)),
  });
  const recipients = new Map(
    answer.nodes.flatMap((node) => (node === null ? [] : [[originalIdOf(node.id), node] as const])),
  );
  const told = new Map(
    rows.map(({ contractId, cycleIndex }) => [
      `${contractId} ${cycleIndex}`,
      { contract: contractId, cycle: cycleIndex },
    ]),
  );
  const orders = await rowsOf(
    database,
    subjectSchema,
    sql`select contract.id as contract, named.cycle, case when standing.ordered_at is null then cycle.expected_at else standing.expected_at end as expected_at,
        cycle.is_billed or cycle.is_skipped as is_over,
        standing.state, standing.reason, coalesce(cycle.amount, ${contractAmount}) as amount,
        attempt.charged, attempt.held, contract.origin_order_id is not null as has_first_order, contract.anchors, contract.cutoff, contract.currency_code, contract.customer_id, customer.refused_email, customer.refused_phone, customer.unsubscribed_at, lines.items, place.before,
        lines.has_plan and attempt.number is null and (place.before > 0 or not exists (
          select from billing_attempt paid
          where paid.shop = ${shop} and paid.contract_id = named.contract and paid.state = 'paid'
        )) as may_be_stepped,
        case when place.before = 0 then extras.items end as extras
      from ${namedOrders(shop, [...told.values()])}
      cross join lateral (select ${ordersBefore({ shop, now })} as before) place
      left join lateral (
        select latest.amount as charged, latest.held, latest.number from billing_attempt latest
        where latest.shop = ${shop} and latest.contract_id = named.contract and latest.cycle_index = named.cycle
        order by latest.number desc limit 1
      ) attempt on true
      left join store_customer customer on customer.shop = ${shop} and customer.id = contract.customer_id
      left join lateral (
        select json_agg(json_build_object('line', line.id, 'title', line.title,
          'variantTitle', line.variant_title, 'quantity', line.quantity) order by line.position) as items,
          coalesce(bool_or(line.plan_id is not null), false) as has_plan
        from subscription_contract_line line
        where line.shop = ${shop} and line.contract_id = named.contract
      ) lines on true
      left join lateral (
        select json_agg(json_build_object('title', extra.title, 'variantTitle', extra.variant_title,
          'quantity', extra.quantity, 'price', extra.price, 'isCharged', extra.left_out is null
            and extra.cycle_index = named.cycle and extra.attempt = attempt.number) order by extra.added_at, extra.id) as items
        from order_extra extra
        where extra.shop = ${shop} and extra.contract_id = named.contract and extra.ended_at is null
      ) extras on true`,
  );
  const foreseenOf = await foreseeRotating(context, orders);
  const amounts = await readAmounts(context, orders, foreseenOf);
  const subjectOf = (row: NoticeRow): Subject | null => {
    const order = orders.find(
      ({ contract, cycle }) => contract === row.contractId && cycle === row.cycleIndex,
    );
    const recipient = recipients.get(row.contractId);
    if (order === undefined || recipient === undefined) return null;
    const { deliveryMethod, status } = recipient;
    // The platform may still name a customer whom it had us erase.
    const isErased = order.customer_id?.startsWith(erasedMark) ?? false;
    const customer = isErased ? null : recipient.customer;
    const { expected_at, currency_code } = order;
    const foreseen = amounts.has(order) ? amounts.get(order) : order.amount;
    const isFailure = row.notice === 'customerChargeFailed';
    const endedBy = isFailure ? endRuleOf(order) : null;
    const charged = isFailure ? order.charged : null;
    const held = charged === null ? null : heldOf(order.held);
    const coffees = foreseenOf(order)?.lines ?? [];
    const coffeeOf = (line: string) =>
      held === null
        ? coffees.find((one) => one.line === line)?.coffee?.title
        : held.find((one) => one.line === line)?.title;
    const extras = (order.extras ?? []).filter(({ isCharged }) => charged === null || isCharged);
    // A paused subscription brings another product once it goes on.
    const isChangedInPause = row.notice === 'customerProductChanged' && status === 'PAUSED';
    const amount = charged ?? (foreseen == null ? null : orderAmountOf(extras, foreseen));
    return {
      customerId: order.customer_id,
      name: customer?.displayName ?? '',
      email: customer?.defaultEmailAddress?.emailAddress ?? null,
      refusedEmail: order.refused_email,
      isUnsubscribed: isProductNotice(row.notice) && order.unsubscribed_at !== null,
      phone: customer?.defaultPhoneNumber?.phoneNumber ?? null,
      refusedPhone: order.refused_phone,
      country: deliveryMethod?.address?.countryCodeV2 ?? null,
      orderName: '',
      items: [
        ...(order.items ?? []).map(({ line, quantity, ...item }) => ({
          title: formatProduct({ ...item, title: coffeeOf(line) ?? item.title }),
          quantity,
        })),
        ...extras.map((extra) => ({ title: formatProduct(extra), quantity: extra.quantity })),
      ],
      total: amount === null ? '' : beforeTax(formatMoney(amount, currency_code)),
      ...(expected_at && row.notice === 'orderByUse'
        ? {
            day: formatInstant(terms.timeZone, expected_at.toISOString()),
            url: putOffUrl(context, {
              ...{ shop, contract: row.contractId, cycle: row.cycleIndex },
              at: expected_at.getTime(),
            }),
          }
        : expected_at && {
            day: formatDay(dayIn(terms.timeZone, expected_at)),
            change: changeInWords(order, dayIn(terms.timeZone, expected_at), {
              today: dayIn(terms.timeZone, now()),
              timeZone: terms.timeZone,
            }),
          }),
      ...(endedBy !== null && { endedBy }),
      hindrance:
        isChangedInPause || status === (endedBy === null ? 'ACTIVE' : statusAfter[endedBy])
          ? hindranceOf(row, order, terms, now())
          : 'subscription over',
    };
  };
  return { shopName: answer.shop.name, subjectOf };
}

/** Until when an order of `day` can be changed, for its customer. */
function changeInWords(
  { anchors, cutoff }: OrderToCome,
  day: string,
  { today, timeZone }: { today: string; timeZone: string },
): string {
  const last = lastDayForChange({ anchors: anchors ?? [], cutoff }, day);
  // It is charged before its day is over.
  if (last === null || last >= day) return changeBefore;
  return last < today
    ? 'It’s too late to change this order.'
    : `If something should be different, see your subscription by ${formatDay(last, 'weekday')}, ${endOfDay} ${formatTimeZone(timeZone)}.`;
}

/** A subscription's status on the platform after the last step for an order that couldn't be charged. */
const statusAfter = {
  pause: 'PAUSED',
  cancel: 'CANCELLED',
  skip: 'ACTIVE',
} satisfies Record<EndRule, string>;

const endRuleOf = ({ state, reason }: OrderToCome): EndRule | null =>
  (state === 'ended' && endRules.find((rule) => rule === reason)) || null;

/**
 * What orders cost that bring coffees at their own prices, or may be the first at another price of their plan, such as the one after a discount; null if
 * Shopify doesn't tell.
 */
async function readAmounts(
  context: ShopContext,
  orders: readonly OrderToCome[],
  foreseenOf: (order: OrderToCome) => ForeseenOrder | undefined,
): Promise<Map<OrderToCome, number | null>> {
  const amounts = new Map<OrderToCome, number | null>();
  for (const order of orders) {
    const { before } = order;
    const rotating = foreseenOf(order)?.lines ?? [];
    const lines = rotating.filter(({ rotation }) => rotation.price === 'product');
    // What is told of products alone names no cycle, and no amount.
    if (order.cycle === 0 || !(order.may_be_stepped || lines.length > 0)) continue;
    const name = { ...order, hasFirstOrder: order.has_first_order };
    try {
      amounts.set(order, await foreseeAmount(context, name, { before, lines }));
    } catch (error) {
      // A throttle is soon over, and the notice can wait for that.
      if (!(error instanceof ServiceError) || error.kind === 'throttled') throw error;
      amounts.set(order, null);
      const { contract } = order;
      context.logger.warn({ error, contract }, 'the price of an order to come is unknown');
    }
  }
  return amounts;
}

function hindranceOf(
  { notice, about }: NoticeRow,
  order: OrderToCome,
  { settings, timeZone }: Terms,
  now: Date,
): UnsentReason | null {
  const { expected_at, is_over, state, reason } = order;
  if (notice === 'reminder') {
    const orderDay = expected_at && dayIn(timeZone, expected_at);
    if (is_over || orderDay === null || !about.endsWith(` ${orderDay}`)) return 'order changed';
    return orderDay <= dayIn(timeZone, now) ? 'too late' : null;
  }
  if (notice === 'orderByUse') {
    const isAsTold = expected_at !== null && about.endsWith(` ${expected_at.toISOString()}`);
    if (state !== 'open' || is_over || !isAsTold) return 'order changed';
    return expected_at <= now ? 'too late' : null;
  }
  if (isProductNotice(notice)) return null;
  if (endRuleOf(order) !== null) return null;
  if (state !== 'open') return 'order changed';
  return reason === 'waits for method' && settings.rules.asksForMethod ? 'asked by Shopify' : null;
}
