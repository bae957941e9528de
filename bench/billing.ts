import { z } from 'zod';
import { addDays, dayIn } from '#contract/calendar.ts';
import { originalIdOf } from '#contract/original-id.ts';
import { findRotatedProducts } from '#services/subscription-api/fulfilling/rotation/rotated-products.ts';
import { findRotation } from '#services/subscription-api/fulfilling/rotation/store.ts';
import { listScales } from '#services/subscription-api/merchant/scale/store.ts';
import {
  findNextLook,
  listDueCycles,
} from '#services/subscription-api/recurring/billing/due-cycles.ts';
import { getFirstCharges } from '#services/subscription-api/recurring/billing-settings/first-charges.ts';
import {
  getBulkChange,
  listBulkChanges,
  listBulkOptions,
  listBulkRows,
} from '#services/subscription-api/recurring/bulk/bulk-change.ts';
import { prepareBulkChange } from '#services/subscription-api/recurring/bulk/prepare.ts';
import { getSubscriptionContract } from '#services/subscription-api/recurring/contracts/contract.ts';
import { listSubscriptionContracts } from '#services/subscription-api/recurring/contracts/list.ts';
import { getRecurringCalendar } from '#services/subscription-api/recurring/orders/expected.ts';
import { listRecurringOrders } from '#services/subscription-api/recurring/orders/list.ts';
import { listBillingRuns } from '#services/subscription-api/recurring/orders/runs.ts';
import { getRecurringSummary } from '#services/subscription-api/recurring/orders/summary.ts';
import { windowOf } from '#services/subscription-api/recurring/orders/window.ts';
import { readNeeds } from '#services/subscription-api/recurring/roast-plan/needs.ts';
import { listPassedOver } from '#services/subscription-api/recurring/rotation/passed-over.ts';
import { approveVendor } from '#services/subscription-api/shop/vendor.ts';
import {
  roastAndRitual as shop,
  startServiceInTest,
} from '#services/subscription-api/testing/service-in-test.ts';
import { fillMirror, imported } from './billing/grown-mirror.ts';
import { medianOf } from './median.ts';
import { type Figure, report } from './table.ts';

// How long the screens of recurring orders take to read from a shop with very many contracts. See README.md.

const runs = 3;
const grown = [
  { kind: 'PostgreSQL', contracts: 100_000 },
  { kind: 'PGlite', contracts: 20_000 },
] as const;

async function timeOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const start = performance.now();
    await read();
    // The first run fills caches and isn't counted.
    if (run > 0) times.push(performance.now() - start);
  }
  return medianOf(times);
}

