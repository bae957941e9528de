/** What is charged for one of a line, and the plan's notes on later prices. Prices are decimal texts of one currency. */
export type PricedLine = {
  id: string;
  currentPrice: string;
  pricing: {
    basePrice: string;
    steps: readonly { afterCycle: number; computedPrice: string }[];
  } | null;
};

const isSamePrice = (one: string, other: string) => Number(one) === Number(other);

/**
 * The prices to set for the order after `paidOrders` paid ones (the checkout's first order is one, skipped ones are none): that of the last
 * step that has begun. A price that somebody set by hand, so that it is none of the plan's earlier ones, stays. What a plan shows before it is
 * bought is `planPricesOf`, in the contract.
 */
export function dueStepPrices(
  lines: readonly PricedLine[],
  paidOrders: number,
): { lineId: string; currentPrice: string }[] {
  return lines.flatMap(({ id, currentPrice, pricing }) => {
    if (pricing === null) return [];
    const begun = pricing.steps
      .filter(({ afterCycle }) => afterCycle <= paidOrders)
      .sort((left, right) => left.afterCycle - right.afterCycle);
    const step = begun.pop();
    if (step === undefined || isSamePrice(step.computedPrice, currentPrice)) return [];
    const earlier = begun.map(({ computedPrice }) => computedPrice);
    if (!pricing.steps.some(({ afterCycle }) => afterCycle === 0)) earlier.push(pricing.basePrice);
    return earlier.some((price) => isSamePrice(price, currentPrice))
      ? [{ lineId: id, currentPrice: step.computedPrice }]
      : [];
  });
}

/** Whether a contract has had all the orders that its plan allows. */
export function isComplete(maxCycles: number | null, paidOrders: number): boolean {
  return maxCycles !== null && paidOrders >= maxCycles;
}
