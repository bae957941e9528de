import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '#process/environment.ts';
import { createLogger } from '#process/logger.ts';
import { shipStationAccounts } from '#services/local-platform/testing.ts';
import { findKeys } from './fulfilling/integration/store.ts';
import { renewAllEncryption } from './renew-encryption.ts';
import { shopName } from './shop/documents.ts';
import { approveVendor } from './shop/vendor.ts';
import { integrationTable, sessionTable } from './store/schema.ts';
import { groupPath } from './testing/group-form.ts';
import { type Instance, startSecondInstance } from './testing/second-instance.ts';
import { serviceForSuite } from './testing/service-for-suite.ts';
import { roastAndRitual as shop } from './testing/service-in-test.ts';
import { sendWebhook } from './testing/webhook-in-test.ts';

// The procedures of docs/production.md, step by step, while merchants work on both instances.

const suite = serviceForSuite('PostgreSQL');
const log: string[] = [];
const logger = createLogger({
  level: 'info',
  service: 'subscription-api',
  write: (line) => void log.push(line),
});
let instances: Instance[] = [];

const stop = async () => void (await Promise.all(instances.map(({ close }) => close())));
afterAll(stop);
beforeEach(async () => {
  suite.platform.control.reset();
  await suite.database.delete(sessionTable);
  await suite.database.delete(integrationTable);
  await approveVendor(suite.database, { shop, status: 'active', simpleSubscription: true });
});

/** Starts both instances afresh with this environment. */
async function start(changes: Partial<Environment>): Promise<void> {
  await stop();
  instances = [
    await startSecondInstance(suite, changes),
    await startSecondInstance(suite, changes),
  ];
}

/** Restarts the instances one by one with another environment; `between` runs before, between and after. */
async function restart(changes: Partial<Environment>, between: () => Promise<void>): Promise<void> {
  await between();
  for (const index of instances.keys()) {
    const [old] = instances.splice(index, 1, await startSecondInstance(suite, changes));
    await old?.close();
    const { encryptionKeys } = { ...suite.environment, ...changes };
    await renewAllEncryption(suite.database, encryptionKeys, logger);
    await between();
  }
}

/** From now on the platform issues no tokens, so calls only work with stored ones. */
function closeTokenEndpoint(): void {
  suite.platform.control.addFault({
    kind: 'status',
    status: 400,
    body: '{"error":"invalid_request"}',
    operation: 'access_token',
    times: 100,
  });
}

describe('the app’s secret', () => {
  const [old, both, renewed] = [['api-secret'], ['new', 'api-secret'], ['new']].map(
    ([newest = '', ...older]): Partial<Environment> => ({
      defaultCredentials: { apiKey: 'api-key', apiSecrets: [newest, ...older] },
    }),
  );
  const hearWebhooks = async (secret: string, status = 200) => {
    for (const instance of instances) {
      const body = { shop_domain: shop, customer: { id: 1 } };
      const sent = sendWebhook(instance, 'customers/data_request', body, { secret, shop });
      expect(await sent).toBe(status);
    }
  };
  const serveMerchants = async () => {
    for (const instance of instances) {
      expect(await instance.call(shop, 'GET', groupPath)).toMatchObject({ status: 200 });
    }
  };

  it('is turned over without losing a webhook, a request or a token', async () => {
    await start(old ?? {});
    await serveMerchants();
    // 1. The platform gets a new secret, and still signs with the old one.
    suite.platform.control.setSecrets('new,api-secret');
    // 2. Every instance gets both secrets.
    await restart(both ?? {}, async () => {
      // As for a shop that installs right now: its session token is signed with the old secret, but its access token must come from the new one.
      await suite.database.delete(sessionTable);
      await serveMerchants();
      await hearWebhooks('api-secret');
    });
    // 3. Two hours later every token in use comes from the new secret. The old one is revoked.
    suite.platform.control.setSecrets('new');
    closeTokenEndpoint();
    for (const instance of instances) await instance.contextOf(shop).graphql(shopName, {});
    suite.platform.control.clearFaults();
    await serveMerchants();
    await hearWebhooks('new');
    await hearWebhooks('api-secret');
    // 4. A day later nothing signed with the old secret arrives any more.
    await restart(renewed ?? {}, async () => {
      await serveMerchants();
      await hearWebhooks('new');
    });
    await hearWebhooks('api-secret', 401);
  });
});

describe('the encryption key', () => {
  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const [{ key, secret }] = shipStationAccounts;

  it('is turned over without losing a token or an account', async () => {
    await start({ encryptionKeys: [oldKey] });
    const [one, other] = instances;
    const body = { shipstation: { key, secret } };
    expect((await one?.call(shop, 'POST', '/vendor/integrations', { body }))?.status).toBe(200);
    expect((await other?.call(shop, 'GET', groupPath))?.status).toBe(200);
    closeTokenEndpoint();
    const readAll = async () => {
      for (const { contextOf } of instances) {
        await contextOf(shop).graphql(shopName, {});
        expect(await findKeys(contextOf(shop), 'shipstation')).toEqual({ key, secret });
      }
    };
    /** Each instance writes with its newest key, and the other must be able to read it. */
    const work = async () => {
      await readAll();
      for (const { call } of instances) {
        const saved = await call(shop, 'POST', '/vendor/integrations', { body });
        expect(saved.status).toBe(200);
        await readAll();
      }
    };
    await restart({ encryptionKeys: [oldKey, newKey] }, work);
    await restart({ encryptionKeys: [newKey, oldKey] }, work);
    const success = 'all that is encrypted is encrypted with the newest key';
    await renewAllEncryption(suite.database, [Buffer.alloc(32, 3)], logger);
    expect(log.at(-1)).not.toContain(success);
    await renewAllEncryption(suite.database, [newKey, oldKey], logger);
    expect(log.at(-1)).toContain(success);
    await restart({ encryptionKeys: [newKey] }, work);
  });
});
