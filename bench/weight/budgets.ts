/**
 * The most that a browser may load before a screen answers, in KiB of gzip. New screens have the default, which suits a list with its
 * dialogs. A screen that needs more gets an entry here, and a reason in docs/decisions.
 */
export const budgets = {
  default: 162,
  /** With the words for rotations beside the orders (docs/decisions/0079-usage-based-orders.md), and what a refused file says. */
  'routes/_admin.recurring-orders': 164.5,
  /** Shows its preview, chart and table of variants at once, and has the currencies whose decimals aren't left to each browser. */
  'routes/_admin.fixed-subscription.$id': 186,
  /** With whom a passed-over coffee touched (docs/decisions/0077-rotation-in-use.md). */
  'routes/_admin.manage-rotation': 163.5,
  'routes/_admin._index': 152,
  /** Leads to its run only a merchant who still looks at it. */
  'routes/_admin.order-sync': 163,
  /** Keeps saved views beside its filters (docs/decisions/0086-saved-views-and-ways-in.md). */
  'routes/_admin.customers._index': 166.5,
  /** Shows preview, progress and report at once (docs/decisions/0083-many-at-once.md). */
  'routes/_admin.customers.changes.$id': 167.5,
  /** Shows its form at once, with Conform (docs/decisions/0060-forms-that-a-stranger-can-carry-on.md). */
  'routes/_admin.settings': 171.5,
};

/** The most for the style sheet that every page waits for, in KiB of gzip. */
export const styleBudget = 28;
