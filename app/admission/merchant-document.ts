import { z } from 'zod';

/** What a document in the merchant's admin is made with, for as long as it lives. */
export const merchantDocumentSchema = z.object({
  shop: z.string(),
  /** The admin around the frame, as the platform encodes it. */
  host: z.string(),
  apiKey: z.string(),
  /** App Bridge's address for the head; null in local mode. */
  platformScript: z.string().nullable(),
});

export type MerchantDocument = z.infer<typeof merchantDocumentSchema>;

const carrierSchema = z.object({ merchantDocument: merchantDocumentSchema });

/**
 * The merchant's document that one of the matched routes shows. A route that shows one answers it from its loader as
 * `merchantDocument`; the root then has the platform's script in the head.
 */
export function merchantDocumentIn(
  matches: ReadonlyArray<{ data: unknown }>,
): MerchantDocument | undefined {
  for (const { data } of matches) {
    const carrier = carrierSchema.safeParse(data);
    if (carrier.success) return carrier.data.merchantDocument;
  }
  return undefined;
}
