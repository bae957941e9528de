// Without schemas, for screens that don't carry these.

/** The messages for a missing key and secret (specification §5), by the field's name in the form. */
export const missingKeyTexts = {
  'shipstation.key': 'Please enter Key',
  'shipstation.secret': 'Please enter Secret',
} as const;
