/** The scopes of `wanted` that `granted` doesn't cover. `write_x` covers `read_x`, as the platform has it. */
export function missingScopes(wanted: readonly string[], granted: readonly string[]): string[] {
  const covered = new Set(granted);
  for (const scope of granted) covered.add(scope.replace(/^(unauthenticated_)?write_/, '$1read_'));
  return wanted.filter((scope) => !covered.has(scope));
}

const handleOf = (shop: string) => encodeURIComponent(shop.replace(/\.myshopify\.com$/, ''));

/** A page of the app within the store's admin. */
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
 * Where the merchant grants what is missing: the page of the store's admin, without `client_id`, which the app appends
 * (specification §7). The real platform installs an app with the scopes of its configuration; the local admin is told them.
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