for (const { kind, contracts } of grown) {
  const service = await startServiceInTest(kind);
  try {
    const context = service.contextOf(shop);
    const { database } = context;
    // Shopify is asked only once there is a token.
    await approveVendor(database, { shop, status: 'active', simpleSubscription: true });
    await service.call(shop, 'GET', '/requested-scope');
    const now = context.now();
    const { products } = z
      .object({
        products: z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })) }),
      })
      .parse(await service.admin(shop, '{ products(first: 6) { nodes { id title } } }'));
    const coffees = products.nodes.map(({ id, title }) => ({ id: originalIdOf(id), title }));
    await fillMirror(database, { shop, now, contracts, coffees });
    const schedule = { timeZone: 'America/Los_Angeles', hour: 10 };
    const today = dayIn(schedule.timeZone, now);
    const first = await listRecurringOrders(context, { first: 250 });
    const after = first.pageInfo.endCursor ?? '';
    const subscribers = (query: Parameters<typeof listSubscriptionContracts>[1]) => () =>
      listSubscriptionContracts(context, query);
    const {
      pageInfo,
      plans,
      contracts: [contract],
    } = await listSubscriptionContracts(context, { first: 250 });
    const list = (query: Parameters<typeof listRecurringOrders>[1]) => () =>
      listRecurringOrders(context, query);
    // Notes half as many subscriptions as may be changed at once, so it writes, and has no goal of a read.
    const prepare = () =>
      prepareBulkChange(context, { change: { change: 'resume' }, filter: { status: 'PAUSED' } });
    const change = await prepare();
    const screens: Record<string, () => Promise<unknown>> = {
      'list, first page': list({}),
      'list, next page': list({ after }),
      'list, a day': list({ day: today }),
      'list, a day’s failures': list({ day: addDays(today, -3), outcome: 'failed' }),
      'list, charging': list({ outcome: 'charging' }),
      'list, charged': list({ outcome: 'charged' }),
      'list, upcoming': list({ outcome: 'upcoming' }),
      'list, failed': list({ outcome: 'failed' }),
      'list, to decide': list({ outcome: 'to decide' }),
      'list, by class': list({ failureClass: 'later' }),
      'list, a customer': list({ query: 'c4ca4238' }),
      'list, a product': list({ query: 'Coffee 12' }),
      'list, an order': list({ query: '#31007' }),
      'list, nothing found': list({ query: 'nowhere' }),
      'CSV, a page': list({ first: 100, after }),
      days: () => listBillingRuns(context, {}),
      calendar: () => getRecurringCalendar(context),
      'Home’s summary': () => getRecurringSummary(context),
      'what is charged first': () => getFirstCharges(context),
      'subscribers, first page': subscribers({}),
      'subscribers, next page': subscribers({ after: pageInfo.endCursor ?? '' }),
      'subscribers, newest': subscribers({ sortKey: 'CREATED_AT', reverse: true }),
      'subscribers, paused': subscribers({ status: 'PAUSED' }),
      'subscribers, none of a status': subscribers({ status: 'EXPIRED' }),
      'subscribers, a plan': subscribers({ plan: plans[0] }),
      'subscribers, in trouble': subscribers({ payment: 'trouble' }),
      'subscribers, within 7 days': subscribers({ next: '7 days' }),
      'subscribers, canceled for a reason': subscribers({ canceled: 'taste' }),
      'subscribers, of a customer': subscribers({ customer: '4711' }),
      'subscribers, of an order': subscribers({ order: '4711-3' }),
      'subscribers, a customer': subscribers({ query: 'c4ca4238' }),
      'subscribers, a product': subscribers({ query: 'Coffee 12' }),
      'subscribers, of a product': subscribers({ product: coffees[0]?.id }),
      'subscribers, a word of all': subscribers({ query: 'Coffee' }),
      'subscribers, nothing found': subscribers({ query: 'nowhere' }),
      'a subscriber': () => getSubscriptionContract(context, contract?.id ?? ''),
      'changes of many, choices': () => listBulkOptions(context),
      'changes of many, list': () => listBulkChanges(context, {}),
      'a change of many': () => getBulkChange(context, change.id),
      'a change of many, a page': () => listBulkRows(context, change.id, { first: 250 }),
      'an import, a page of its lines': () => listBulkRows(context, imported, { first: 250 }),
      'an import, lines left out': () => listBulkRows(context, imported, { show: 'left out' }),
      'passed over': () => listPassedOver(context, '1', {}),
      'products that rotate': () => findRotatedProducts(database, shop),
      'a rotation': () => findRotation(context, '1'),
      scales: () => listScales(database, shop),
    };
    const figures: Figure[] = [];
    for (const [name, read] of Object.entries(screens)) {
      figures.push({ name, measured: await timeOf(read), unit: 'ms', goal: { atMost: 50 } });
    }
    figures.push({
      name: `a change of many, prepared for ${(contracts / 20).toLocaleString('en-US')}`,
      measured: await timeOf(prepare),
      unit: 'ms',
    });
    const window = await windowOf(context);
    figures.push({
      name: 'roast plan',
      measured: await timeOf(() => readNeeds(context, window)),
      unit: 'ms',
      goal: { atMost: 200 },
    });
    const due = { shop, now, schedule };
    const jobs: Record<string, () => Promise<unknown>> = {
      'what is due': () => listDueCycles(database, { ...due, most: 200 }),
      'what is due next': () => findNextLook(database, due),
    };
    for (const [name, read] of Object.entries(jobs)) {
      figures.push({ name, measured: await timeOf(read), unit: 'ms', goal: { atMost: 20 } });
    }
    report(
      `${contracts.toLocaleString('en-US')} contracts on ${kind}; median of ${runs} reads`,
      figures,
    );
  } finally {
    await service.close();
  }
}
