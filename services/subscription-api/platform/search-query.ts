/**
 * The platform's search for names that contain words starting with each of the typed ones: `name:week* AND name:cof*`. Only
 * letters and digits of what was typed get through, so nothing of it can act as search syntax. Null where
 * nothing is left of it, and nothing can be found.
 */
export function nameSearch(typed: string): string | null {
  const words = typed.match(/[\p{L}\p{N}]+/gu);
  return words === null ? null : words.map((word) => `name:${word}*`).join(' AND ');
}
