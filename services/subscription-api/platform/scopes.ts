/** The scopes of `wanted` that `granted` doesn't cover. `write_x` covers `read_x`, as on Shopify. */
export function missingScopes(wanted: readonly string[], granted: readonly string[]): string[] {
  const covered = new Set(granted);
  for (const scope of granted) covered.add(scope.replace(/^(unauthenticated_)?write_/, '$1read_'));
  return wanted.filter((scope) => !covered.has(scope));
}

const handleOf = (shop: string) => encodeURIComponent(shop.replace(/\.myshopify\.com$/, ''));

/** The address of a page of the app in the store's admin. */
export function pageUrl(
  path: string,
  {
    shop,
    apiKey,
    localAdminUrl,
  }: { shop: string; apiKey: string; localAdminUrl: string | undefined },
): string {
  const admin = localAdminUrl ?? 'https://admin.shopify.com';
  return `${admin}/store/${handleOf(shop)}/apps/${encodeURIComponent(apiKey)}${path}`;
}

/**
 * The page of the store's admin where the merchant grants missing scopes, without `client_id`, which the app appends (specification §7). Shopify
 * takes the scopes from the app's configuration; the local admin gets them in the address.
 */
export function grantUrl(options: {
  shop: string;
  scopes: readonly string[];
  localAdminUrl: string | undefined;
}): string {
  const handle = handleOf(options.shop);
  if (options.localAdminUrl === undefined) {
    return `https://admin.shopify.com/store/${handle}/oauth/install`;
  }
  const scope = encodeURIComponent(options.scopes.join(','));
  return `${options.localAdminUrl}/store/${handle}/oauth/authorize?scope=${scope}`;
}
