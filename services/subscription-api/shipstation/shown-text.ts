/**
 * ShipStation's text in a form that we can show and store: without control characters, such as the NUL that the database refuses, and of limited
 * length. Empty if there is none.
 */
export function shownText(text: string | null | undefined, maximumLength: number): string {
  const plain = (text ?? '').replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...plain].slice(0, maximumLength).join('');
}
