import { beforeEach, describe, expect, it } from 'vitest';
import { magicLinkSchema } from '#contract/magic-link.ts';
import { openedPortalSessionSchema } from '#contract/portal.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { magicLinkTable, portalSessionTable } from '../../store/schema.ts';
import { askPortal, magicLinkToken, openMagicLink } from '../../testing/portal-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { forgetExpiredMagicLinks } from './store.ts';

const refused = 'This link was already used or has expired.';

describe.each(databases)('magic links on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    service.platform.control.reset();
    service.setClockOffset(0);
    const { database } = service;
    await database.delete(magicLinkTable);
    await database.delete(portalSessionTable);
    for (const shop of [firstCrack, roastAndRitual]) {
      await approveVendor(database, { shop, status: 'active', simpleSubscription: true });
    }
  });

  it("lead to the app's own portal, and are kept as a hash only", async () => {
    const answer = await service.call(roastAndRitual, 'POST', '/vendor/magic-link', {
      body: { path: '/users' },
    });
    const url = new URL(bodyOf(answer, magicLinkSchema, 201).url);
    const token = url.searchParams.get('token') ?? '';
    expect(url.href).toBe(`http://localhost:4000/portal/open?token=${token}`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await service.database.select().from(magicLinkTable);
    expect(rows).toMatchObject([{ shop: roastAndRitual, path: '/users' }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(service.log()).not.toContain(token);
  });

  it.each(['//evil.example', '/\\evil.example', '/portal/../..', 'https://evil.example'])(
    'to %s are refused',
    async (path) => {
      const answer = await service.call(roastAndRitual, 'POST', '/vendor/magic-link', {
        body: { path },
      });
      expect(answer).toMatchObject({
        status: 422,
        body: { message: 'This is not a page of the vendor portal' },
      });
    },
  );

  it('are for vendors who may use the app', async () => {
    const suspended = { shop: firstCrack, status: 'suspended', simpleSubscription: true } as const;
    await approveVendor(service.database, suspended);
    const answer = await service.call(firstCrack, 'POST', '/vendor/magic-link', {
      body: { path: '/' },
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'This is closed while your account is suspended.' },
    });
    expect(await service.database.select().from(magicLinkTable)).toEqual([]);
  });

  it('open once, for their own shop and path', async () => {
    const tokens = {
      ours: await magicLinkToken(service, roastAndRitual, '/users'),
      theirs: await magicLinkToken(service, firstCrack, '/analytics'),
    };
    const ours = bodyOf(await openMagicLink(service, tokens.ours), openedPortalSessionSchema, 201);
    expect(ours.path).toBe('/users');
    expect(await askPortal(service, ours.sessionToken, '/portal')).toMatchObject({
      status: 200,
      body: {
        ...{ shop: roastAndRitual, shopName: 'Roast & Ritual' },
        subscribersUrl: expect.stringMatching(/\/store\/roast-and-ritual\/apps\/[^/]+\/customers$/),
      },
    });
    expect(await openMagicLink(service, tokens.ours)).toMatchObject({
      status: 404,
      body: { message: refused },
    });
    const theirs = await openMagicLink(service, tokens.theirs);
    expect(bodyOf(theirs, openedPortalSessionSchema, 201).path).toBe('/analytics');
  });

  it('open for one of a hundred who try at the same moment', async () => {
    const token = await magicLinkToken(service, roastAndRitual);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => openMagicLink(service, token)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(99).fill(404)]);
    expect(await service.database.select().from(portalSessionTable)).toHaveLength(1);
  });

  it('last five minutes', async () => {
    const early = await magicLinkToken(service, roastAndRitual);
    const late = await magicLinkToken(service, roastAndRitual);
    service.setClockOffset(5 * 60 - 5);
    expect((await openMagicLink(service, early)).status).toBe(201);
    service.setClockOffset(5 * 60 + 1);
    expect((await openMagicLink(service, late)).status).toBe(404);
    await forgetExpiredMagicLinks(service.database, new Date(Date.now() + 6 * 60 * 1000));
    expect(await service.database.select().from(magicLinkTable)).toEqual([]);
  });

  it.each(['', 'nonsense', 'x'.repeat(43), `${'x'.repeat(43)}\n`])(
    'that were never made open nothing: %j',
    async (token) => {
      expect([404, 422]).toContain((await openMagicLink(service, token)).status);
    },
  );
});
