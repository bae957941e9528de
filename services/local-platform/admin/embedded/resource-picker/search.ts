/** The search for the merchant's text, with the search syntax escaped. */
export function searchFor(typed: string): string {
  return (
    typed
      .replace(/[()":\\]/g, ' ')
      .trim()
      .split(/\s+/)
      // Upper case would make these operators.
      .map((word) => (/^(AND|OR|NOT)$/.test(word) ? word.toLowerCase() : word))
      .join(' ')
  );
}
