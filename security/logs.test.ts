import { beforeAll, describe, expect, it } from 'vitest';
import { apiPrefix } from '#contract/endpoints.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { magicLinkSchema } from '#contract/magic-link.ts';
import { shipStationAccounts } from '#services/local-platform/testing.ts';
import { sessionTable } from '#services/subscription-api/store/schema.ts';
import { serviceForSuite } from '#services/subscription-api/testing/service-for-suite.ts';
import {
  bodyOf,
  firstCrack,
  roastAndRitual,
} from '#services/subscription-api/testing/service-in-test.ts';
import { addressOf, everyEndpoint } from './every-endpoint.ts';
import { type FurnishedShop, furnish } from './two-shops.ts';
import { rowsOfShop } from './whole-state.ts';

/** Typed texts that are easy to find wherever they end up. */
const typed = 'canary-typed-7f3a';

describe('the log of a whole run, with every failure in it', () => {
  const service = serviceForSuite('PGlite');
  let shop: FurnishedShop;
  const tokens = new Set<string>();
  const magicLinks = new Set<string>();

  const askAll = async () => {
    await Promise.all(
      everyEndpoint.map(async ({ endpoint, access }) => {
        const token =
          access === 'portal'
            ? shop.portalToken
            : access === 'scale'
              ? shop.scaleToken
              : await service.platform.sessionToken(shop.shop);
        tokens.add(token);
        const body = {
          name: typed,
          email: `${typed}@example.com`,
          notes: typed,
          path: typed,
          token: typed,
        };
        await service.request(addressOf(endpoint, '1', `query=${typed}&id_token=${token}`), {
          method: endpoint.method,
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            [idempotencyKeyHeader]: typed,
            Cookie: `cadence-portal=${typed}`,
          },
          ...(endpoint.method !== 'GET' && { body: JSON.stringify(body) }),
        });
      }),
    );
    await service.settled();
  };

  beforeAll(async () => {
    shop = await furnish(service, roastAndRitual);
    const link = await service.call(shop.shop, 'POST', '/vendor/magic-link', {
      body: { path: '/' },
    });
    const { url } = bodyOf(link, magicLinkSchema, 201);
    magicLinks.add(new URL(url).searchParams.get('token') ?? '');
    await askAll();
    const { control } = service.platform;
    const failures = [
      { kind: 'status' as const, status: 500, body: `<html>${typed}</html>` },
      { kind: 'garbage' as const, body: `{"${typed}"` },
    ];
    for (const failure of failures) {
      control.addFault({ ...failure, times: 500 });
      control.addFault({ ...failure, operation: 'shipstation', times: 50 });
      await askAll();
      control.clearFaults();
    }
    // Tokens must be fetched anew, and that fails too.
    await service.database.delete(sessionTable);
    control.addFault({
      kind: 'status',
      status: 400,
      body: typed,
      operation: 'access_token',
      times: 500,
    });
    await askAll();
    control.clearFaults();
    await service.call(firstCrack, 'POST', '/vendor/integrations', {
      body: { shipstation: { key: typed, secret: typed } },
    });
    const to = `${typed}@example.com`;
    await control.act(shop.shop, 'refuse-mail', { refusal: `450 4.2.1 <${to}>: greylisted` });
    await service.call(shop.shop, 'POST', '/vendor/settings/notifications/test', {
      body: { notification: 'reminder', to },
    });
    const signed = { 'X-Shopify-Hmac-Sha256': typed, 'X-Shopify-Shop-Domain': shop.shop };
    await service.request(`${apiPrefix}/webhooks`, {
      method: 'POST',
      headers: signed,
      body: typed,
    });
  }, 60_000);

  it('says what was asked and what failed', () => {
    const log = service.log();
    const failures = ['request failed', 'request refused', 'greylisted'];
    for (const message of ['"msg":"request"', ...failures]) {
      expect(log).toContain(message);
    }
  });

  it('has no token, no key and no secret', async () => {
    const log = service.log();
    const keys = shipStationAccounts.flatMap(({ key, secret }) => [key, secret]);
    const proofs = [...tokens, ...magicLinks, shop.portalToken, 'api-secret', ...keys];
    expect(proofs.filter((proof) => proof === '' || log.includes(proof))).toEqual([]);
    expect(log).not.toMatch(/eyJ[\w-]{10,}|shp[a-z]{2}_|id_token|Bearer |Basic [\w+/=]{8}/);
  });

  it('has nothing that anybody typed', () => {
    const lines = service.log().split('\n');
    expect(lines.filter((line) => line.includes(typed))).toEqual([]);
  });

  it('has nothing of a customer', async () => {
    const rows = (await rowsOfShop(service, shop.shop)).store_customer ?? [];
    expect(rows.length).toBeGreaterThan(100);
    const log = service.log();
    const words = rows.flatMap((row) => {
      const { displayName, display_name: name = displayName, email } = JSON.parse(row);
      return [name, email].filter((word) => typeof word === 'string' && word.length > 4);
    });
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((word) => log.includes(word))).toEqual([]);
  });
});
