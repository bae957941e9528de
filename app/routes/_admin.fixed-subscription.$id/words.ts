const counts = new Intl.NumberFormat('en-US');

/** "1 variant", "2,000 variants". */
export function countOf(count: number, noun: string): string {
  return `${counts.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A decimal string in major units as money: "$15.00". What is no number stays as it is. */
export function priceOf(price: string, currencyCode: string): string {
  const value = Number(price);
  if (price.trim() === '' || !Number.isFinite(value)) return price;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currencyCode }).format(
    value,
  );
}
