import type { CancelReason } from '#contract/subscription-contract-names.ts';

export const cancelReasonWords: Record<CancelReason, string> = {
  price: 'Too expensive',
  'too much': 'Has too much coffee',
  taste: 'Doesn’t like it',
  moved: 'Moved away',
  other: 'Something else',
};
