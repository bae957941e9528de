import type { BulkChangeBody } from '#contract/bulk-change.ts';
import type { LeftOutReason } from '#contract/bulk-change-names.ts';
import { dayIn } from '#contract/calendar.ts';
import { orderAmountOf, roundedPrice } from '#contract/money.ts';
import type { ChangeContract } from '#contract/subscription-contract.ts';
import type { bulkChangeRowTable } from '../../store/schema.ts';
import { changeTexts } from '../contracts/change.ts';
import type { StoreNow } from '../contracts/coming-orders.ts';
import type { MirroredContract } from '../mirror/mapping.ts';

export type BulkRow = typeof bulkChangeRowTable.$inferSelect;

/** What is asked for one subscription, and what undoes it; null where nothing does. Or why nothing is asked. */
export type Plan =
  | { asked: ChangeContract; back: ChangeContract | null }
  | { asked?: undefined; leftOut: LeftOutReason }
  | { asked?: undefined; refused: string };

/** A price changed by hundredths of a percent, rounded as the preview's SQL does. */
const changedBy = (price: number, basisPoints: number) =>
  Number(roundedPrice(BigInt(price) * BigInt(10_000 + basisPoints), 10_000n));

/** Whether an order of a subscription as it is kept costs what the merchant was shown; of what charges none, always. */
export function isAsShown(
  { contract, lines }: Pick<MirroredContract, 'contract' | 'lines'>,
  asked: ChangeContract,
  row: Pick<BulkRow, 'amount' | 'newAmount'>,
): boolean {
  if (asked.change === 'pause' || asked.change === 'cancel') return true;
  const shown = asked.change === 'resume' ? row.newAmount : row.amount;
  return orderAmountOf(lines, contract.deliveryPrice) === shown;
}

/**
 * What a change means for a subscription as it is kept. Amounts and days are absolute, so that asking twice does nothing more. Where an order
 * wouldn't cost after it what the merchant was shown, it is refused.
 */
export function planOf(
  change: BulkChangeBody,
  { contract, lines }: Pick<MirroredContract, 'contract' | 'lines'>,
  row: Pick<BulkRow, 'amount' | 'newAmount' | 'cycleIndex' | 'day' | 'newDay'>,
  { schedule: { timeZone } }: Pick<StoreNow, 'schedule'>,
): Plan {
  switch (change.change) {
    case 'pause':
      return { asked: change, back: { change: 'resume' } };
    case 'resume': {
      const { status, resumesAt } = contract;
      const until = resumesAt === null ? {} : { until: dayIn(timeZone, resumesAt) };
      return { asked: change, back: status === 'PAUSED' ? { change: 'pause', ...until } : null };
    }
    case 'cancel':
      return { asked: change, back: null };
    case 'move': {
      const { cycleIndex: cycle, day, newDay } = row;
      if (cycle === null || day === null || newDay === null) return { leftOut: 'no order' };
      const moved = (to: string) => ({ change: 'move', cycle, day: to }) as const;
      return { asked: moved(newDay), back: moved(day) };
    }
    case 'replace':
    case 'price': {
      const meant = lines.filter(({ variantId }) => variantId === change.variant.id);
      if (meant.length === 0) return { leftOut: 'no product' };
      const newPrice = (price: number) => {
        if (change.change === 'replace') return price;
        return 'amount' in change.to ? change.to.amount : changedBy(price, change.to.basisPoints);
      };
      const amount = orderAmountOf(lines, contract.deliveryPrice);
      const more = meant.reduce(
        (sum, { price, quantity }) => sum + (newPrice(price) - price) * quantity,
        0,
      );
      if (amount + more !== row.newAmount) return { refused: changeTexts.changed };
      const set = (priceOf: (price: number) => number, variant: string) => ({
        change: 'set lines' as const,
        lines: meant.map(({ id: line, quantity, price }) => ({
          ...{ line, quantity, price: priceOf(price) },
          ...(change.change === 'replace' && { variant }),
        })),
      });
      return {
        asked: set(newPrice, change.change === 'replace' ? change.by.id : change.variant.id),
        back: set((price) => price, change.variant.id),
      };
    }
  }
}
