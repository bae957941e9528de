import type { Billing } from '#contract/recurring-orders.ts';
import { failureOf } from '../billing/failure-codes.ts';
import { suspendedReason, uninstalledReason } from '../billing/store.ts';

type Explanation = NonNullable<NonNullable<Billing['stopped']>['because']>;

const ofApp: Readonly<Record<string, string>> = {
  [uninstalledReason]: 'Cadence was uninstalled.',
  [suspendedReason]: 'Your account was suspended.',
};

/** Tells the merchant why billing stopped; null if they stopped it themselves. */
export function explanationOfStop(code: string | null): Explanation | null {
  if (code === null) return null;
  const happenedToApp = ofApp[code];
  if (happenedToApp !== undefined) {
    return {
      happened: happenedToApp,
      whatToDo: 'Look at what will be charged first, then start billing again.',
    };
  }
  const { happened, whatToDo } = failureOf(code);
  return { happened, whatToDo };
}
