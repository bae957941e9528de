const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * The number that a merchant wrote, spaces around it aside: digits with at most one point. NaN for everything else,
 * also where the language reads more into it ("0x10", "1e5").
 */
export function numberOfText(text: string): number {
  const written = text.trim();
  return decimal.test(written) ? Number(written) : Number.NaN;
}
