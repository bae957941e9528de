import { isDay } from '#contract/calendar.ts';
import { formatDay, formatInstant, formatMoney } from '#contract/format.ts';
import { orderAmountOf } from '#contract/money.ts';
import type { ComingOrder, SubscriptionContract } from '#contract/subscription-contract.ts';
import type { ContractChange, OrderChange } from '#contract/subscription-contract-names.ts';
import { firstCharged, hasOwnPrice } from './next-order.ts';
import type { LinesBack } from './way-back.ts';

/** Changes with a dialog of their own, which asks Shopify for what they follow from. */
export type LoadedChangeName = Extract<ContractChange, 'set address' | 'set plan' | 'add once'>;

/** The changes of an order that have a button: all that follow are moved by the same dialog as one alone. */
export type PressedChange = Exclude<OrderChange, 'move following'>;

/** The change that a dialog asks about. */
export type Asking =
  | { change: Exclude<ContractChange, LoadedChangeName>; order?: undefined; back?: LinesBack }
  | { change: PressedChange; order: ComingOrder; back?: undefined };

export type ChangeWords = {
  title: string;
  /** Sentences on the change's effects, shown before it's made. */
  effects: string[];
  /** The button's text. */
  confirm: string;
  /** Once it is done. */
  done: string;
};

const followed = [
  'From then on all orders come on that day of the week or month, until you move them again or change the plan. If the plan has days of its own, the subscription leaves them.',
  'Shopify works out all days anew. Orders that it places before the new day are skipped. Other days that you moved or skipped by themselves stay.',
  'You see the coming orders here at once. Look at them: the price of an order doesn’t change.',
];

const withExtras = 'That includes what was added to the next order alone.';

const afterPause =
  'Orders that fell due during the pause aren’t charged by themselves. You decide about each in Recurring Orders.';

/** The changes after which a coming order isn't made as it was foreseen. */
const changesRoast: readonly Asking['change'][] = [
  ...(['order', 'pause', 'cancel', 'set lines'] as const),
  ...(['skip', 'move', 'bill'] as const),
];

/** `newDay` is the one to move to. */
type Picked = { isFollowed: boolean; newDay: string };

export function changeWords(
  asking: Asking,
  subscription: SubscriptionContract,
  picked: Picked,
): ChangeWords {
  const words = wordsOf(asking, subscription, picked);
  const order = asking.order ?? subscription.coming.find(({ outcome }) => outcome === 'upcoming');
  if (!order?.cutoff?.isOver || !changesRoast.includes(asking.change)) return words;
  const late = `The cut-off of the order of ${formatDay(order.day)} is over, so it may be roasted already.`;
  return { ...words, effects: [...words.effects, late] };
}

