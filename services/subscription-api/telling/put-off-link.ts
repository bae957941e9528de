import { z } from 'zod';
import { putOffPath } from '#contract/scale-paths.ts';
import type { EncryptionKeys } from '../encryption.ts';
import { sealed, unsealed } from './sealed-link.ts';

const sealedSchema = z.object({
  shop: z.string(),
  contract: z.string(),
  cycle: z.number().int(),
  at: z.number().int(),
});

/** An order by use, and when it was to be charged as its customer was told (ms since 1970): once it is moved, the link is of no use. */
export type SealedOrder = z.infer<typeof sealedSchema>;

const purpose = 'put off';

/** The link with which a customer puts an order off without signing in. Nobody else can make one. */
export function putOffUrl(
  { appUrl, encryptionKeys }: { appUrl: string; encryptionKeys: EncryptionKeys },
  order: SealedOrder,
): string {
  const url = new URL(putOffPath, appUrl);
  url.searchParams.set('order', sealed(order, encryptionKeys, purpose));
  return url.href;
}

/** The order of a link; null if it isn't ours. */
export const sealedOrder = (text: string, keys: EncryptionKeys): SealedOrder | null =>
  unsealed(text, keys, purpose, sealedSchema);
