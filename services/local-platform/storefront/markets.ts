/** A market in which the local stores sell. `rate` converts the store's own currency to the market's. */
export type Market = {
  country: string;
  name: string;
  /** ISO 4217; null for the store's own. */
  currency: string | null;
  rate: number;
};

export const markets: readonly Market[] = [
  { country: 'US', name: 'United States', currency: null, rate: 1 },
  { country: 'DE', name: 'Germany', currency: 'EUR', rate: 0.9 },
  { country: 'JP', name: 'Japan', currency: 'JPY', rate: 150 },
  { country: 'KW', name: 'Kuwait', currency: 'KWD', rate: 0.3 },
];

/** The market of a country; for others the store's own. */
export function marketOf(country: string | undefined): Market {
  const [own] = markets;
  const found = markets.find((market) => market.country === country) ?? own;
  if (found === undefined) throw new Error('There is no market');
  return found;
}

/** The platform's default formats. */
const formats: Readonly<Record<string, (amount: number) => string>> = {
  EUR: (amount) => `€${amount.toFixed(2).replace('.', ',')}`,
  GBP: (amount) => `£${amount.toFixed(2)}`,
  JPY: (amount) => `¥${Math.round(amount)}`,
  KWD: (amount) => `${amount.toFixed(3)} KD`,
  USD: (amount) => `$${amount.toFixed(2)}`,
};

/** The `money` filter: formats an amount in hundredths, even for currencies with no or three decimals. */
export function formatMoney(hundredths: number, currency: string): string {
  const amount = hundredths / 100;
  return formats[currency]?.(amount) ?? `${amount.toFixed(2)} ${currency}`;
}
