import type { Logger } from 'pino';
import type { EncryptionKeys } from './encryption.ts';
import { renewEncryption } from './fulfilling/integration/store.ts';
import { renewSessions } from './sessions/renew-sessions.ts';
import type { Database } from './store/database.ts';

/**
 * Encrypts all secrets of older keys again with the newest one. Logs that this is done, or how many secrets no key can read. See
 * docs/decisions/0027.
 */
export async function renewAllEncryption(
  database: Database,
  encryptionKeys: EncryptionKeys,
  logger: Logger,
): Promise<void> {
  const integrations = await renewEncryption(database, encryptionKeys);
  const sessions = await renewSessions(database, encryptionKeys);
  const counts = { integrations, sessions };
  if (integrations.unreadable + sessions.unreadable > 0) {
    logger.warn(counts, 'no key reads some of what is encrypted');
  } else {
    logger.info(counts, 'all that is encrypted is encrypted with the newest key');
  }
}
