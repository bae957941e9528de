/** A line's unit price, and its plan's later prices. Prices are decimal texts of one currency. */
type PricedLine = {
  id: string;
  currentPrice: string;
  pricing: {
    basePrice: string;
    steps: readonly { afterCycle: number; computedPrice: string }[];
  } | null;
};

const isSamePrice = (one: string, other: string) => Number(one) === Number(other);

/**
 * The prices to set for the order after `paidOrders` paid ones: those of the last step that has begun. The checkout's order counts, skipped ones
 * don't. A price that is none of the plan's earlier ones was set by hand, and stays. For a plan's prices before it is bought, see `planPricesOf` in
 * the contract.
 */
export function pricesOfNextOrder(
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
