/** The search for what the merchant typed, none of which may act as the search's syntax. */
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
