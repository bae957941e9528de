const decimal = /^[+-]?(\d+[.,]?\d*|[.,]\d+)$/;
/** "1,500" is one and a half to one merchant, and fifteen hundred to another. */
const ambiguous = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * The number that a merchant wrote, spaces around it aside: digits with at most one point or decimal comma. NaN for everything
 * else, also where the language reads more into it ("0x10", "1e5"), and where a comma may stand for thousands.
 */
export function parseNumber(text: string): number {
  const written = text.trim();
  if (!decimal.test(written) || ambiguous.test(written)) return Number.NaN;
  return Number(written.replace(',', '.'));
}
