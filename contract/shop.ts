/** A shop's name as the platform gives it, such as `roast-and-ritual.myshopify.com`; undefined for anything else. */
export function shopOf(value: string | null | undefined): string | undefined {
  return value != null && /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i.test(value)
    ? value.toLowerCase()
    : undefined;
}
