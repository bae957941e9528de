import { errorTexts } from '#contract/error-texts.ts';
import type { Connect } from './admin.ts';

/** How long the admin may take to hand over a session token, in ms. */
const patience = 10_000;

/**
 * A fresh session token from the admin, once its bridge is there. Rejects with 'Failed to retrieve a session token'
 * (specification §7).
 */
export async function freshSessionToken(connect: Connect): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const admin = await connect();
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, patience);
    });
    return await Promise.race([admin.sessionToken(), silence]);
  } catch {
    throw new Error(errorTexts.sessionToken);
  } finally {
    clearTimeout(timer);
  }
}
