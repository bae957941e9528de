/** The data that a document in the merchant's admin is rendered with. It stays the same until the document is reloaded. */
export type MerchantDocument = {
  shop: string;
  /** The admin around the frame, as the platform encodes it. */
  host: string;
  apiKey: string;
  /** App Bridge's address for the head; null in local mode. */
  platformScript: string | null;
};

/**
 * The merchant's document that one of the matched routes shows. A route that shows one answers it from its loader as
 * `merchantDocument`; the root then has the platform's script in the head.
 */
export function merchantDocumentIn(
  matches: ReadonlyArray<{ data: unknown }>,
): MerchantDocument | undefined {
  return matches.map(({ data }) => data).find(isOfMerchant)?.merchantDocument ?? undefined;
}

function isOfMerchant(data: unknown): data is { merchantDocument: MerchantDocument | null } {
  return typeof data === 'object' && data !== null && 'merchantDocument' in data;
}
