import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Platform } from './platform.ts';

const longestMilliseconds = 30_000;

export const scaleReading = z.object({
  /** The subscription's number. */
  contract: z.string().regex(/^\d{1,20}$/, 'A subscription’s number has only digits'),
  /** As the merchant made it in the app. */
  token: z.string().regex(/^[\x21-\x7e]{1,255}$/, 'Not a token'),
});

/** Acts as a scale on which a customer's coffee runs low: it orders at the app, and returns the app's answer. */
export async function orderByScale(
  platform: Platform,
  store: Store,
  { contract, token }: z.output<typeof scaleReading>,
) {
  const { url: appUrl } = platform.appOf(store);
  const answer = await fetch(new URL(`/subscription/contract/${contract}/order-now`, appUrl), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(longestMilliseconds),
  });
  const text = await answer.text();
  return { status: answer.status, answer: text };
}
