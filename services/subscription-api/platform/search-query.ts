/**
 * The platform's search for names (titles, of products) that contain words starting with each of the typed ones: `name:week* AND name:cof*`. Only
 * letters and digits of what was typed get through, so nothing of it can act as search syntax. Undefined where
 * nothing was typed; null where nothing is left of it, and nothing can be found.
 */
export function nameSearch(
  typed: string | undefined,
  field: 'name' | 'title' = 'name',
): string | null | undefined {
  if (typed === undefined || typed === '') return undefined;
  const words = typed.match(/[\p{L}\p{N}]+/gu);
  return words === null ? null : words.map((word) => `${field}:${word}*`).join(' AND ');
}
