import { Session } from '@shopify/shopify-api';
import { expect, it } from 'vitest';
import type { EncryptionKeys } from '../encryption.ts';
import { databaseForSuite } from '../testing/database-for-suite.ts';
import { sessionStorageIn } from './encrypted-session-storage.ts';
import { renewSessions } from './renew-sessions.ts';

const older = Buffer.alloc(32, 1);
const newer = Buffer.alloc(32, 2);
const suite = databaseForSuite('PGlite');

function sessionOf(id: string, refreshToken?: string): Session {
  return new Session({
    id,
    shop: `${id}.myshopify.com`,
    state: '',
    isOnline: false,
    accessToken: `access of ${id}`,
    refreshToken,
  });
}

const tokensWith = async (id: string, ...keys: EncryptionKeys) => {
  const session = await sessionStorageIn(suite.database, keys).readSession(id);
  return session && [session.accessToken, session.refreshToken];
};

it('encrypts tokens anew with a newer key, so that the older one can go', async () => {
  const before = sessionStorageIn(suite.database, [older]);
  await before.storeSession(sessionOf('a', 'refresh of a'));
  await before.storeSession(sessionOf('b'));
  await sessionStorageIn(suite.database, [Buffer.alloc(32, 3)]).storeSession(sessionOf('lost'));

  expect(await renewSessions(suite.database, [newer, older])).toEqual({
    renewed: 2,
    unreadable: 1,
  });
  expect(await tokensWith('a', newer)).toEqual(['access of a', 'refresh of a']);
  expect(await tokensWith('b', newer)).toEqual(['access of b', undefined]);
  expect(await tokensWith('a', older)).toBeUndefined();
  expect(await renewSessions(suite.database, [newer, older])).toEqual({
    renewed: 0,
    unreadable: 1,
  });
});
