import type { Billing } from '#contract/recurring-orders.ts';
import { failureOf } from '../billing/failure-codes.ts';
import { uninstalledReason } from '../billing/store.ts';

type Explanation = NonNullable<NonNullable<Billing['stopped']>['because']>;

/** Why billing was stopped, for the merchant; null where the merchant did. */
export function explanationOfStop(code: string | null): Explanation | null {
  if (code === null) return null;
  if (code === uninstalledReason) {
    return {
      happened: 'Cadence was uninstalled.',
      whatToDo: 'Look at what will be charged first, then start billing again.',
    };
  }
  const { happened, whatToDo } = failureOf(code);
  return { happened, whatToDo };
}
