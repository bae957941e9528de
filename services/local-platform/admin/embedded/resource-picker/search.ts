/** The search for the merchant's text, with the search syntax escaped. */
export function searchFor(typed: string): string {
  return (
    typed
      .replace(/[()":\\]/g, ' ')
      .trim()
      .split(/\s+/)
      // In capitals these would be operators.
      .map((word) => (/^(AND|OR|NOT)$/.test(word) ? word.toLowerCase() : word))
      .join(' ')
  );
}
