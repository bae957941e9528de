/** A `meta` function of one of the portal's pages. */
export function pageTitle(page: string) {
  return () => [{ title: `${page} · Vendor portal · Cadence` }];
}
