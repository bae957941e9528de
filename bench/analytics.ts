import {
  firstCrack,
  roastAndRitual,
  startServiceInTest,
} from '#services/subscription-api/testing/service-in-test.ts';
import {
  type DatabaseKind,
  databases,
} from '#services/subscription-api/testing/temporary-database.ts';
import { gatherStatistics, growOrders } from './analytics/grown-orders.ts';
import { medianTimeOf } from './median-time.ts';
import { type Figure, report } from './table.ts';

// What the analytics of a shop with 50,000 orders take, beside another shop with as many in the same tables: from the API's
// request to its answer, on both databases. See README.md.

const orders = 50_000;
const customers = 4_200;
const runs = 9;

/** Milliseconds. */
const goals = {
  PGlite: { analytics: 1_000, other: 1_000 },
  PostgreSQL: { analytics: 300, other: 300 },
} as const;

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  const service = await startServiceInTest(kind);
  try {
    for (const shop of [roastAndRitual, firstCrack]) {
      await growOrders(service.database, shop, { orders, customers });
    }
    await gatherStatistics(service.database);
    const goal = goals[kind];
    const asked: Array<[string, string, number]> = [
      ['analytics of a year', '/analytics', goal.analytics],
      ['analytics of 30 days', '/analytics?days=30', goal.analytics],
      ['analytics of two years', '/analytics?days=731', goal.analytics],
      ['the figures of Home', '/analytics/summary', goal.other],
      ['a page of orders', '/order?kind=subscription', goal.other],
      ['a search among orders', '/order?kind=subscription&query=customer.59', goal.other],
      ['a page of customers', '/customer', goal.other],
      ['a search among customers', '/customer?query=customer.59', goal.other],
      ['one customer', '/customer/17', goal.other],
    ];
    const figures: Figure[] = [];
    for (const [name, path, atMost] of asked) {
      const measured = await medianTimeOf(service, path, runs);
      figures.push({ name, measured, unit: 'ms', goal: { atMost } });
    }
    return figures;
  } finally {
    await service.close();
  }
}

for (const kind of databases) {
  report(`${orders} orders of ${customers} customers, on ${kind}`, await measure(kind));
}
