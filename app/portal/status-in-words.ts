/** A status of the platform's as people read it: `PARTIALLY_FULFILLED` is `Partially fulfilled`. */
export function statusInWords(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
