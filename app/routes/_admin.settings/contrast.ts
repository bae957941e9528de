export { contrastWithWhite, leastContrastOfMarks, textColorOn } from '#contract/color.ts';

/** A color as it is saved, from what was typed; undefined where that is none. */
export function colorOfText(text: string): string | undefined {
  const color = text.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(color) ? color : undefined;
}
