import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { suspendedReason, uninstalledReason } from '../recurring/billing/store.ts';
import {
  billingAttemptTable,
  billingCycleTable,
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
  mirrorRepairTable,
  subscriptionContractTable,
  webhookTable,
} from '../store/schema.ts';
import { contractExample } from '../testing/contract-example.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { firstCrack, roastAndRitual as shop } from '../testing/service-in-test.ts';
import { databases } from '../testing/temporary-database.ts';
import { metricsRoute } from './metrics-route.ts';

const token = 'a-token-that-nobody-guesses';
const hour = 60 * 60_000;

describe.each(databases)('metrics on %s', (kind) => {
  const service = serviceForSuite(kind, { variables: { METRICS_TOKEN: token } });

  it('are for who presents the token', async () => {
    for (const Authorization of ['', 'Bearer another', token]) {
      const headers = { Authorization };
      expect(await service.request('/metrics', { headers })).toMatchObject({ status: 401 });
    }
  });

  it('count what an operator watches, without a store’s name, and are read anew after a while', async () => {
    const { database, logger } = service.contextOf(shop);
    const clock = { ms: Date.parse('2026-10-20T12:00:00Z') };
    const now = () => new Date(clock.ms);
    const ago = (hours: number) => new Date(clock.ms - hours * hour);
    const dependencies = { database, logger, now, machineNow: now, metricsToken: token };
    const site = new Hono().get('/metrics', metricsRoute(dependencies));
    const read = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await site.request('/metrics', { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      return await answer.text();
    };
    const { contract, cycles } = contractExample(shop);
    await database.insert(subscriptionContractTable).values(contract);
    await database.insert(billingCycleTable).values(cycles);
    await database.insert(billingSettingsTable).values([
      { shop, wentLiveAt: new Date('2026-10-01T00:00:00Z') },
      {
        shop: firstCrack,
        wentLiveAt: ago(99),
        stoppedAt: ago(9),
        stoppedBecause: 'TEST_MODE',
      },
      ...[uninstalledReason, suspendedReason].map((stoppedBecause, index) => ({
        shop: `stopped-${index}.myshopify.com`,
        ...{ wentLiveAt: ago(99), stoppedAt: ago(9), stoppedBecause },
      })),
    ]);
    const row = { shop, contractId: '8', cycleIndex: 1, expectedAt: ago(3), changedAt: ago(2) };
    const open = { ...row, state: 'open', reason: 'tries again', nextAt: ago(2) } as const;
    await database
      .insert(cycleBillingTable)
      .values([
        open,
        { ...open, shop: firstCrack },
        { ...row, cycleIndex: 2, state: 'listed', reason: 'missed' },
      ]);
    const tried = { shop, contractId: '8', cycleIndex: 1, input: {}, begunAt: ago(5) };
    await database.insert(billingAttemptTable).values([
      { ...tried, number: 1, state: 'failed', failureClass: 'later' },
      { ...tried, number: 2, state: 'failed', failureClass: 'later' },
      { ...tried, number: 3, state: 'paid' },
      { ...tried, number: 4, state: 'paid', begunAt: ago(25) },
      { ...tried, number: 5, state: 'pending' },
      { ...tried, number: 6, state: 'failed', failureClass: 'unknown' },
      { ...tried, number: 7, state: 'failed', failureClass: null },
      // Surely not made.
      { ...tried, number: 8, state: 'begun', errorCode: 'CONTRACT_PAUSED', begunAt: ago(99) },
    ]);
    await service.call(firstCrack, 'GET', '/requested-scope');
    await database.insert(contractMirrorTable).values([
      { shop: firstCrack, refusal: 'shop frozen' },
      // It has uninstalled the app.
      { shop: 'gone.myshopify.com', refusal: 'not authorized' },
    ]);
    await database.insert(mirrorRepairTable).values([
      { shop, day: '2026-10-20', cause: 'webhook missed', contracts: 2 },
      { shop: firstCrack, day: '2026-10-19', cause: 'webhook missed', contracts: 1 },
      { shop, day: '2026-10-01', cause: 'webhook missed', contracts: 7 },
    ]);
    const webhook = { shop, topic: 'app/uninstalled', triggeredAt: ago(1), receivedAt: ago(1) };
    await database.insert(webhookTable).values([
      { ...webhook, id: 'a' },
      { ...webhook, id: 'b', receivedAt: ago(9), outcome: 'done' },
    ]);
    const text = await read();
    expect(text.split('\n').filter((line) => line.startsWith('cadence_'))).toEqual([
      'cadence_orders_due 2',
      `cadence_orders_due_oldest_seconds ${(12 * 24 + 2) * 3600}`,
      'cadence_orders_overlooked 1',
      `cadence_orders_overlooked_oldest_seconds ${(12 * 24 + 4) * 3600}`,
      'cadence_attempts_unfinished 1',
      'cadence_attempts_unfinished_oldest_seconds 18000',
      'cadence_attempts_charged 1',
      'cadence_attempts_failed{class="later"} 2',
      'cadence_attempts_failed{class="unknown"} 2',
      'cadence_orders_to_decide 1',
      'cadence_stores_stopped 1',
      'cadence_stores_refused{reason="shop frozen"} 1',
      'cadence_contracts_healed{cause="webhook missed"} 3',
      'cadence_dead_letters 0',
      'cadence_webhooks_open 1',
      'cadence_webhooks_open_oldest_seconds 3600',
    ]);
    const page = readFileSync(new URL('../../../docs/production.md', import.meta.url), 'utf8');
    const explained = new Set(page.match(/cadence_\w+/g));
    for (const name of explained) expect(text).toContain(`# TYPE ${name} gauge\n`);
    expect(explained.size).toBeGreaterThan(9);
    await database.delete(webhookTable);
    expect(await read()).toBe(text);
    clock.ms += 10_000;
    expect(await read()).toContain('cadence_webhooks_open 0\n');
    // A store that refuses access has nothing that is late.
    await database.insert(contractMirrorTable).values({ shop, refusal: 'shop frozen' });
    clock.ms += 10_000;
    const refused = await read();
    for (const line of ['orders_due 0', 'orders_overlooked 0', 'orders_due_oldest_seconds 0']) {
      expect(refused).toContain(`cadence_${line}\n`);
    }
  });
});

describe('metrics without a token', () => {
  const service = serviceForSuite('PGlite');

  it('are nowhere', async () => {
    const headers = { Authorization: 'Bearer undefined' };
    expect(await service.request('/metrics', { headers })).toMatchObject({ status: 404 });
  });
});
