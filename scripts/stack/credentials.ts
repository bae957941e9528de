import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PlainFailure } from '../setup/failure.ts';

const credentialsSchema = z.object({
  apiKey: z.string().min(1),
  apiSecret: z.string().min(1),
  /** Base64 of 32 bytes. */
  encryptionKey: z.string().refine((text) => Buffer.from(text, 'base64').length === 32),
});

/** The app's credentials at the local platform, and the key that encrypts the database's secrets. */
export type Credentials = z.infer<typeof credentialsSchema>;

/**
 * Reads the credentials of a data folder, and creates them the first time. Never replaces a damaged file, because without its key the
 * stored secrets can't be read.
 */
export function ensureCredentials(dataFolder: string): Credentials {
  const file = join(dataFolder, 'credentials.json');
  if (!existsSync(file)) make(file);
  try {
    chmodSync(file, 0o600);
    return credentialsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new PlainFailure(
      `${file} is damaged: restore it, or delete the data folder to start from the beginning.`,
    );
  }
}

function make(file: string): void {
  const credentials: Credentials = {
    apiKey: randomBytes(16).toString('hex'),
    apiSecret: randomBytes(16).toString('hex'),
    encryptionKey: randomBytes(32).toString('base64'),
  };
  // Write atomically, so that a start killed here leaves no half file.
  writeFileSync(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
