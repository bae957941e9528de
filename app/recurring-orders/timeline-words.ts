import { formatDay } from '#contract/format.ts';
import type { HistoryEntry } from '#contract/subscription-contract.ts';
import type { TimelineDetails, TimelineKind } from '#contract/timeline.ts';
import { cancelReasonWords } from './cancel-reason-words.ts';

const orderOf = ({ day }: TimelineDetails) =>
  day === undefined ? 'An order' : `The order of ${formatDay(day)}`;

const toDay = ({ newDay }: TimelineDetails) =>
  newDay === undefined ? '' : ` to ${formatDay(newDay)}`;

/** The text of each kind of entry, without who did it. */
const timelineWords: Record<TimelineKind, (details: TimelineDetails) => string> = {
  paused: ({ until }) =>
    `The subscription was paused${until === undefined ? '' : ` until ${formatDay(until)}`}`,
  resumed: () => 'The subscription was resumed',
  canceled: ({ reason }) =>
    `The subscription was canceled${reason === undefined ? '' : ` (${cancelReasonWords[reason].toLowerCase()})`}`,
  skipped: (details) => `${orderOf(details)} was skipped`,
  unskipped: (details) => `${orderOf(details)} was no longer skipped`,
  moved: (details) => `${orderOf(details)} was moved${toDay(details)}`,
  'moved with following': (details) =>
    `${orderOf(details)} was moved${toDay(details)}, with all that follow,`,
  hastened: (details) => `${orderOf(details)} was moved up${toDay(details)}`,
  ordered: ({ day }) => `An order ${day === undefined ? '' : `for ${formatDay(day)} `}was made`,
  'put off': (details) => `${orderOf(details)} was put off${toDay(details)}`,
  'line changed': ({ subject = 'A product', from, to }) =>
    `${subject} was changed${from === undefined || to === undefined ? '' : ` from ${from} to ${to}`}`,
  'address changed': ({ from, to }) =>
    `The delivery address was changed${from === undefined || to === undefined ? '' : `, and the price of delivery from ${from} to ${to},`}`,
  'plan changed': ({ from, to }) =>
    `The plan was changed${from === undefined || to === undefined ? '' : ` from ${from} to ${to}`}`,
  expired: () => 'The subscription was ended',
  'marked failed': () => 'The subscription was marked as failed',
  'passed over': ({ subject = 'A product', to, ...details }) =>
    `${subject} was passed over in the rotation. ${orderOf(details)} holds ${to ?? 'the next one'} instead, chosen`,
  'place moved': ({ subject = 'The rotation', to }) =>
    `${subject} was set to go on with ${to ?? 'another product'}`,
  'added once': ({ subject = 'A product', to }) =>
    `${subject} was added to the next order alone${to === undefined ? '' : `, for ${to},`}`,
  'removed once': ({ subject = 'A product' }) => `${subject} was taken out of the next order again`,
  'charged once': ({ subject = 'A product', to, ...details }) =>
    `${orderOf(details)}${to === undefined ? '' : ` (${to})`} was charged with ${subject}, added to it alone,`,
  'left out once': ({ subject = 'A product', to, ...details }) =>
    details.day === undefined
      ? `${subject}, which was to be added to the next order, was left out${to === undefined ? '' : ` (${to})`}`
      : `${orderOf(details)} was charged without ${subject}${to === undefined ? '' : ` (${to})`}, which was to be added to it,`,
  unsubscribed: () => 'Emails about parcels and products were unsubscribed from',
  'subscribed again': () => 'Emails about parcels and products were subscribed to again',
  imported: ({ subject }) =>
    `The subscription came from another app${subject === undefined ? '' : `, where it was ${subject},`} and was imported`,
  'method changed': () => 'The payment method was changed',
  'method removed': () => 'The payment method was removed',
  'asked for method': () => 'Your customer was mailed a link to another payment method',
};

const actors = {
  merchant: 'by a colleague',
  customer: 'by your customer',
  cadence: 'by Cadence',
  elsewhere: 'outside Cadence',
  scale: 'by a scale',
} as const;

function actorInWords(by: NonNullable<HistoryEntry['by']>): string {
  if (by.isYou) return 'by you';
  return by.name === null ? actors[by.who] : `by ${by.name}`;
}

/** An entry of the timeline: what was done, by whom, and why. */
export function timelineInWords(
  kind: TimelineKind,
  { by, details, why }: Pick<HistoryEntry, 'by' | 'details' | 'why'>,
): string {
  const said = timelineWords[kind](details);
  const reason = why === null ? '' : ` Reason: ${why}`;
  const ofMany = details.bulk === undefined ? '' : ', as one of many at once';
  return `${said}${by === null ? '' : ` ${actorInWords(by)}`}${ofMany}.${reason}`;
}
