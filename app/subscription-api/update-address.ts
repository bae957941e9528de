/** By whom a merchant is sent out to grant something. */
export type UpdateSender = {
  /** The embedded-app key of the shop. */
  clientId: string;
  /** Also allows `http` addresses, which the local platform may have. */
  local?: boolean;
};

/**
 * Where the merchant grants what is missing: the API's address with `client_id` appended (specification §7). Only web addresses:
 * anything else would run or open in the merchant's browser, and is undefined.
 */
export function updateAddress(
  address: string,
  { clientId, local = false }: UpdateSender,
): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) return undefined;
  url.searchParams.set('client_id', clientId);
  return url.toString();
}
