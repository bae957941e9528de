import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { approveVendor } from '../shop/vendor.ts';
import { sessionTable } from '../store/schema.ts';
import { groupForm, groupPath } from '../testing/group-form.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { firstCrack } from '../testing/service-in-test.ts';

const lineSchema = z.object({ level: z.number(), msg: z.string() }).loose();

describe('the log of a failing request', () => {
  const service = serviceForSuite('PGlite');
  beforeEach(() => service.platform.control.reset());

  async function linesOf(work: () => Promise<unknown>) {
    const before = service.log().length;
    await work();
    const text = service.log().slice(before);
    for (const secret of ['Bearer', 'eyJ', 'shpat_', 'shprt_', 'Very private', 'secret-search']) {
      expect(text).not.toContain(secret);
    }
    return text
      .trim()
      .split('\n')
      .map((line) => lineSchema.parse(JSON.parse(line)));
  }

  const list = () => service.call(firstCrack, 'GET', `${groupPath}?query=secret-search`);
  const create = () =>
    service.call(firstCrack, 'POST', groupPath, { body: groupForm({ name: 'Very private name' }) });

  it('says why an access token could not be had', async () => {
    await service.database.delete(sessionTable);
    service.platform.control.addFault({
      kind: 'status',
      status: 400,
      body: '{"error":"invalid_subject_token"}',
      operation: 'access_token',
      times: 10,
    });
    expect(await linesOf(list)).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'request refused',
        error: expect.objectContaining({
          type: 'ServiceError',
          cause: expect.objectContaining({ message: expect.stringMatching(/400|Bad Request/) }),
        }),
      }),
    );
  });

  it('says what the platform answered', async () => {
    await service.call(firstCrack, 'GET', groupPath);
    service.platform.control.addFault({ kind: 'status', status: 500, times: 10 });
    const lines = await linesOf(create);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: 'request failed',
        requestId: expect.any(String),
        error: expect.objectContaining({
          cause: expect.objectContaining({ message: expect.stringContaining('HTTP 500') }),
        }),
      }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', status: 502 }));
  });

  it('says what the database answered, without what was to be kept', async () => {
    await service.database.execute(sql`alter table proposed_vendor rename to away`);
    const lines = await linesOf(() =>
      service.call(firstCrack, 'POST', '/proposed-vendor', {
        body: { name: 'Very private name', email: 'a@example.com' },
      }),
    );
    await service.database.execute(sql`alter table away rename to proposed_vendor`);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: 'request failed unexpectedly',
        error: expect.objectContaining({ message: expect.stringContaining('does not exist') }),
      }),
    );
  });
});

describe('the log of an email that wasn’t sent', () => {
  const refused = serviceForSuite('PGlite');
  const away = serviceForSuite('PGlite', { variables: { SMTP_URL: 'smtp://127.0.0.1:9' } });

  it('wakes an operator where the mail server is away, not where it refuses an address', async () => {
    const levelAt = async (at: typeof away) => {
      await approveVendor(at.database, {
        shop: firstCrack,
        status: 'active',
        simpleSubscription: true,
      });
      const before = at.log().length;
      await at.call(firstCrack, 'POST', '/vendor/settings/notifications/test', {
        body: { notification: 'customerOrderArrived', to: 'ada@example.com' },
      });
      return /"level":(\d+).*"msg":"request failed"/.exec(at.log().slice(before))?.[1];
    };
    await refused.platform.control.act(firstCrack, 'refuse-mail', { refusal: 'No such box' });
    expect(await levelAt(away)).toBe('50');
    expect(await levelAt(refused)).toBe('40');
  });
});
