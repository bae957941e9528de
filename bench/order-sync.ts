import { parseArgs } from 'node:util';
import { shipStationAccounts } from '#services/local-platform/testing.ts';
import { keepIntegration } from '#services/subscription-api/integration/store.ts';
import { chosenIdsOf } from '#services/subscription-api/order-sync/chosen-ids.ts';
import { findRun, keepRun } from '#services/subscription-api/order-sync/run-store.ts';
import { syncPage } from '#services/subscription-api/order-sync/sync-page.ts';
import { createShipStation } from '#services/subscription-api/shipstation/client.ts';
import type { ShopContext } from '#services/subscription-api/shop-context.ts';
import {
  roastAndRitual,
  startServiceInTest,
} from '#services/subscription-api/testing/service-in-test.ts';
import {
  type DatabaseKind,
  databases,
} from '#services/subscription-api/testing/temporary-database.ts';
import { orderIds, platformOrders } from './order-sync/platform-orders.ts';
import { type Figure, report } from './table.ts';

// What a sync of 10,000 orders takes beside what ShipStation's limit of requests allows, on both databases. Its orders are of the
// last 60 days. The minutes of the limit pass on ShipStation's own clock, so that nobody has to wait for them. See README.md.

const { values: chosen } = parseArgs({ options: { orders: { type: 'string', default: '10000' } } });
const orders = Number(chosen.orders);
const ordersPerPage = 20;
const requestsPerMinute = 40;
const [account] = shipStationAccounts;

/** Pages of 20 orders, each sent by one call of its own and after one that asks for what ShipStation has. */
const boundMinutes = (2 * (orders / ordersPerPage)) / requestsPerMinute;

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  const service = await startServiceInTest(kind);
  try {
    const startedAtTime = Date.now();
    let waitedMilliseconds = 0;
    let calls = 0;
    const wait = async (milliseconds: number) => {
      waitedMilliseconds += milliseconds;
      service.platform.control.setClockOffset(waitedMilliseconds / 1000);
    };
    const shipStation = createShipStation({
      url: service.environment.shipStationUrl,
      wait,
      timeoutMilliseconds: 30_000,
    });
    const context: ShopContext = {
      ...service.contextOf(roastAndRitual),
      wait,
      shipStation: (keys, request, deadline) => {
        calls += 1;
        return shipStation(keys, request, deadline);
      },
      graphql: async ({ answer }, variables) =>
        answer.parse(platformOrders(variables, orders, startedAtTime)),
    };
    const { key, secret } = account;
    await keepIntegration(context, 'shipstation', { keys: { key, secret }, accountName: 'Bench' });
    const ids = orderIds(orders);

    global.gc?.();
    const heapBefore = process.memoryUsage().heapUsed;
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const id = await keepRun(context, chosenIdsOf(ids));
    let run = await findRun(context, id);
    for (; run.next.length > 0; run = await findRun(context, id)) {
      const results = await syncPage(context, id, run.next);
      const seconds = Math.max(0, ...results.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds));
      if (seconds > 0) await wait(seconds * 1000);
    }
    const milliseconds = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    global.gc?.();
    const pages = orders / ordersPerPage;
    const minutes = (waitedMilliseconds + milliseconds) / 60_000;
    return [
      { name: 'orders sent', measured: run.sent, unit: '', goal: { atLeast: orders } },
      { name: 'calls of ShipStation', measured: calls, unit: '' },
      {
        name: `time, beside ${boundMinutes} min of the limit`,
        measured: minutes,
        unit: 'min',
        goal: { atMost: boundMinutes * 1.2 },
      },
      {
        // The local ShipStation's is in it.
        name: 'CPU for a page of 20',
        measured: (user + system) / 1000 / pages,
        unit: 'ms',
        goal: { atMost: 150 },
      },
      {
        name: 'heap that is left behind',
        measured: (process.memoryUsage().heapUsed - heapBefore) / 1024 / 1024,
        unit: 'MiB',
      },
    ];
  } finally {
    await service.close();
  }
}

for (const kind of databases) {
  report(`A sync of ${orders} orders, on ${kind}`, await measure(kind));
}
