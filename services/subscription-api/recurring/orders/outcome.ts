import { type SQL, sql } from 'drizzle-orm';
import type { RecurringOrder, RecurringOutcome } from '#contract/recurring-orders.ts';
import { decidedReason, merchantReasons, openTooLong } from '../billing/decisions.ts';
import { failureOf } from '../billing/failure-codes.ts';
import type { AttemptRow, CycleRow } from '../billing/store.ts';

/** An order's billing as far as we know it; `state` and `reason` are null if nobody has looked at it yet. */
export type Standing = {
  state: CycleRow['state'] | null;
  reason: string | null;
  /** The latest attempt that the platform hasn't surely refused; null if there is none. */
  attempt: Pick<AttemptRow, 'state' | 'errorCode'> | null;
};

type Explanation = RecurringOrder['explanation'];

/** Reasons of an order that is being charged. */
const chargingReasons = [
  'charging',
  decidedReason,
  'the buyer must confirm',
  'answer lost',
  openTooLong,
];

const leftReasons: readonly string[] = Object.values(merchantReasons);

/** How an order stands, as the merchant sees it. */
export function outcomeOf({ state, reason, attempt }: Standing): RecurringOutcome {
  switch (state) {
    case null:
      return 'upcoming';
    case 'paid':
      return 'charged';
    case 'listed':
      return reason === openTooLong ? 'charging' : 'to decide';
    case 'left':
      return 'left';
    case 'ended':
      return leftReasons.includes(reason ?? '') ? 'left' : 'ended';
    case 'open':
      if (chargingReasons.includes(reason ?? '')) return 'charging';
      return attempt?.state === 'failed' ? 'failed' : 'upcoming';
  }
}

const list = (texts: readonly string[]) =>
  sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  );

/** `mayBeMade` in SQL, of the attempt `latest`. */
export const mayBeMadeSql = sql`(latest.state <> 'begun' or latest.error_code is null)`;

/** `what`, by the columns of `latest`: the latest attempt at a `standing` that may have been made. Null if there is none. */
export const ofLatestAttempt = (shop: string, what: SQL): SQL => sql`(
  select ${what} from billing_attempt latest
  where latest.shop = ${shop} and latest.contract_id = standing.contract_id
    and latest.cycle_index = standing.cycle_index and ${mayBeMadeSql}
  order by latest.number desc limit 1
)`;

/** Whether a `standing` waits for the merchant's decision. */
export const isToDecide = sql`(standing.state = 'listed' and standing.reason <> ${openTooLong})`;

/** `outcomeOf` in SQL, by `standing.state` and `standing.reason`. It only reads attempts if those don't decide it. */
export const outcomeSql = (shop: string): SQL => sql`case
  when standing.state is null then 'upcoming'
  when standing.state = 'paid' then 'charged'
  when ${isToDecide} then 'to decide'
  when standing.state = 'left' then 'left'
  when standing.state = 'ended' then
    case when standing.reason in (${list(leftReasons)}) then 'left' else 'ended' end
  when standing.reason in (${list(chargingReasons)}) then 'charging'
  when ${ofLatestAttempt(shop, sql`latest.state`)} = 'failed' then 'failed'
  else 'upcoming' end`;

/**
 * Whether a `standing` has one of these outcomes. Their states narrow the query. Where these alone tell, the outcome isn't worked out: the planner
 * can't guess how many have it, and would sort all that were charged.
 */
export function hasOutcome(shop: string, outcomes: readonly RecurringOutcome[]): SQL {
  const states = statesOf(outcomes);
  const isIn = sql`standing.state in (${list(states)})`;
  return states.every((state) => state === 'paid' || state === 'listed')
    ? sql`${isIn} and standing.reason <> ${openTooLong}`
    : sql`${isIn} and ${outcomeSql(shop)} in (${list(outcomes)})`;
}

function statesOf(outcomes: readonly RecurringOutcome[]): CycleRow['state'][] {
  const states = {
    upcoming: ['open'],
    charging: ['open', 'listed'],
    charged: ['paid'],
    failed: ['open'],
    'to decide': ['listed'],
    ended: ['ended'],
    left: ['left', 'ended'],
  } as const satisfies Record<RecurringOutcome, readonly CycleRow['state'][]>;
  return [...new Set(outcomes.flatMap((outcome) => states[outcome]))];
}

const decide = 'Decide what becomes of it.';
const checkFirst = 'Check your customer’s orders in Shopify, then decide.';

