/**
 * The address of the admin that `host` (base64) names, without a scheme: `admin.shopify.com/store/x` or `{shop}/admin`.
 * Undefined for any other address, since the browser is sent there. With `localAdmin`, an origin, that one's store is known too.
 * At the platform's own address the handle may be another one than in the shop's name, which a merchant can change.
 */
export function adminAddressOf(
  host: string | null | undefined,
  shop: string,
  localAdmin: string | undefined,
): string | undefined {
  if (host == null || !/^[\w+/-]+={0,2}$/.test(host)) return undefined;
  const named = Buffer.from(host, 'base64').toString().replace(/\/$/, '');
  if (/^admin\.shopify\.com\/store\/[a-z0-9][a-z0-9-]*$/i.test(named)) return named;
  const ownAddresses = [`${shop}/admin`];
  if (localAdmin !== undefined) {
    ownAddresses.push(`${new URL(localAdmin).host}/store/${shop.split('.')[0]}`);
  }
  return ownAddresses.includes(named) ? named : undefined;
}
