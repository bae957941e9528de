/**
 * Shopify's search for names (or products' titles) that contain words starting with each typed word: `name:week* AND name:cof*`. Only letters and
 * digits get through, so that nothing acts as search syntax. Undefined if nothing was typed; null if nothing searchable is left, so that nothing can
 * be found.
 */
export function nameSearch(
  typed: string | undefined,
  field: 'name' | 'title' = 'name',
): string | null | undefined {
  if (typed === undefined || typed === '') return undefined;
  const words = typed.match(/[\p{L}\p{N}]+/gu);
  return words === null ? null : words.map((word) => `${field}:${word}*`).join(' AND ');
}
