export { contrastWithWhite, leastContrastOfMarks, textColorOn } from '#contract/color.ts';

/**
 * A color as it is saved, from what was typed: other programs give it without `#`, or with a digit for two. Undefined where that is
 * none.
 */
export function colorOfText(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, '$&$&')}`;
}
