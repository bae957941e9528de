import type { ClientApplication } from '@shopify/app-bridge';
import { getSessionToken } from '@shopify/app-bridge/utilities/index.js';
import { errorTexts } from '#contract/errors.ts';

/** How long the admin may take to hand over a session token, in ms. */
const patience = 10_000;

/** A fresh session token from the admin. Rejects with 'Failed to retrieve a session token' (specification §7). */
export async function freshSessionToken(bridge: ClientApplication): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(errorTexts.sessionToken)), patience);
  });
  try {
    return await Promise.race([getSessionToken(bridge), silence]);
  } catch {
    throw new Error(errorTexts.sessionToken);
  } finally {
    clearTimeout(timer);
  }
}