function wordsOf(
  { change, order, back }: Asking,
  subscription: SubscriptionContract,
  { isFollowed, newDay }: Picked,
): ChangeWords {
  const { amount, once, currencyCode, timeZone, coming, isBilling, firstIfResumed } = subscription;
  const isOwn = hasOwnPrice(subscription);
  const sum = (minor: number) =>
    `${formatMoney(minor, currencyCode)} ${isOwn ? 'before tax, until the product’s own price is known' : 'at today’s prices, before tax'}`;
  const next = sum(orderAmountOf(once, amount));
  const isCharged = isBilling ? 'is charged' : 'can be charged';
  const areCharged = isBilling ? 'are charged' : 'can be charged';
  const first = firstCharged(subscription);
  const isFirst = order === undefined || first === undefined || order.day <= first.day;
  const ofOrder = isFirst ? next : sum(amount);
  switch (change) {
    case 'order':
      return {
        title: 'Charge the next order now?',
        effects: [
          `It’s charged in a moment: ${next}.`,
          'Your customer isn’t told before, and can’t put it off. Once it’s charged, this can’t be undone.',
          'The next one can be ordered an interval of the plan later.',
        ],
        confirm: 'Charge now',
        done: 'Order will be charged',
      };
    case 'pause':
      return {
        title: 'Pause this subscription?',
        effects: [
          'No further order is charged until it’s resumed. A charge that’s already under way may still go through.',
          afterPause,
        ],
        confirm: 'Pause',
        done: 'Subscription paused',
      };
    case 'resume':
      return {
        title: 'Resume this subscription?',
        effects: [
          firstIfResumed === null
            ? `Its coming orders ${areCharged} again when they’re due. The next one costs ${next}.`
            : `Its next order ${isCharged} on ${formatDay(firstIfResumed)}: ${next}.`,
          ...(firstIfResumed === null && isBilling
            ? ['One that failed before may be tried again at once.']
            : []),
          ...(isBilling ? [] : ['Nothing is charged before you start billing.']),
          afterPause,
        ],
        confirm: 'Resume',
        done: 'Subscription resumed',
      };
    case 'set lines':
      return {
        ...(back === undefined
          ? { title: 'Change products and prices', confirm: 'Save', done: 'Subscription changed' }
          : {
              title: 'Undo the change of products and prices',
              ...{ confirm: 'Undo', done: 'Products and prices are as before' },
            }),
        effects: [
          'Another product keeps the price that stands here, unless you change it.',
          'It holds from the next order on. An order that’s being charged already isn’t changed.',
          'A price that you set stays until you set another: the plan’s later discounts don’t change it anymore, unless it’s one of the plan’s own prices.',
        ],
      };
    case 'set place':
      return {
        title: 'Choose the next coffee',
        effects: [
          `${first?.outcome === 'upcoming' ? `The next order holds it, on ${formatDay(first.day)}` : 'The next order that’s charged holds it'}. It costs ${next}.${isOwn ? ' Each product of this rotation has its own price, with the plan’s discount.' : ''}`,
          'The orders after it go on from there in the order of the rotation.',
          'If it’s archived or sold out by then, the next one in line goes out.',
        ],
        confirm: 'Save',
        done: 'Next coffee changed',
      };
    case 'ask for method':
      return {
        title: 'Ask your customer for a payment method?',
        effects: [
          'Shopify mails your customer a link where they can enter another payment method. Nothing is charged.',
          'You can’t take the mail back. Within ten minutes it isn’t sent twice.',
        ],
        confirm: 'Send mail',
        done: 'Your customer was mailed',
      };
    case 'cancel':
      return {
        title: 'Cancel this subscription?',
        effects: [
          'No further order is charged. A charge that’s already under way may still go through.',
          'This can’t be undone. To subscribe again, your customer has to check out again.',
        ],
        confirm: 'Cancel subscription',
        done: 'Subscription canceled',
      };
    case 'skip': {
      const after = coming.find(
        ({ day, outcome }) => outcome === 'upcoming' && day > order.day,
      )?.day;
      return {
        title: `Skip the order of ${formatDay(order.day)}?`,
        effects: [
          'It isn’t charged, and nothing is sent.',
          ...(once.length > 0 && isFirst
            ? ['What was added to it goes with the order after it.']
            : []),
          after === undefined
            ? 'The subscription goes on with the order after it.'
            : `The subscription goes on with the order of ${formatDay(after)}.`,
          `You can take this back until ${formatInstant(timeZone, order.chargedFrom)}.`,
        ],
        confirm: 'Skip order',
        done: 'Order skipped',
      };
    }
    case 'unskip':
      return {
        title: `Charge the order of ${formatDay(order.day)} after all?`,
        effects: [
          `It ${isCharged} on ${formatDay(order.day)}: ${ofOrder}.`,
          ...(once.length > 0 && isFirst ? [withExtras] : []),
        ],
        confirm: 'Don’t skip',
        done: 'Order is no longer skipped',
      };
    case 'bill':
      return {
        title: `Charge the order of ${formatDay(order.day)} now?`,
        effects: [
          `It moves to today and is charged at the hour of your billing, or in a moment if that hour has come: ${next}.`,
          ...(isFirst
            ? []
            : [
                `The order of ${formatDay(first.day)}, which failed, isn’t tried again: it ends as your billing rules say. If they pause or cancel the subscription, this one isn’t charged.`,
              ]),
          'The orders after it stay on their days. Once it’s charged, this can’t be undone.',
        ],
        confirm: 'Charge now',
        done: 'Order will be charged',
      };
    case 'move':
      return {
        title: `Move the order of ${formatDay(order.day)}`,
        effects: [
          `It ${isCharged} on ${formatDay(isDay(newDay) ? newDay : order.day)}: ${ofOrder}.`,
          ...(isFollowed
            ? followed
            : [
                'Only this order moves. Those after it stay on their days.',
                'If you pick today, it’s charged as soon as the hour of billing has come, perhaps at once.',
                'Shopify moves an order only within its own period: after the order before it, and not past its usual day.',
              ]),
        ],
        confirm: 'Move order',
        done: 'Order moved',
      };
  }
}

/** Whether it can still be done, as the subscription stands now. */
export function isPossible(
  { change, order }: Asking,
  { changes, coming }: Pick<SubscriptionContract, 'changes' | 'coming'>,
): boolean {
  if (order === undefined) return changes.includes(change);
  const now = coming.find(({ cycle }) => cycle === order.cycle);
  return now?.changes.includes(change) ?? false;
}
