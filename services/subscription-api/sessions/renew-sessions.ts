import { and, eq } from 'drizzle-orm';
import { decrypt, type EncryptionKeys, encrypt } from '../encryption.ts';
import type { Database } from '../store/database.ts';
import { sessionTable } from '../store/schema.ts';

/**
 * Encrypts every shop's tokens anew that older keys encrypted.
 * @returns how many sessions it renewed, and how many no key decrypts any more; these count as no session
 */
export async function renewSessions(
  database: Database,
  encryptionKeys: EncryptionKeys,
): Promise<{ renewed: number; unreadable: number }> {
  const outcome = { renewed: 0, unreadable: 0 };
  const rows = await database
    .select({
      id: sessionTable.id,
      accessToken: sessionTable.accessToken,
      refreshToken: sessionTable.refreshToken,
    })
    .from(sessionTable);
  for (const { id, accessToken, refreshToken } of rows) {
    try {
      const access = decrypt(accessToken, encryptionKeys, id);
      const refresh = refreshToken ? decrypt(refreshToken, encryptionKeys, id) : null;
      if (access.isNewest && refresh?.isNewest !== false) continue;
      await database
        .update(sessionTable)
        .set({
          accessToken: encrypt(access.secret, encryptionKeys, id),
          ...(refresh && { refreshToken: encrypt(refresh.secret, encryptionKeys, id) }),
        })
        // A session that was refreshed in the meantime uses the newest key already.
        .where(and(eq(sessionTable.id, id), eq(sessionTable.accessToken, accessToken)));
      outcome.renewed += 1;
    } catch {
      outcome.unreadable += 1;
    }
  }
  return outcome;
}
