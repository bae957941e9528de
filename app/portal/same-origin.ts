/**
 * Whether a request was made by a page of this origin, `origin`. Browsers say so in a header that no page can set; those too old for
 * it name the page's origin. A request that says neither is taken for a stranger's.
 */
export function isSameOriginRequest(headers: Headers, origin: string): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin';
  return headers.get('Origin') === origin;
}
