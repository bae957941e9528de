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

export function moneyBag(amount: string, currencyCode: string) {
  return { shopMoney: money(amount, currencyCode) };
}
