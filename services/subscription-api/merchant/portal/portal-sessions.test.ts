import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { portalSessionListSchema, portalTokenSchema } from '#contract/portal.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { magicLinkTable, portalSessionTable } from '../../store/schema.ts';
import {
  askPortal,
  magicLinkToken,
  openMagicLink,
  openPortal,
} from '../../testing/portal-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { runVendorCommand } from '../operator/vendor-commands.ts';
import { closePortal } from './close.ts';
import { forgetExpiredSessions } from './sessions.ts';

describe.each(databases)('portal sessions on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    service.setClockOffset(0);
    await service.database.delete(portalSessionTable);
    for (const shop of [firstCrack, roastAndRitual]) {
      await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    }
  });

  const statusOf = async (token: string) => (await askPortal(service, token, '/portal')).status;
  const sessionsOf = async (token: string) => {
    const answer = await askPortal(service, token, '/portal/session');
    return bodyOf(answer, portalSessionListSchema).sessions;
  };

  it('are kept as a hash only', async () => {
    const token = portalTokenSchema.parse(await openPortal(service, roastAndRitual));
    const rows = await service.database.select().from(portalSessionTable);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(service.log()).not.toContain(token);
  });

  it('last eight hours', async () => {
    const token = await openPortal(service, roastAndRitual);
    service.setClockOffset(8 * 60 * 60 - 5);
    expect(await statusOf(token)).toBe(200);
    service.setClockOffset(8 * 60 * 60 + 1);
    expect(await statusOf(token)).toBe(401);
    await forgetExpiredSessions(service.database, new Date(Date.now() + 9 * 60 * 60 * 1000));
    expect(await service.database.select().from(portalSessionTable)).toEqual([]);
  });

  it('open nothing but the portal, and nothing else opens it', async () => {
    const token = await openPortal(service, roastAndRitual);
    const link = await magicLinkToken(service, roastAndRitual);
    expect((await askPortal(service, token, '/vendor')).status).toBe(401);
    expect((await askPortal(service, token, '/portal/nothing')).status).toBe(401);
    expect((await service.call(roastAndRitual, 'GET', '/portal')).status).toBe(401);
    for (const other of [link, '', 'nonsense', 'x'.repeat(43)]) {
      expect(await statusOf(other)).toBe(401);
    }
  });

  it('know the others of their shop, and none of another', async () => {
    await openPortal(service, firstCrack);
    const first = await openPortal(service, roastAndRitual);
    const second = await openPortal(service, roastAndRitual);
    const seen = await sessionsOf(second);
    expect(seen.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    expect(seen.every(({ userAgent }) => userAgent.includes('Chrome/150'))).toBe(true);
    const other = seen.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect((await askPortal(service, second, `/portal/session/${other}`, 'DELETE')).status).toBe(
      204,
    );
    expect(await statusOf(first)).toBe(401);
    expect(await statusOf(second)).toBe(200);
  });

  it("can't end another shop's", async () => {
    const theirs = await openPortal(service, firstCrack);
    const [session] = await sessionsOf(theirs);
    const ours = await openPortal(service, roastAndRitual);
    for (const id of [session?.id, randomUUID(), 'nonsense']) {
      const answer = await askPortal(service, ours, `/portal/session/${id}`, 'DELETE');
      expect(answer).toMatchObject({ status: 404, body: { message: 'Session not found' } });
    }
    expect(await statusOf(theirs)).toBe(200);
  });

  it.each([
    ['sign-out', 200],
    ['sign-out-everywhere', 401],
  ])('end by %s', async (path, othersStatus) => {
    const theirs = await openPortal(service, firstCrack);
    const other = await openPortal(service, roastAndRitual);
    const token = await openPortal(service, roastAndRitual);
    expect((await askPortal(service, token, `/portal/${path}`, 'POST')).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(other)).toBe(othersStatus);
    expect(await statusOf(theirs)).toBe(200);
  });

  it('take the place of the one that the browser had', async () => {
    const before = await openPortal(service, roastAndRitual);
    const link = await magicLinkToken(service, roastAndRitual);
    expect((await openMagicLink(service, link, { endedToken: before })).status).toBe(201);
    expect(await statusOf(before)).toBe(401);
    expect(await service.database.select().from(portalSessionTable)).toHaveLength(1);
  });

  it('end with the approval of the vendor, with the links, and no later one opens them again', async () => {
    const token = await openPortal(service, roastAndRitual);
    const link = await magicLinkToken(service, roastAndRitual);
    const theirs = await openPortal(service, firstCrack);
    const decide = (action: 'suspend' | 'approve') =>
      runVendorCommand(
        { database: service.database, jobs: { async send() {} } },
        { action, shop: roastAndRitual },
        new Date(),
      );
    // Nobody asks meanwhile: the browser would lose its token.
    await decide('suspend');
    await decide('approve');
    expect(await statusOf(token)).toBe(401);
    expect((await openMagicLink(service, link)).status).toBe(404);
    expect(await statusOf(theirs)).toBe(200);
  });

  it('are refused while the vendor is not approved', async () => {
    const token = await openPortal(service, roastAndRitual);
    const suspended = { status: 'suspended', simpleSubscription: true } as const;
    await approveVendor(service.database, { shop: roastAndRitual, ...suspended });
    expect(await statusOf(token)).toBe(401);
  });

  it('end when the app is uninstalled, with the links; later ones stay', async () => {
    const before = await openPortal(service, roastAndRitual);
    const link = await magicLinkToken(service, roastAndRitual);
    const theirs = await openPortal(service, firstCrack);
    await closePortal(service.database, roastAndRitual, new Date(Date.now() - 60_000));
    expect(await statusOf(before)).toBe(200);
    await closePortal(service.database, roastAndRitual, new Date());
    expect(await statusOf(before)).toBe(401);
    expect((await openMagicLink(service, link)).status).toBe(404);
    expect(await statusOf(theirs)).toBe(200);
    expect(await service.database.select().from(magicLinkTable)).toEqual([]);
  });
});
