import type { BadgeProps } from '@shopify/polaris';
import type { AnyBulkChange, BulkChange, BulkFilter, BulkRow } from '#contract/bulk-change.ts';
import type { LeftOutReason } from '#contract/bulk-change-names.ts';
import { formatCount, formatDay, formatMoney } from '#contract/format.ts';
import { cancelReasonWords } from './cancel-reason-words.ts';
import { statusWords, windowWords } from './contract-words.ts';

/** Names of the changes in the form and on buttons. */
export const bulkNames: Record<AnyBulkChange['change'], string> = {
  pause: 'Pause',
  resume: 'Resume',
  move: 'Move the next order',
  price: 'Change a price',
  replace: 'Replace a product',
  cancel: 'Cancel',
  import: 'Import',
};

/** A change in a few words, such as `Pause until Nov 30, 2026`. */
export function bulkChangeInWords(change: AnyBulkChange): string {
  switch (change.change) {
    case 'pause':
      return change.until === undefined ? 'Pause' : `Pause until ${formatDay(change.until)}`;
    case 'resume':
      return 'Resume';
    case 'cancel':
      return change.reason === undefined
        ? 'Cancel'
        : `Cancel (${cancelReasonWords[change.reason].toLowerCase()})`;
    case 'move': {
      if ('day' in change.to) return `Move the next order to ${formatDay(change.to.day)}`;
      const { days } = change.to;
      const by = formatCount(Math.abs(days), 'day');
      return `Move the next order ${by} ${days < 0 ? 'earlier' : 'later'}`;
    }
    case 'import':
      return `Import ${change.file}`;
    case 'replace':
      return `Replace ${change.variant.name} by ${change.by.name}`;
    case 'price': {
      const { to, variant } = change;
      if ('amount' in to) {
        return `Set the price of ${variant.name} to ${formatMoney(to.amount, to.currencyCode)}`;
      }
      const percent = Math.abs(to.basisPoints) / 100;
      return `${to.basisPoints < 0 ? 'Lower' : 'Raise'} the price of ${variant.name} by ${percent} %`;
    }
  }
}

/** The heading of a change; a way back says so. */
export const bulkTitle = ({
  change,
  takesBack,
}: Pick<BulkChange, 'change' | 'takesBack'>): string =>
  takesBack === null ? bulkChangeInWords(change) : `Take back: ${bulkChangeInWords(change)}`;

/** Who was chosen, such as `All subscribers with status Paused, plan Monthly`. */
export function bulkFilterInWords(filter: BulkFilter, ticked: number | null): string {
  const {
    query,
    status,
    plan,
    product,
    productName,
    payment,
    next,
    canceled,
    customer,
    order,
    ...others
  } = filter;
  const parts = [
    ...(query ? [`“${query}” in their name, email or products`] : []),
    ...(status ? [`status ${statusWords[status].label}`] : []),
    ...(plan ? [`plan ${plan}`] : []),
    ...(product ? [`product ${productName ?? `number ${product}`}`] : []),
    ...(next ? [`next order ${windowWords[next].toLowerCase()}`] : []),
    ...(payment ? ['payment in trouble'] : []),
    ...(canceled ? [`cancel reason ${cancelReasonWords[canceled]}`] : []),
    ...(customer ? [`customer number ${customer}`] : []),
    ...(order ? [`order number ${order}`] : []),
    ...Object.entries(others).map(([name, value]) => `${name} ${String(value)}`),
  ];
  const who = ticked === null ? 'All subscriptions' : formatCount(ticked, 'subscription');
  if (ticked !== null) return `${who} that you ticked`;
  return parts.length === 0 ? who : `${who} with ${parts.join(', ')}`;
}

export const leftOutWords: Record<LeftOutReason, string> = {
  'as asked': 'It’s already so',
  over: 'It has ended',
  'not active': 'It isn’t active',
  charging: 'An order is being charged right now',
  'no method': 'It has no payment method that could be charged',
  'no product': 'It doesn’t contain this product',
  'other currency': 'It’s in another currency',
  'by use': 'It’s charged by use, without a date',
  'no order': 'It has no next order that could be moved',
  past: 'That day is over',
  'too late': 'Shopify moves no order past its usual day',
  changed: 'Somebody has changed it since',
  wrong: 'Something in the line isn’t right',
  twice: 'The file has it twice',
  imported: 'It was imported before',
};

export const bulkStateWords: Record<
  BulkChange['state'],
  { label: string; tone?: BadgeProps['tone'] }
> = {
  checking: { label: 'Being checked', tone: 'attention' },
  prepared: { label: 'Not begun', tone: 'info' },
  running: { label: 'Going on', tone: 'attention' },
  stopped: { label: 'Stopped', tone: 'warning' },
  done: { label: 'Done', tone: 'success' },
};

export const bulkRowWords: Record<BulkRow['state'], { label: string; tone?: BadgeProps['tone'] }> =
  {
    waiting: { label: 'Waiting' },
    doing: { label: 'Being changed', tone: 'attention' },
    done: { label: 'Done', tone: 'success' },
    refused: { label: 'Refused', tone: 'critical' },
    'left out': { label: 'Left out' },
  };

/** Why one of many wasn't done. */
export const reasonOf = ({ leftOut, refused }: Pick<BulkRow, 'leftOut' | 'refused'>) =>
  leftOut === null ? refused : (refused ?? leftOutWords[leftOut]);

/** The effects of each change, shown before it's made. */
export const bulkEffects: Record<AnyBulkChange['change'], readonly string[]> = {
  pause: [
    'No further order is charged until each is resumed. A charge that’s already under way may still go through.',
    'You can take this back: it resumes those that nobody has changed since. Orders that fell due meanwhile aren’t charged by themselves; one that failed before may be tried again at once.',
  ],
  resume: [
    'Their coming orders are charged again when they’re due. Orders that fell due during the pause aren’t charged by themselves; one that failed before may be tried again at once.',
    'You can take this back: it pauses them again.',
  ],
  move: [
    'Only the next order of each moves. Shopify moves an order only within its own period: after the order before it, and not past its usual day.',
    'If the new day is today, it’s charged as soon as the hour of billing has come. You can take this back until it’s charged.',
  ],
  price: [
    'It holds from the next order on, wherever the product is part of a subscription. Later discounts of the plan don’t change it anymore, unless the price is one of the plan’s own.',
    'You can take this back where nobody has changed the price since. Orders that were charged meanwhile stay as they are.',
  ],
  replace: [
    'It holds from the next order on. The other product keeps quantity and price of the one that it replaces.',
    'You can take this back where nobody has changed the subscription since.',
  ],
  cancel: [
    'No further order is charged. A charge that’s already under way may still go through.',
    'This can’t be undone. To subscribe again, your customers have to check out again.',
  ],
  import: [
    'Each becomes a subscription, first charged on its next date. Stop them in your other app before that day, or your customers pay twice.',
    'This can’t be taken back. What shouldn’t be there can be canceled with “Change many”.',
  ],
};
