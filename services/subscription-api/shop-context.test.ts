import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSweeps } from './recurring/mirror/nightly.ts';
import { listSellingPlanGroups } from './selling/selling-plan-group/list.ts';
import { billingSettingsTable, contractMirrorTable, sessionTable } from './store/schema.ts';
import { serviceForSuite } from './testing/service-for-suite.ts';
import { firstCrack } from './testing/service-in-test.ts';

const tokenRequestFails = {
  kind: 'status',
  status: 400,
  body: '{"error":"invalid_request"}',
  operation: 'access_token',
  times: 100,
} as const;

describe("a shop's context without a merchant", () => {
  const service = serviceForSuite('PGlite');
  beforeEach(async () => {
    service.platform.control.reset();
    service.setClockOffset(0);
    await service.database.delete(sessionTable);
    expect(await service.call(firstCrack, 'GET', '/delivery-profile')).toMatchObject({
      status: 200,
    });
  });

  const list = async () => await listSellingPlanGroups(service.contextOf(firstCrack), {});
  const storedTokens = async () =>
    (await service.database.select().from(sessionTable)).map((row) => row.accessToken);

  it('works from the stored token', async () => {
    service.platform.control.addFault(tokenRequestFails);
    expect((await list()).sellingPlanGroups).toEqual([]);
  });

  it('refreshes the stored token when it is about to expire', async () => {
    const before = await storedTokens();
    service.setClockOffset(3600 - 30);
    service.platform.control.setMachineClockOffset(3600 - 30);
    expect((await list()).sellingPlanGroups).toEqual([]);
    expect(await storedTokens()).not.toEqual(before);
  });

  it('keeps a refused token until a merchant has a new one, and refreshes it meanwhile', async () => {
    const before = await storedTokens();
    const refused = { kind: 'status', status: 401, operation: 'DeliveryProfiles' } as const;
    service.platform.control.addFault({ ...refused, times: 1 });
    service.platform.control.addFault({ ...tokenRequestFails, times: 1 });
    service.operations();
    expect((await service.call(firstCrack, 'GET', '/delivery-profile')).status).toBe(401);
    expect(service.operations()).toEqual(['DeliveryProfiles']);
    expect(await storedTokens()).toEqual(before);
    service.platform.control.addFault({ kind: 'status', status: 401, times: 1 });
    expect((await list()).sellingPlanGroups).toEqual([]);
    expect(await storedTokens()).not.toEqual(before);
  });

  it('refreshes the stored token when the platform refuses it', async () => {
    const before = await storedTokens();
    service.platform.control.addFault({ kind: 'status', status: 401, times: 1 });
    expect((await list()).sellingPlanGroups).toEqual([]);
    expect(await storedTokens()).not.toEqual(before);
  });

  it.each([
    ['is stopped', { refusal: null }, 40],
    ['lacks a scope', { refusal: 'not granted' }, 80],
  ])(
    'has its refresh token renewed every night, although nobody opens the app and its billing %s',
    async (_, mirror, nights) => {
      const { database } = service;
      const ofShop = { shop: firstCrack };
      await database.delete(contractMirrorTable);
      await database.delete(billingSettingsTable);
      await database.insert(contractMirrorTable).values({ ...ofShop, ...mirror });
      const at = new Date();
      await database
        .insert(billingSettingsTable)
        .values({ ...ofShop, wentLiveAt: at, stoppedAt: at });
      const token = async () =>
        (await database.select().from(sessionTable)).map(
          ({ refreshToken, refreshTokenExpires }) => ({
            refreshToken,
            until: refreshTokenExpires?.getTime() ?? 0,
          }),
        )[0];
      await database.update(sessionTable).set({ expires: at });
      service.forgetSessions(firstCrack);
      const before = await token();
      service.setClockOffset(nights * 86_400);
      service.platform.control.setMachineClockOffset(nights * 86_400);
      await beginSweeps(service.contextOf(firstCrack));
      // The nightly sweep is due now.
      await database.execute(
        sql`update jobs.job set start_after = now() where name = 'sweep-contracts'`,
      );
      await service.settled();
      const after = await token();
      expect(after?.refreshToken).not.toBe(before?.refreshToken);
      expect((after?.until ?? 0) - (before?.until ?? 0)).toBeGreaterThan((nights - 1) * 86_400_000);
    },
  );

  it('is refused where no token is stored or the refresh token is refused', async () => {
    service.setClockOffset(3600 - 30);
    service.platform.control.addFault(tokenRequestFails);
    await expect(list()).rejects.toMatchObject({ kind: 'not authorized' });
    expect(await storedTokens()).toHaveLength(1);
    await service.database.delete(sessionTable);
    await expect(list()).rejects.toMatchObject({ kind: 'not authorized' });
  });

  it('tells an outage from a refusal, so that a job may try again', async () => {
    service.setClockOffset(3600 - 30);
    service.platform.control.addFault({ ...tokenRequestFails, status: 503 });
    await expect(list()).rejects.toMatchObject({ kind: 'failed' });
  });
});
