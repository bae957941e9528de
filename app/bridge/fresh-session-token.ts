import { errorTexts } from '#contract/error-texts.ts';
import type { Connect } from './admin.ts';

/** Time limit for the bridge to load and to hand over a session token, in ms. */
const patience = 10_000;

/**
 * A fresh session token from the admin, once its bridge is there. Rejects with 'Failed to retrieve a session token'
 * (specification §7), also where the bridge never comes.
 */
export async function freshSessionToken(connect: Connect): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patience);
  });
  try {
    const token = connect().then((admin) => admin.sessionToken());
    return await Promise.race([token, silence]);
  } catch {
    throw new Error(errorTexts.sessionToken);
  } finally {
    clearTimeout(timer);
  }
}
