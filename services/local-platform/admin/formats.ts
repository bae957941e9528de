/** An amount as the platform sends it ("12.50") in the reader's way of writing money. */
export function formatMoney(amount: string, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount));
}

/** A day and its time, such as "Nov 21, 2026, 5:42 AM". */
export function formatTime(timestamp: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(timestamp),
  );
}

export function formatDay(timestamp: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(timestamp));
}

/** A constant of the platform as words: PARTIALLY_PAID becomes "Partially paid". */
export function statusWord(constant: string): string {
  const words = constant.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "1 product", "2 products"; the plural is the singular with an s unless it's given. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? singular : plural}`;
}
