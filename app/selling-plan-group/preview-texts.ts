import { formatDay, formatMoney, formatPercent } from '#contract/format.ts';
import { intervals } from '#contract/limits.ts';
import type { OrderPrice, PricePhase } from '#contract/order-prices.ts';
import { deliveriesInWords, lowerFirst } from '#contract/plan-words.ts';
import { lastDayForChange } from '#contract/roast-days.ts';
import { anchorsOf } from '#contract/roast-option.ts';
import { roastInWords } from '#contract/roast-words.ts';
import type { PlanTerms } from '#contract/selling-plan.ts';
import { parseNumber } from '../forms/parse-number.ts';
import { type ReadyPreview, roastOf } from './plan-preview.ts';
import { roastTextsOf } from './roast-texts.ts';
import type { PlanFormValues } from './typed-plan.ts';

/** The price that the plan is compared with: the same quantity, bought once without it. */
function oneTimePurchase(deliveries: number): string {
  return deliveries === 1 ? 'a one-time purchase' : `${deliveries} one-time purchases`;
}

/** A price compared with a one-time purchase: "20% off", "no discount". */
function discountText(charge: OrderPrice, deliveries: number): string {
  if (charge.saving === 0) return 'no discount';
  const percent = formatPercent(Math.abs(charge.percentOff));
  return charge.saving > 0
    ? `${percent} off`
    : `${percent} more than ${oneTimePurchase(deliveries)}`;
}

/** Which orders a phase has, and whether they take a plural verb. */
function ordersOf(
  { fromOrder, throughOrder }: PricePhase,
  { phases }: ReadyPreview,
): { subject: string; isPlural: boolean } {
  if (phases.length === 1 && throughOrder === 1) return { subject: 'The order', isPlural: false };
  if (throughOrder === null) {
    const subject = fromOrder === 1 ? 'Every order' : `Every order from order ${fromOrder}`;
    return { subject, isPlural: false };
  }
  if (fromOrder === throughOrder) return { subject: `Order ${fromOrder}`, isPlural: false };
  return { subject: `Orders ${fromOrder}–${throughOrder}`, isPlural: true };
}

/** One sentence for the whole plan: "Orders 1–3 cost $12.00 (20% off), then $13.50 (10% off)." */
export function summaryOf(preview: ReadyPreview): string {
  if (preview.basePrice === 0 && preview.phases.every((phase) => phase.price === 0)) {
    return 'This product is free, so there is nothing to discount.';
  }
  const parts = preview.phases.map((phase, index) => {
    const price = formatMoney(phase.price, preview.currencyCode);
    const covered = preview.deliveries === 1 ? '' : ` for ${preview.deliveries} deliveries`;
    const amount = `${price}${covered} (${discountText(phase, preview.deliveries)})`;
    if (index > 0 && phase.throughOrder === null) return `then ${amount}`;
    const { subject, isPlural } = ordersOf(phase, preview);
    const verb = isPlural ? 'cost' : 'costs';
    return index === 0
      ? `${subject} ${verb} ${amount}`
      : `then ${lowerFirst(subject)} ${verb} ${amount}`;
  });
  return `${parts.join(', ')}.`;
}

function warningOf(phase: PricePhase, preview: ReadyPreview): string | null {
  const { subject, isPlural } = ordersOf(phase, preview);
  const are = isPlural ? 'are' : 'is';
  if (phase.saving < 0) {
    const once = formatMoney(preview.basePrice, preview.currencyCode);
    const verb = isPlural ? 'cost' : 'costs';
    return `${subject} ${verb} more than ${oneTimePurchase(preview.deliveries)} (${once}).`;
  }
  if (preview.basePrice === 0) return null;
  if (phase.price === 0) return `${subject} ${are} free. Customers pay nothing for this product.`;
  if (phase.saving * 2 >= preview.basePrice) {
    return `${subject} ${are} ${discountText(phase, preview.deliveries)}. Make sure that’s what you want.`;
  }
  return null;
}

/** Likely mistakes in a plan, one sentence or two each; empty if there are none. */
export function warningsOf(preview: ReadyPreview): string[] {
  const warnings = preview.phases
    .map((phase) => warningOf(phase, preview))
    .filter((warning) => warning !== null);
  const [first, next] = preview.phases;
  if (first && next && next.price < first.price && first.saving > 0) {
    const { subject, isPlural } = ordersOf(first, preview);
    const prices = [first, next].map((phase) => formatMoney(phase.price, preview.currencyCode));
    warnings.push(
      `${subject} ${isPlural ? 'cost' : 'costs'} more (${prices[0]}) than the ones after (${prices[1]}). ` +
        'The first-order discount is smaller than the recurring one.',
    );
  }
  return warnings;
}

/** When a purchase of `firstDay`, today, is roasted, and until when the order after it can be changed; null for a plan without roast days. */
export function roastSummaryOf(plan: PlanTerms, firstDay: string): string | null {
  const roast = roastOf(plan, firstDay, 1);
  const [next] = roast?.days.renewals ?? [];
  if (roast === null || next === undefined) return null;
  const last = lastDayForChange(roast.policy, next);
  if (last === null) return null;
  const { first } = roast.days;
  const goesOut =
    first === null ? 'goes out at once' : `is roasted on ${formatDay(first, 'weekday')}`;
  const words = lowerFirst(roastInWords(next, last, 'by your store’s clocks'));
  return `Bought today, the first order ${goesOut}. The next one: ${words}.`;
}

/** An option in words, as far as it is typed: "Every 2 weeks"; "Option 3" where that says nothing yet. */
export function optionText(option: PlanFormValues['option'], position: number): string {
  const interval = intervals.find((known) => known === option.interval);
  const intervalCount = parseNumber(option.intervalCount ?? '');
  if (interval === undefined || !Number.isInteger(intervalCount) || intervalCount < 1) {
    return `Option ${position}`;
  }
  const { weekdays, monthDay } = roastTextsOf(option);
  const anchors = anchorsOf({
    weekdays: weekdays.map(Number),
    monthDay: monthDay === undefined ? undefined : Number(monthDay),
  });
  return deliveriesInWords({ interval, intervalCount }, anchors);
}