/** The texts for all reasons that recurring/billing gives. */
const words: Readonly<Record<string, readonly [happened: string, whatToDo: string | null]>> = {
  // Open
  'not due': ['It isn’t due yet.', null],
  'another charge is open': [
    'Another order of this subscription is being charged.',
    'Nothing to do for now. It comes after that one.',
  ],
  'the order before must end first': ['The order before it comes to its end first.', null],
  charging: ['Shopify is charging it.', null],
  [decidedReason]: [
    'You asked to charge it. It’s charged in a moment, or once billing is on within a day.',
    null,
  ],
  'the buyer must confirm': [
    'Your customer must confirm the payment.',
    'Shopify has asked them by email. Nothing to do for now.',
  ],
  'answer lost': ['Shopify’s answer got lost. We’re asking again.', null],
  'tries again': ['It’s tried again.', null],
  'waits for buyer': ['It waits for your customer.', null],
  'waits for method': [
    'It waits for another payment method.',
    'Ask your customer for one. We’ll charge it right away.',
  ],
  'waits for next order': ['It waits until the next order is due.', null],
  throttled: ['Shopify takes no more requests right now. We’ll try again in a minute.', null],
  'platform failed': ['Shopify couldn’t process it. We’ll keep trying for up to 7 days.', null],
  'under review': [
    'Shopify is reviewing this subscription. We’ll keep trying for up to 7 days.',
    null,
  ],
  // Listed
  'usage unknown': ['We don’t know whether this subscription is charged by date.', decide],
  'customer not told': [
    'We couldn’t tell your customer of this order in time, so it wasn’t charged.',
    'Tell your customer, then decide.',
  ],
  'charged elsewhere': [
    'Another app, or somebody in Shopify, has charged it.',
    'Check your customer’s orders in Shopify. If you charge it again, they pay twice.',
  ],
  'unknown attempt': ['Another app, or somebody in Shopify, has tried to charge it.', checkFirst],
  'charged since it was due': [
    'Another order of this subscription was charged since this one was due.',
    decide,
  ],
  'second of the day': ['Another order of this subscription falls on the same day.', decide],
  'before go-live': ['It was due before you started billing.', decide],
  'due while paused': ['It was due while the subscription was paused.', decide],
  'due while frozen': ['It was due while your store was frozen or closed.', decide],
  'due while not permitted': [
    'It was due while Cadence lacked your permission to charge subscriptions.',
    decide,
  ],
  missed: ['It was due, and wasn’t charged in time.', decide],
  'merchant must act': [
    'The order can’t be made as it is.',
    'Correct the subscription, then try again.',
  ],
  'perhaps paid': ['It may have been paid already.', checkFirst],
  'unknown failure': ['The charge failed for a reason that is new to us.', checkFirst],
  'price not set': [
    'Shopify didn’t take the price of this order.',
    'Check the subscription’s prices, then try again.',
  ],
  'rotation refused': [
    'Shopify didn’t let Cadence put together what this order holds, so it wasn’t charged.',
    'Check the subscription in Shopify, then try again.',
  ],
  'nothing to rotate': [
    'No product of its rotation can go out in this size, so it wasn’t charged.',
    'Add one under Manage Rotation, then try again.',
  ],
  'end rule refused': [
    'It couldn’t be charged, and Shopify refused what should have happened then.',
    `${decide} If it’s charged and fails again, your rule is followed once more.`,
  ],
  [openTooLong]: [
    'Shopify has been charging it for 7 days.',
    'Check the payment in Shopify. It may still go through, so there’s nothing to decide: your customer could pay twice. We ask Shopify every day.',
  ],
  'the order before is open for 7 days': [
    'Shopify has been charging another order of this subscription for 7 days.',
    'Check that payment in Shopify, then decide. We won’t charge this one before.',
  ],
  'refused for 7 days': ['Shopify hasn’t taken this charge for 7 days.', decide],
  'not readable': [
    'Shopify hasn’t let Cadence read or prepare this order for 7 days, so it wasn’t charged.',
    'Check the subscription in Shopify, then decide.',
  ],
  'cycle gone': [
    'Shopify doesn’t list this order anymore, so it can’t be charged.',
    'Check your customer’s orders in Shopify, then leave it or mark it as settled elsewhere.',
  ],
  'never done': ['We couldn’t bring this order to an end.', checkFirst],
  // Left
  'usage-based': ['It’s charged by use, not by date.', null],
  skipped: ['It was skipped.', null],
  'all orders made': ['All orders of this subscription were made.', null],
  'contract paused': ['The subscription is paused.', null],
  'contract cancelled': ['The subscription was canceled.', null],
  'contract expired': ['The subscription has ended.', null],
  'contract failed': ['Shopify marked the subscription as failed.', 'Check it in Shopify.'],
  'store frozen': [
    'Your store is frozen or closed.',
    'You can decide about it once it’s open again.',
  ],
  'not permitted': [
    'Shopify didn’t let Cadence charge subscriptions.',
    'See Settings, where a permission may be lacking. You can decide about the order then.',
  ],
  'contract gone': ['The subscription is gone from Shopify.', null],
  'no such cycle': ['Shopify doesn’t list this order anymore, so it isn’t charged.', null],
  // Ended
  skip: ['It couldn’t be charged, so it was skipped.', null],
  'put off': ['Your customer put it off until the scale orders again.', null],
  pause: ['It couldn’t be charged, so the subscription was paused.', null],
  cancel: ['It couldn’t be charged, so the subscription was canceled.', null],
  [merchantReasons.leave]: ['You left it uncharged.', null],
  [merchantReasons['settled elsewhere']]: ['You marked it as settled elsewhere.', null],
};

/** The reasons that have texts. */
export const knownReasons: readonly string[] = Object.keys(words);

/** Tells the merchant what happened and what to do; null if there is nothing to say. */
export function explanationOf(standing: Standing): Explanation {
  const { state, reason, attempt } = standing;
  if (state === null || state === 'paid' || reason === null || reason === 'not due') return null;
  const failure = attempt?.state === 'failed' ? failureOf(attempt.errorCode) : null;
  const [said, whatToDo] = words[reason] ?? [
    'Shopify refused to charge it.',
    'Check the subscription in Shopify, then decide.',
  ];
  if (failure === null) return { happened: said, whatToDo };
  if (outcomeOf(standing) === 'failed') {
    // Another subscription with the same method has found out.
    if (reason === 'waits for method' && failure.class !== 'method') {
      return { happened: `${failure.happened} ${said}`, whatToDo };
    }
    // Nothing is tried before then, so the failure's own advice doesn't apply.
    return reason === 'waits for next order'
      ? { ...failure, whatToDo: 'We won’t try again before the next order is due.' }
      : failure;
  }
  if (reason === 'merchant must act' || reason === 'unknown failure' || reason === 'perhaps paid') {
    return failure;
  }
  return { happened: state === 'ended' ? `${failure.happened} ${said}` : said, whatToDo };
}
