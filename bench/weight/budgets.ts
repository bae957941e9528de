/**
 * What a browser may have to load before a screen answers, in KiB of gzip. A new screen has the default, which a list with
 * its dialogs stays below; one that needs more gets an entry, and a reason in docs/decisions.
 */
export const budgets = {
  default: 155,
  /** Its preview, its chart and its table of variants are on show at once. */
  'routes/_admin.fixed-subscription.$id': 174,
  'routes/_admin.shipping._index': 151,
  'routes/_admin.shipping.$id': 151,
  /** Reached 145.1, a tenth over its goal. */
  'routes/_admin._index': 145.5,
  'routes/_admin.contact-us': 132,
};

/** The style sheet's, in KiB of gzip. */
export const styleBudget = 22;
