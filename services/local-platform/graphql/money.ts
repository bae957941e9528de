/** Amounts are decimal texts. Sums use whole hundredths, so that binary fractions cause no errors. */
export function hundredthsOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}

export function amountOf(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

export function money(amount: string, currencyCode: string) {
  return { amount, currencyCode };
}

/** @param paidIn the customer's currency, which is worth as much here */
export function moneyBag(amount: string, currencyCode: string, paidIn: string) {
  return { presentmentMoney: money(amount, paidIn), shopMoney: money(amount, currencyCode) };
}
