// Without schemas, for screens that don't carry these.

/** The changes of many subscriptions at once. */
export const bulkChanges = ['pause', 'resume', 'cancel', 'move', 'replace', 'price'] as const;

export type BulkChangeName = (typeof bulkChanges)[number];

/** `checking`: the lines of an import are looked up. `prepared`: nothing is done before somebody begins it. `stopped`: it can go on, unless it is taken back. */
export const bulkStates = ['checking', 'prepared', 'running', 'stopped', 'done'] as const;

/** Of one subscription. `doing`: it was begun, and nobody knows yet what became of it; of a line that is `checking`, that it isn't checked yet. */
export const bulkRowStates = ['waiting', 'doing', 'done', 'refused', 'left out'] as const;

/**
 * Why a subscription that was chosen is left out:
 * - `as asked`: it is already as it shall be
 * - `over`: it has ended
 * - `not active`: as it would have to be
 * - `charging`: the platform hasn't said yet what became of a charge
 * - `no method`: it has no payment method that could be charged
 * - `no product`: it doesn't contain the product
 * - `other currency`: it is in another one than the new price
 * - `by use`, `no order`: it has no next order with a date
 * - `past`, `too late`: the new day is over, or later than the order's own period
 * - `changed`: somebody has changed it since what shall be taken back
 * - `wrong`, `twice`, `imported`: a line that isn't right, that the file has already, or that was imported before
 */
export const leftOutReasons = [
  'as asked',
  'over',
  'not active',
  'charging',
  'no method',
  'no product',
  'other currency',
  'by use',
  'no order',
  'past',
  'too late',
  'changed',
  'wrong',
  'twice',
  'imported',
] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];

/** Which rows of a change are shown: those that something happened or will happen to, or one kind. */
export const bulkRowViews = ['included', 'done', 'refused', 'left out'] as const;

export type BulkRowView = (typeof bulkRowViews)[number];

/** The most subscriptions that one change takes. */
export const mostAtOnce = 50_000;

export const bulkTexts = {
  notFound: 'This change of many subscriptions no longer exists',
  none: 'No subscription matches what you chose.',
  tooMany:
    'More than 50,000 subscriptions match. Please narrow them down with filters, and change them in several steps.',
  untilPast: 'Please pick a day after today, or none to resume them yourself.',
  notBegun: 'This change can’t be taken back, because it wasn’t begun.',
  stillRunning: 'This change is still going on. Stop it or let it end first, then take it back.',
  takenBackAlready: 'This change is being taken back already.',
  goesOnNoMore: 'This change can’t go on anymore, because it’s taken back.',
  wentOn:
    'The change went on after this preview. Once it’s stopped or done, take it back from there.',
  nothingSucceeds:
    'Shopify failed at everything for several hours. What is done stays done. If it fails again when you go on, look at one of these subscriptions.',
  nothingToTakeBack: 'Nothing of this change can be taken back.',
} as const;
