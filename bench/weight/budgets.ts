/**
 * What a browser may have to load before a screen answers, in KiB of gzip. A new screen has the default, which a list with
 * its dialogs stays below; one that needs more gets an entry, and a reason in docs/decisions.
 */
export const budgets = {
  default: 162,
  /** Its preview, its chart and its table of variants are on show at once. */
  'routes/_admin.fixed-subscription.$id': 185,
  'routes/_admin._index': 152,
  /** Its form is on show at once, with Conform (docs/decisions/0060-forms-that-a-stranger-can-carry-on.md). */
  'routes/_admin.settings': 170,
};

/** Of the style sheet that every page waits for, in KiB of gzip. */
export const styleBudget = 28;
