import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, PlainFailure } from '../setup/failure.mjs';

/**
 * What the app and the local platform know each other by, and the key that the database's secrets are encrypted with.
 * @typedef {object} Credentials
 * @property {string} apiKey
 * @property {string} apiSecret
 * @property {string} encryptionKey base64 of 32 bytes
 */

/**
 * Reads the credentials of a data folder; makes them the first time. Losing them would make the stored secrets
 * unreadable, so a damaged file is an error and never replaced.
 * @param {string} dataFolder
 * @returns {Credentials}
 */
export function ensureCredentials(dataFolder) {
  const file = join(dataFolder, 'credentials.json');
  const text = read(file);
  if (text === undefined) return make(file);
  chmodSync(file, 0o600);
  const credentials = parse(text);
  if (!credentials) {
    throw new PlainFailure(
      `${file} is damaged: restore it, or delete the data folder to start from the beginning.`,
    );
  }
  return credentials;
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    if (errorCode(failure) === 'ENOENT') return undefined;
    throw new PlainFailure(`${file} cannot be read (${errorCode(failure)}).`);
  }
}

/**
 * @param {string} file
 * @returns {Credentials}
 */
function make(file) {
  const credentials = {
    apiKey: randomBytes(16).toString('hex'),
    apiSecret: randomBytes(16).toString('hex'),
    encryptionKey: randomBytes(32).toString('base64'),
  };
  // Whole or not at all: a start that is killed here leaves no half file behind.
  const aside = `${file}.${randomUUID()}`;
  writeFileSync(aside, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(aside, file);
  return credentials;
}

/**
 * @param {string} text
 * @returns {Credentials | undefined}
 */
function parse(text) {
  try {
    const { apiKey, apiSecret, encryptionKey } = JSON.parse(text);
    const complete = [apiKey, apiSecret, encryptionKey].every(
      (value) => typeof value === 'string' && value !== '',
    );
    if (!complete || Buffer.from(encryptionKey, 'base64').length !== 32) return undefined;
    return { apiKey, apiSecret, encryptionKey };
  } catch {
    return undefined;
  }
}
