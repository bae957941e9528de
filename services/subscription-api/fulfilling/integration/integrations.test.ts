import { beforeEach, describe, expect, it } from 'vitest';
import { integrationListSchema } from '#contract/integration.ts';
import { vendorSchema } from '#contract/vendor.ts';
import { type FaultInput, shipStationAccounts } from '#services/local-platform/testing.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { integrationTable, settingChangeTable } from '../../store/schema.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';
import { findKeys, renewEncryption } from './store.ts';

const path = '/vendor/integrations';
const [ours, theirs] = shipStationAccounts;
const keysOf = ({ key, secret }: { key: string; secret: string }) => ({ key, secret });
const wrong = { key: 'f'.repeat(32), secret: 'e'.repeat(32) };
const secrets = [ours, theirs, wrong].flatMap(({ key, secret }) => [
  key,
  secret,
  Buffer.from(`${key}:${secret}`).toString('base64'),
]);

describe.each(usualDatabase)('integrations on %s', (kind) => {
  const service = serviceForSuite(kind, { timeoutMilliseconds: 2_000 });
  const answers: string[] = [];
  beforeEach(async () => {
    service.platform.control.reset();
    await service.database.delete(integrationTable);
    await service.database.delete(settingChangeTable);
    for (const shop of [roastAndRitual, firstCrack]) {
      await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    }
  });

  const call = async (method: string, at = path, body?: unknown, shop = roastAndRitual) => {
    const answer = await service.call(shop, method, at, { body });
    answers.push(JSON.stringify([answer.body, [...answer.headers]]));
    return answer;
  };
  const connect = (keys: unknown = keysOf(ours), shop = roastAndRitual) =>
    call('POST', path, { shipstation: keys }, shop);
  const connected = async (shop = roastAndRitual) =>
    bodyOf(await call('GET', path, undefined, shop), integrationListSchema).integrations;
  const apiKeyExists = async (shop = roastAndRitual) =>
    bodyOf(await call('GET', '/vendor', undefined, shop), vendorSchema).settings.apiKeyExists;
  const changes = async () => {
    const rows = await service.database.select().from(settingChangeTable);
    return rows.map(({ shop, setting, from, to }) => [shop, setting, from, to]);
  };
  const setting = 'integrations.shipstation';

  it('keeps keys that ShipStation takes, for their own shop, as ciphertext', async () => {
    expect(await connected()).toEqual([]);
    expect(await apiKeyExists()).toBe(false);
    const { integrations, timeZone } = bodyOf(await connect(), integrationListSchema);
    expect(timeZone).toBe('America/Los_Angeles');
    expect(integrations).toMatchObject([{ service: 'shipstation', accountName: 'Roast & Ritual' }]);
    expect(await connected()).toEqual(integrations);
    expect(await apiKeyExists()).toBe(true);
    expect(await findKeys(service.contextOf(roastAndRitual), 'shipstation')).toEqual(keysOf(ours));

    expect(await connected(firstCrack)).toEqual([]);
    expect(await apiKeyExists(firstCrack)).toBe(false);
    expect(await findKeys(service.contextOf(firstCrack), 'shipstation')).toBeNull();
    const rows = JSON.stringify(await service.database.select().from(integrationTable));
    for (const secret of secrets) expect(rows).not.toContain(secret);
    expect(await changes()).toEqual([[roastAndRitual, setting, 'null', '"changed"']]);
  });

  it('takes keys as they come from a copy', async () => {
    const key = ` ${ours.key.slice(0, 8)}\r\n${ours.key.slice(8)}\u200b`;
    expect((await connect({ key, secret: `\ufeff${ours.secret}\u0000` })).status).toBe(200);
    expect(await findKeys(service.contextOf(roastAndRitual), 'shipstation')).toEqual(keysOf(ours));
    expect(await connect({ key: '\u200b', secret: '\u00a0' })).toMatchObject({
      status: 422,
      body: {
        fieldErrors: {
          'shipstation.key': ['Please enter Key'],
          'shipstation.secret': ['Please enter Secret'],
        },
      },
    });
  });

  it('keeps a repeated submit once, and notes that it was checked', async () => {
    const first = bodyOf(await connect(), integrationListSchema).integrations[0];
    await Promise.all([connect(), connect()]);
    const [again, ...others] = await connected();
    expect(others).toEqual([]);
    expect(again?.connectedAt).toBe(first?.connectedAt);
    expect(again?.lastCheckedAt).not.toBe(first?.lastCheckedAt);
    expect(await changes()).toHaveLength(1);
  });

  it('records two first submits at once as one', async () => {
    await Promise.all([connect(), connect()]);
    expect(await changes()).toHaveLength(1);
  });

  it('puts other keys in place of those it has', async () => {
    await connect();
    await connect(keysOf(theirs));
    expect(await connected()).toMatchObject([{ accountName: 'First Crack Coffee' }]);
    expect(await findKeys(service.contextOf(roastAndRitual), 'shipstation')).toEqual(
      keysOf(theirs),
    );
    expect(await changes()).toEqual([
      [roastAndRitual, setting, 'null', '"changed"'],
      [roastAndRitual, setting, '"changed"', '"changed"'],
    ]);
  });

  it('forgets an account, once, and no other shop’s', async () => {
    await connect();
    await connect(keysOf(theirs), firstCrack);
    for (const _ of [1, 2]) expect((await call('DELETE', `${path}/shipstation`)).status).toBe(204);
    expect(await connected()).toEqual([]);
    expect(await apiKeyExists()).toBe(false);
    expect(await connected(firstCrack)).toHaveLength(1);
    const own = (await changes()).filter(([shop]) => shop === roastAndRitual);
    expect(own.at(-1)).toEqual([roastAndRitual, setting, '"changed"', 'null']);
    expect(own).toHaveLength(2);
    expect(await call('DELETE', `${path}/other`)).toMatchObject({
      status: 404,
      body: { message: 'There is no such integration' },
    });
  });

  it.each<[string, unknown, Record<string, string[]>]>([
    ['no key', { secret: 's' }, { 'shipstation.key': ['Please enter Key'] }],
    ['no secret', { key: 'k' }, { 'shipstation.secret': ['Please enter Secret'] }],
    [
      'spaces',
      { key: ' ', secret: '\t' },
      {
        'shipstation.key': ['Please enter Key'],
        'shipstation.secret': ['Please enter Secret'],
      },
    ],
    [
      'a key that is none',
      { key: 'k'.repeat(256), secret: 's' },
      { 'shipstation.key': ['This can have at most 255 characters'] },
    ],
  ])('refuses %s without asking ShipStation', async (_, keys, fieldErrors) => {
    service.platform.control.addFault({ kind: 'status', status: 500, operation: 'shipstation' });
    expect(await connect(keys)).toMatchObject({
      status: 422,
      body: { message: Object.values(fieldErrors)[0]?.[0], fieldErrors },
    });
    expect(await connected()).toEqual([]);
  });

  it('keeps no keys that ShipStation refuses, and those before stay', async () => {
    const message = expect.stringContaining('doesn’t accept this key and secret');
    const refusal = { status: 422, body: { message, fieldErrors: { '': [message] } } };
    expect(await connect(wrong)).toMatchObject(refusal);
    expect(await connected()).toEqual([]);
    await connect();
    expect(await connect(wrong)).toMatchObject(refusal);
    expect(await findKeys(service.contextOf(roastAndRitual), 'shipstation')).toEqual(keysOf(ours));
    expect(await changes()).toHaveLength(1);
  });

  const operation = 'shipstation';
  it.each<[string, FaultInput, number, string]>([
    ['is down', { kind: 'status', status: 503, operation }, 502, 'isn’t responding'],
    ['fails', { kind: 'errors', errors: [{ message: 'x' }], operation }, 502, 'isn’t responding'],
    ['cuts the line', { kind: 'disconnect', operation }, 502, 'isn’t responding'],
    ['is slow', { kind: 'delay', delayMilliseconds: 4_000, operation }, 502, 'isn’t responding'],
    ['talks nonsense', { kind: 'garbage', operation }, 502, 'isn’t responding'],
    ['answers something else', { kind: 'garbage', body: '{}', operation }, 502, 'isn’t responding'],
    ['has enough of us', { kind: 'throttled', operation }, 503, 'Try again in 45 seconds'],
  ])('keeps nothing where ShipStation %s, and says so', async (_, fault, status, text) => {
    service.platform.control.addFault(fault);
    const answer = await connect();
    expect(answer).toMatchObject({
      status,
      body: { message: expect.stringMatching(new RegExp(`${text}.*`)) },
    });
    expect(JSON.stringify(answer.body)).toContain('nothing was saved');
    expect(await connected()).toEqual([]);
    expect(await apiKeyExists()).toBe(false);
    expect(await changes()).toEqual([]);
    service.platform.control.clearFaults();
    expect((await connect()).status).toBe(200);
  });

  it('encrypts anew with a newer key, so that the older one can go', async () => {
    await connect();
    const [older] = service.environment.encryptionKeys;
    const newer = Buffer.alloc(32, 9);
    expect(await renewEncryption(service.database, [newer, older])).toEqual({
      renewed: 1,
      unreadable: 0,
    });
    const context = service.contextOf(roastAndRitual);
    const keysWith = (...encryptionKeys: [Buffer, ...Buffer[]]) =>
      findKeys({ ...context, encryptionKeys }, 'shipstation');
    expect(await keysWith(newer)).toEqual(keysOf(ours));
    expect(await keysWith(older)).toBeNull();
    const rows = await service.database.select().from(integrationTable);
    expect(await renewEncryption(service.database, [newer, older])).toMatchObject({ renewed: 0 });
    expect(await service.database.select().from(integrationTable)).toEqual(rows);
    expect(await renewEncryption(service.database, [older])).toEqual({ renewed: 0, unreadable: 1 });
    expect(await connected()).toMatchObject([{ areKeysReadable: false }]);
    // A merchant can enter keys again that no encryption key reads any more.
    expect((await connect()).status).toBe(200);
    expect(await keysWith(older)).toEqual(keysOf(ours));
    expect(await connected()).toMatchObject([{ areKeysReadable: true }]);
  });

  it('writes neither key nor secret into a log or an answer', async () => {
    const broken = `{"shipstation":{"key":"${ours.key}","secret":${ours.secret}}}`;
    await service.request(`/api/integrations/shopify${path}`, {
      method: 'POST',
      body: broken,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${await service.platform.sessionToken(roastAndRitual)}`,
      },
    });
    await connect(wrong);
    await connect();
    expect(service.log()).toContain('request refused');
    expect(answers.length).toBeGreaterThan(20);
    for (const secret of secrets) {
      expect(service.log()).not.toContain(secret);
      for (const piece of [secret.slice(0, 10), secret.slice(-10)]) {
        expect(service.log()).not.toContain(piece);
      }
      for (const answer of answers) expect(answer).not.toContain(secret);
    }
  });
});
