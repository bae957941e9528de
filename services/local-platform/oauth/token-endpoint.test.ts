import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Platform } from '../server/platform.ts';
import {
  apiKey,
  apiSecret,
  shop,
  storeOf,
  temporaryFolder,
  testPlatform,
} from '../test-platform.ts';
import { acceptToken, issueCode, issueToken } from './access-tokens.ts';
import { uninstallApp } from './installation.ts';
import { mintSessionToken } from './session-tokens.ts';
import { answerTokenRequest } from './token-endpoint.ts';

const offline = 'urn:shopify:params:oauth:token-type:offline-access-token';
const client = { client_id: apiKey, client_secret: apiSecret };
const exchange = (subject: string, more: object = {}) => ({
  ...client,
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token: subject,
  subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  requested_token_type: offline,
  expiring: '1',
  ...more,
});
const tokenSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

function setUp() {
  const platform = testPlatform();
  const store = storeOf(platform);
  return {
    platform,
    store,
    ask: (body: unknown) =>
      answerTokenRequest(body, store, platform.appOf(store), platform.machineClock.now()),
    sessionToken: () => mintSessionToken(store, platform.appOf(store), platform.machineClock.now()),
    accepts: (token: string) => acceptToken(store, token, platform.machineClock.now()) !== null,
  };
}

function signed(
  platform: Platform,
  claims: { dest?: string; iss?: string; aud?: string; secret?: string; algorithm?: string } = {},
) {
  const seconds = Math.floor(platform.machineClock.now().getTime() / 1000);
  return new SignJWT({ dest: claims.dest ?? `https://${shop}` })
    .setProtectedHeader({ alg: claims.algorithm ?? 'HS256' })
    .setIssuer(claims.iss ?? `https://${shop}/admin`)
    .setAudience(claims.aud ?? apiKey)
    .setSubject('1')
    .setNotBefore(seconds)
    .setExpirationTime(seconds + 60)
    .sign(new TextEncoder().encode(claims.secret ?? apiSecret));
}

