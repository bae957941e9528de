/**
 * ShipStation's words as they can be shown and kept: without control characters, such as the NUL that the database refuses, and of a
 * bounded length. Empty where there are none.
 */
export function shownText(text: string | null | undefined, maximumLength: number): string {
  const plain = (text ?? '').replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...plain].slice(0, maximumLength).join('');
}
