import { formatMoney, formatProduct } from '#contract/format.ts';
import type { TimelineDetails } from '#contract/timeline.ts';

/** `price` is in minor units. */
type Line = {
  title: string;
  variantTitle: string | null;
  quantity: number;
  price: number;
  planName: string | null;
};

/** A line's product, short enough for a detail of the timeline. */
export const productOfLine = (line: Pick<Line, 'title' | 'variantTitle'>): string =>
  formatProduct(line).slice(0, 200);

/** Such as `2 × $12.50`. */
export const quantityInWords = (
  { quantity, price }: Pick<Line, 'quantity' | 'price'>,
  currencyCode: string,
): string => `${quantity} × ${formatMoney(price, currencyCode)}`;

/** The plans of lines, by their names. */
export const plansInWords = (lines: readonly Pick<Line, 'planName'>[]): string =>
  [...new Set(lines.flatMap(({ planName }) => planName ?? []))].join(', ').slice(0, 255);

/** What is told of another delivery address: what delivery costs, in minor units, if that changed too. An address doesn't belong in a timeline. */
export function addressDetails(
  before: number,
  after: number,
  currencyCode: string,
): TimelineDetails {
  const [from, to] = [before, after].map((price) => formatMoney(price, currencyCode));
  return from === to ? {} : { from, to };
}