describe('token exchange', () => {
  it('gives an online token with the rights of the user, for a day', async () => {
    const { platform, store, sessionToken, accepts } = setUp();
    const online = 'urn:shopify:params:oauth:token-type:online-access-token';
    const { body } = await answerTokenRequest(
      exchange(await sessionToken(), { requested_token_type: online }),
      store,
      platform.appOf(store),
      platform.machineClock.now(),
      ['read_products'],
    );
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^shpua_/),
      scope: store.shop.grantedScopes.join(','),
      expires_in: 86_400,
      associated_user_scope: 'read_products',
      associated_user: { id: store.shop.ownerUserId, account_owner: true },
    });
    expect(body).not.toHaveProperty('refresh_token');
    expect(accepts(String(body.access_token))).toBe(true);
    platform.machineClock.setOffset(86_401);
    expect(accepts(String(body.access_token))).toBe(false);
  });

  it('gives an expiring offline token with a refresh token', async () => {
    const { ask, sessionToken, accepts, store } = setUp();
    const answer = await ask(exchange(await sessionToken()));
    expect(answer).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^shpat_[0-9a-f]{32}$/),
        scope: store.shop.grantedScopes.join(','),
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^shprt_/),
        refresh_token_expires_in: 90 * 24 * 3600,
      },
    });
    expect(accepts(tokenSchema.parse(answer.body).access_token)).toBe(true);
  });

  it('gives a lasting token where none that expires is asked for, and exchanges that later', async () => {
    const { ask, sessionToken, platform } = setUp();
    const lasting = await ask(exchange(await sessionToken(), { expiring: '0' }));
    expect(lasting.body).not.toHaveProperty('expires_in');
    platform.machineClock.setOffset(400 * 24 * 3600);
    const later = await ask(
      exchange(String(lasting.body.access_token), { subject_token_type: offline }),
    );
    expect(later).toMatchObject({ status: 200, body: { expires_in: 3600 } });
  });

  it.each<[string, (platform: Platform) => Promise<string>]>([
    ['garbage', async () => 'abc'],
    ['another secret', (platform) => signed(platform, { secret: 'another-secret' })],
    ['another app', (platform) => signed(platform, { aud: 'another-app' })],
    [
      'another store',
      (platform) => signed(platform, { dest: 'https://first-crack.myshopify.com' }),
    ],
    ['another issuer', (platform) => signed(platform, { iss: 'https://evil.example/admin' })],
    ['another algorithm', (platform) => signed(platform, { algorithm: 'HS512' })],
    [
      'no signature',
      async (platform) => `${(await signed(platform)).split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'the past',
      async (platform) => {
        const token = await signed(platform);
        platform.machineClock.setOffset(61);
        return token;
      },
    ],
  ])('refuses a session token of %s', async (_, tokenOf) => {
    const { ask, platform } = setUp();
    expect(await ask(exchange(await tokenOf(platform)))).toEqual({
      status: 400,
      body: { error: 'invalid_subject_token' },
    });
  });

  it('gives none where the app is not installed', async () => {
    const { ask, sessionToken, store } = setUp();
    uninstallApp(store, new Date());
    expect(await ask(exchange(await sessionToken()))).toEqual({
      status: 400,
      body: { error: 'app_not_installed' },
    });
  });

  it.each<[string, (body: object) => unknown, string]>([
    ['another client secret', (body) => ({ ...body, client_secret: 'x' }), 'invalid_client'],
    ['another client', (body) => ({ ...body, client_id: 'x' }), 'invalid_client'],
    ['no body', () => null, 'invalid_request'],
    ['an unknown grant', (body) => ({ ...body, grant_type: 'password' }), 'unsupported_grant_type'],
    [
      'an unknown token type',
      (body) => ({ ...body, requested_token_type: 'x' }),
      'invalid_requested_token_type',
    ],
  ])('refuses %s', async (_, change, error) => {
    const { ask, sessionToken } = setUp();
    const answer = await ask(change(exchange(await sessionToken())));
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });
});

describe('access tokens', () => {
  it('end after an hour of the platform’s clock', async () => {
    const { store, platform, accepts } = setUp();
    const token = issueToken(store, 'expiring', platform.machineClock.now());
    platform.machineClock.setOffset(3590);
    expect(accepts(token.accessToken)).toBe(true);
    platform.machineClock.setOffset(3601);
    expect(accepts(token.accessToken)).toBe(false);
  });

  it('are refreshed; the old ones work until the new one is used', async () => {
    const { store, platform, ask, accepts } = setUp();
    const first = issueToken(store, 'expiring', platform.machineClock.now());
    platform.machineClock.setOffset(4000);
    const refresh = { ...client, grant_type: 'refresh_token', refresh_token: first.refreshToken };
    const lost = await ask(refresh);
    const second = tokenSchema.parse((await ask(refresh)).body);
    expect(lost.status).toBe(200);
    expect(second.refresh_token).not.toBe(first.refreshToken);
    expect(accepts(second.access_token)).toBe(true);
    expect(await ask(refresh)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('are not refreshed when the refresh token ran out', async () => {
    const { store, platform, ask } = setUp();
    const token = issueToken(store, 'expiring', platform.machineClock.now());
    platform.machineClock.setOffset(91 * 24 * 3600);
    const answer = await ask({
      ...client,
      grant_type: 'refresh_token',
      refresh_token: token.refreshToken,
    });
    expect(answer.status).toBe(400);
  });

  it('come once for an authorization code', async () => {
    const { store, platform, ask } = setUp();
    const code = issueCode(store, platform.machineClock.now());
    expect(await ask({ ...client, code, expiring: '1' })).toMatchObject({
      status: 200,
      body: { expires_in: 3600 },
    });
    expect(await ask({ ...client, code })).toMatchObject({ status: 400 });
  });

  it('do not come for a code that is too old', async () => {
    const { store, platform, ask } = setUp();
    const code = issueCode(store, platform.machineClock.now());
    platform.machineClock.setOffset(601);
    expect(await ask({ ...client, code })).toMatchObject({ status: 400 });
  });

  it('survive a process that was killed', () => {
    const folder = temporaryFolder();
    const before = testPlatform({ folder });
    const { accessToken } = issueToken(storeOf(before), 'expiring', before.machineClock.now());
    // Like after a kill, the first platform doesn't close before this one opens its files.
    const after = testPlatform({ folder });
    expect(acceptToken(storeOf(after), accessToken, after.machineClock.now())).not.toBeNull();
  });
});
