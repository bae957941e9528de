import { paymentClasses } from '../../recurring/billing/dunning.ts';
import type { billingAttemptTable, customerNoticeTable } from '../../store/schema.ts';

const day = 86_400_000;

/**
 * Looks for a notice of each payment that failed, and after which nobody changed anything: billing is to tell the customer before it tries again.
 * @returns a sentence for each that has none
 */
export function judgeFailureNotices({
  rows,
  begun,
  touches,
  isDisturbed,
  isDecided,
  isByUse,
  now,
}: {
  rows: readonly (typeof customerNoticeTable.$inferSelect)[];
  begun: readonly (typeof billingAttemptTable.$inferSelect)[];
  touches: readonly { contractId: number; at: Date }[];
  isDisturbed(shop: string, from: Date, to: Date): boolean;
  isDecided(contractId: number, from: Date, to: Date): boolean;
  /** Whether its orders aren't made by date: after a decision to charge one it may wait for the next decision. */
  isByUse(contractId: number): boolean;
  now: Date;
}): string[] {
  const told = new Set(
    rows.flatMap(({ notice, contractId, about }) =>
      notice === 'customerChargeFailed' ? `${contractId} ${about}` : [],
    ),
  );
  return begun.flatMap(({ shop, contractId, cycleIndex, failureClass, begunAt, settledAt }) => {
    if (settledAt === null || failureClass === null || !paymentClasses.includes(failureClass))
      return [];
    const from = new Date(begunAt.getTime() - 3 * day);
    const to = new Date(settledAt.getTime() + 3 * day);
    if (to > now) return [];
    const isTouched = touches.some(
      (one) => String(one.contractId) === contractId && one.at >= from && one.at <= to,
    );
    const isQuiet =
      !isTouched &&
      !isByUse(Number(contractId)) &&
      !isDisturbed(shop, from, to) &&
      !isDecided(Number(contractId), from, to);
    return isQuiet && !told.has(`${contractId} ${cycleIndex}`)
      ? `${shop} ${contractId}: order ${cycleIndex} failed at ${settledAt.toISOString()}, and nobody was told`
      : [];
  });
}
