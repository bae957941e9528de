import type { OrderRow } from './plan-preview.ts';

/** In pixels: kept free before the chart has loaded, so that nothing moves when it comes. */
export const chartHeight = 240;

export type PriceChartProps = {
  rows: OrderRow[];
  /** How many deliveries an order pays for. */
  deliveries: number;
  /** The price of as many one-time purchases, in minor units. */
  basePrice: number;
  currencyCode: string;
  locale: string;
};
