/** Decimal amounts are texts; sums are made in hundredths so that no binary fraction creeps in. */
export function hundredthsOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}

export function amountOf(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

export function money(amount: string, currencyCode: string) {
  return { amount, currencyCode };
}

/** The local stores sell in one currency, so both sides of the bag are alike. */
export function moneyBag(amount: string, currencyCode: string) {
  const value = money(amount, currencyCode);
  return { shopMoney: value, presentmentMoney: value };
}
