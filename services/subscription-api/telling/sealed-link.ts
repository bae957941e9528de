import type { z } from 'zod';
import { decrypt, type EncryptionKeys, encrypt } from '../encryption.ts';

/** Seals what a link in an email names, so that nobody else can make one. It is of use for `purpose` alone. */
export const sealed = (named: unknown, keys: EncryptionKeys, purpose: string): string =>
  encrypt(JSON.stringify(named), keys, purpose);

/** The contents of a link; null if it isn't ours. */
export function unsealed<Named>(
  text: string,
  keys: EncryptionKeys,
  purpose: string,
  schema: z.ZodType<Named>,
): Named | null {
  try {
    return schema.parse(JSON.parse(decrypt(text, keys, purpose).secret));
  } catch {
    return null;
  }
}
