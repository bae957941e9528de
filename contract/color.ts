/** The least contrast of text with its background (WCAG AA). */
const leastContrast = 4.5;
/** The least contrast of a meaningful mark, such as the ring around the chosen option (WCAG AA). */
export const leastContrastOfMarks = 3;

/** How light a color such as `#0632c2` is (WCAG 2.1, "relative luminance"): 0 to 1. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of white text on a color such as `#0632c2` (WCAG 2.1, "contrast ratio"): 1 to 21. */
export function contrastWithWhite(color: string): number {
  return 1.05 / (luminanceOf(color) + 0.05);
}

/** White, or black if white is hard to read on the color. The storefront's widget decides in the same way. */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  return contrastWithWhite(color) >= leastContrast ? '#ffffff' : '#000000';
}

/**
 * A color as it is saved, from typed text: other programs copy it without `#`, or with one digit for two. Undefined for what is no
 * color.
 */
export function colorOfText(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, '$&$&')}`;
}
