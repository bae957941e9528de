import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';
import { asc, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { isoIn } from '#contract/calendar.ts';
import { apiPrefix } from '#contract/endpoints.ts';
import { rotationPrices } from '#contract/rotation-texts.ts';
import { readEnvironment } from '#process/environment.ts';
import { createLogger } from '#process/logger.ts';
import { platformInProcess } from '#services/local-platform/testing.ts';
import { assembleSubscriptionApi } from '../../assembly.ts';
import { keepRotation } from '../../fulfilling/rotation/store.ts';
import { jobHandlersOf } from '../../job-handlers.ts';
import { AddressRefusedError, type Mail } from '../../mail/mail.ts';
import { localAddressOf } from '../../platform/local-platform-fetch.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { decideCycle } from '../../recurring/billing/decide-cycle.ts';
import { decisionsFor } from '../../recurring/billing/decisions.ts';
import { listContractAttempts, uninstalledReason } from '../../recurring/billing/store.ts';
import { changeBilling } from '../../recurring/billing-settings/change-billing.ts';
import { getFirstCharges } from '../../recurring/billing-settings/first-charges.ts';
import { findSettings, stateOf } from '../../recurring/billing-settings/settings.ts';
import { contractTag, findKeptContract } from '../../recurring/contracts/contract.ts';
import { setPlace } from '../../recurring/contracts/place.ts';
import { inLine } from '../../recurring/rotation/order.ts';
import { listRotatingLines } from '../../recurring/rotation/places.ts';
import { ServiceError } from '../../service-error.ts';
import { approveVendor } from '../../shop/vendor.ts';
import { shopContextOf } from '../../shop-context.ts';
import {
  billingSettingsTable,
  cycleBillingTable,
  orderImportTable,
  sellingPlanGroupSettingsTable,
} from '../../store/schema.ts';
import { ageLeases } from '../age-leases.ts';
import { betweenTriesOf } from './between-tries.ts';
import { bulkOf } from './bulk.ts';
import { Chance } from './chance.ts';
import { extrasOf } from './extras.ts';
import { type FaultKind, faultsOf } from './faults.ts';
import { importsOf } from './imports.ts';
import { InterruptedError, Interruptions } from './interruptions.ts';
import { type Judgement, judge, type Witness } from './judge.ts';
import { emailOf, homes, parcelsOf, phoneOf, storeOfCustomer } from './notices.ts';
import { pageChangesOf } from './page-changes.ts';
import { paymentsOf } from './payments.ts';
import { planOf, type Usage, usagePlans } from './plans.ts';
import { refusedAddressesOf } from './refused-addresses.ts';
import type { ReminderDeeds } from './reminders.ts';
import { renamesOf } from './renames.ts';
import { roastDaysOf } from './roast-days.ts';
import { scalesOf } from './scales.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import { type SimulatedJob, SimulatedJobs } from './simulated-jobs.ts';
import { storesOf } from './stores.ts';
import { unsubscribingOf } from './unsubscribing.ts';
import type { Happenings, Opened, Period, World } from './world.ts';

export type YearResult = Judgement & {
  seed: number;
  /** A hash of everything that was done and of its results. The same seed gives the same one. */
  hash: string;
  faults: Record<FaultKind, number>;
};

const day = 86_400_000;
const changedSchema = z.object({
  data: z.object({ change: z.object({ userErrors: z.array(z.unknown()).length(0) }) }),
});
const movedSchema = z.object({
  data: z.object({
    change: z.object({ billingCycle: z.object({ cycleIndex: z.number() }) }),
  }),
});
const asksFor = z.object({
  variables: z.object({ id: z.string().transform((id) => Number(id.split('/').at(-1))) }),
});

/** Run only on every fourth night, because 20 contracts had twice the statements when these ran every night. The comparison looks back six days. */
const nightly: readonly string[] = ['compare-cycles', 'mail-morning', 'remind-customers'];
/** A living worker's lease is free after fewer waits. */
const mostTurns = 40;
/** A folder in memory, on Linux. */
const memory = '/dev/shm';
const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Australia/Sydney'] as const;
/** One or two codes of each class. */
const declines = [
  ...['EXPIRED_CARD', 'INSUFFICIENT_FUNDS', 'CARD_DECLINED', 'AUTHENTICATION_ERROR'],
  ...['INSUFFICIENT_INVENTORY', 'MERCHANT_ACCOUNT_ERROR', 'AMOUNT_TOO_LARGE'],
  ...['INVOICE_ALREADY_PAID', 'UNEXPECTED_ERROR'],
];

/**
 * Simulates a year (or so many days) of subscriptions with everything that goes wrong in it, all decided by the seed, and judges what the platform
 * has in the end.
 */
export async function liveYear(
  simulated: SimulatedDatabase,
  { seed, contracts, days }: { seed: number; contracts: number; days: number },
): Promise<YearResult> {
  const chance = new Chance(seed);
  // Every second seed has a 29 February, and all have both clock changes.
  const startsAt = new Date(Date.UTC(2026 + (seed % 2), chance.whole(2, 11), chance.whole(1, 28)));
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'simulation-'));
  const faults = faultsOf();
  const journal = createHash('sha256');
  const interruptions = new Interruptions();
  const { database, engine } = simulated;
  await simulated.empty();
  let isDown = false;
  /** The number of webhooks received, by shop. */
  const webhooks = new Map<string, number>();
  const environment = readEnvironment({
    DATA_DIR: folder,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    SHOPIFY_API_KEY: 'api-key',
    SHOPIFY_API_SECRET: 'api-secret',
    LOCAL_PLATFORM_URL: 'http://localhost',
    LOCAL_ADMIN_URL: 'https://admin.localhost:4443',
  });
  const platform = platformInProcess({
    dataDirectory: folder,
    apiKey: 'api-key',
    apiSecret: 'api-secret',
    startsAt,
    moreStores: 1,
    async callApp(request) {
      if (isDown) return new Response(null, { status: 503 });
      const told = request.headers.get('X-Shopify-Shop-Domain') ?? '';
      webhooks.set(told, (webhooks.get(told) ?? 0) + 1);
      const { pathname } = new URL(request.url);
      const body = await request.text();
      return await interruptions.immortal(
        async () =>
          await api.request(
            new Request(`http://app${apiPrefix}${pathname}`, {
              method: request.method,
              headers: request.headers,
              body,
            }),
          ),
      );
    },
  });
  setAbstractFetchFunc(async (input: string | URL | Request, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    const { body } = init ?? {};
    let answer: Response;
    try {
      answer = await interruptions.call('platform', () =>
        platform.fetch(new Request(localAddressOf('http://localhost', address), init)),
      );
    } finally {
      bulk?.look();
      if (typeof body === 'string' && body.includes('ActivateContract'))
        activated(asksFor.parse(JSON.parse(body)).variables.id);
      // The lease of a line whose answer is lost isn't given back.
      if (typeof body === 'string' && body.includes('ImportContract'))
        interruptions.hasInterrupted = true;
      if (typeof body === 'string' && body.includes('ChargeCycle'))
        payments?.ask(new URL(address).host, body);
      stores?.call(new URL(address).host, String(body));
    }
    await bulk?.stop();
    if (editsWhileCharged.length > 0 && typeof body === 'string' && body.includes('CycleToCharge'))
      await editsWhileCharged.shift()?.(asksFor.parse(JSON.parse(body)).variables.id);
    return answer;
  });
  let bulk: ReturnType<typeof bulkOf> | undefined;
  let payments: ReturnType<typeof paymentsOf> | undefined;
  let stores: ReturnType<typeof storesOf> | undefined;
  let refusedAddresses: ReturnType<typeof refusedAddressesOf> | undefined;
  let activated = (_contractId: number): void => {};
  /** How many of the next jobs that change many subscriptions die. */
  let deathsOfMany = 0;
  /** Changes that others make to a contract between the engine's reading of it and its charge. */
  const editsWhileCharged: Array<(id: number) => Promise<void>> = [];
  const { clock } = platform.control;
  const now = () => clock.now();
  const jobs = new SimulatedJobs(interruptions, now);
  simulated.obey(interruptions, jobs);
  const { api, dependencies } = assembleSubscriptionApi({
    environment,
    database,
    engine,
    logger: createLogger({ level: 'silent', service: 'simulation' }),
    now,
    machineNow: () => new Date(),
  });
  dependencies.jobs = jobs;
  const mails: Witness['mails'] = [];
  let failingMails = 0;
  let mailsInterrupted = 0;
  dependencies.mail = mailThat(async ({ id = '', to, subject, text }) => {
    await interruptions.call('mail', async () => {
      if (failingMails > 0) {
        failingMails -= 1;
        throw new ServiceError('unavailable', { message: 'The mail server is away.' });
      }
      const store = storeOfCustomer(to);
      if (store !== null && refusedAddresses?.refuses(platform.shops[store] ?? '')) {
        throw new AddressRefusedError('conflict', { message: 'The mail server refuses it.' });
      }
      mails.push({ id, to, subject, text, at: now() });
    });
  });
  const reminded: Array<ReminderDeeds['runs'][number]> = [];
  const texts: Witness['texts'] = [];
  let lostTexts = 0;
  dependencies.texts = {
    send: async ({ to }) =>
      await interruptions.call('mail', async () => {
        texts.push({ to, at: now() });
        if (lostTexts === 0) return;
        lostTexts -= 1;
        throw new ServiceError('outcome unknown', { message: 'The provider did not answer.' });
      }),
  };
  // A dead worker's lease gets free only when the simulated clock moves, so waiting for it in real time is useless.
  let turns = 0;
  dependencies.wait = async () => {
    turns += 1;
    if (turns > mostTurns) throw new InterruptedError("The lease is a dead worker's.");
    await setImmediate();
  };
  const note = (text: string): void => void journal.update(`${now().toISOString()} ${text}\n`);
  const fault = (kind: FaultKind, about = ''): void => {
    faults[kind] += 1;
    note(`${kind} ${about}`);
  };
  const slips = new Set<string>();
  const fates: Array<'dies' | 'twice' | 'apart'> = [];

  async function carryOut(job: SimulatedJob): Promise<void> {
    turns = 0;
    if (job.key !== undefined && nightly.includes(job.queue) && chance.is(0.75)) {
      jobs.end(job);
      return;
    }
    const isMany = job.queue === 'change-many';
    const isCharge = job.queue === 'charge-due' || isMany;
    const next = fates.findIndex((one) => isCharge || one === 'dies');
    const isInterrupted = isMany && deathsOfMany > 0;
    const [fate] = isInterrupted ? ['dies'] : next === -1 ? [] : fates.splice(next, 1);
    if (isInterrupted) deathsOfMany -= 1;
    bulk?.work(isMany ? job.shop : null);
    const offset = fate === 'apart' ? chance.oneOf([-60_000, 60_000]) : 0;
    const handlers = jobHandlersOf(
      { ...dependencies, now: () => new Date(now().getTime() + offset) },
      engine,
    );
    const run = async (): Promise<void> => {
      const signal = new AbortController().signal;
      await job.carryOut(handlers, signal);
    };
    const death = { calls: 0, afterExecution: chance.is(0.5), isDead: false };
    if (offset !== 0) fault('clocks apart', String(offset));
    let outcome = 'done';
    try {
      if (fate === 'dies') {
        death.calls = chance.whole(1, isMany ? 60 : 25);
        await interruptions.mortal(death, run);
      } else if (fate === 'twice') {
        fault('two workers');
        const both = await Promise.allSettled([
          interruptions.immortal(run),
          interruptions.immortal(run),
        ]);
        for (const one of both) if (one.status === 'rejected') throw one.reason;
      } else await interruptions.immortal(run);
    } catch (error) {
      outcome = 'failed';
      if (!isExpected(error)) slips.add(`${job.queue} failed: ${inspect(error)}`);
      if (!death.isDead) fault('job failed', job.queue);
    }
    bulk?.work(null);
    if (death.isDead) fault(isMany ? 'bulk: interrupted' : 'worker died', job.queue);
    if (death.isDead && job.queue.startsWith('mail')) mailsInterrupted += 1;
    note(`${job.queue} ${job.shop} ${outcome}`);
    const isWhole = outcome === 'done' && !death.isDead;
    if (isWhole && job.queue === 'remind-customers' && job.shop !== null) {
      reminded.push({ shop: job.shop, at: now() });
    }
    interruptions.failingQueries = 0;
    if (isWhole) jobs.end(job);
    else jobs.fail(job, death.isDead);
  }

  let leasesAt = startsAt.getTime();
  /** Living workers give their leases back. Only after an interruption may one be left over to age. */
  let leftOverUntil = 0;
  clock.follow({
    nextDue: async () => (isDown ? null : jobs.nextDue()),
    async timeIs(at) {
      if (isDown) return;
      for (;;) {
        const due = jobs.due();
        if (due.length === 0) return;
        const passed = at.getTime() - leasesAt;
        if (interruptions.hasInterrupted) leftOverUntil = at.getTime() + day;
        interruptions.hasInterrupted = false;
        if (passed > 0 && at.getTime() <= leftOverUntil) await ageLeases(database, passed / 1000);
        leasesAt = at.getTime();
        await carryOut(chance.oneOf(due));
      }
    },
  });

  try {
    const shops = platform.shops.slice(0, zones.length);
    const stops: Period[] = [];
    const pauses: Period[] = [];
    const downs: Period[] = [];
    const lost: Period[] = [];
    const usage: Map<number, Usage> = new Map();
    const decisions: Map<string, { decision: string; at: Date; firstAt: Date }> = new Map();
    const decide = (order: string, decision: string, at = now()): void =>
      void decisions.set(order, { decision, at, firstAt: decisions.get(order)?.firstAt ?? at });
    const cards: Array<Witness['cards'][number]> = [];
    const moves: Array<Witness['moves'][number]> = [];
    let webhooksLostUntil = 0;
    const touches: Array<Witness['touches'][number]> = [];
    const touch = (contractId: number, isHeard = now().getTime() >= webhooksLostUntil): void =>
      void touches.push({ contractId, at: now(), isHeard });
    const prices: Array<Witness['prices'][number]> = [];
    const contextOf = (shop: string) => shopContextOf(dependencies, shop);
    const orders: Array<Witness['rotations']['orders'][number]> = [];
    const archived: Period[] = [];
    const places: Array<Witness['rotations']['places'][number]> = [];
    const rotationPrice = chance.oneOf(rotationPrices);
    if (rotationPrice === 'product') fault('coffees at their own price');
    /** Gives the product that all of a shop's subscriptions sell a rotation. */
    async function orderCoffees(shop: string) {
      const { variants, products } = tablesOf(shop);
      const sold = variants.all()[0];
      const coffees = products
        .all()
        .filter(
          ({ id, status, tags }) =>
            id !== sold?.productId &&
            status === 'ACTIVE' &&
            !tags.includes('rotating') &&
            variants.all().some((one) => one.productId === id && one.title === sold?.title),
        )
        .slice(0, 6)
        .map(({ id }) => id);
      const rotating = { shop, product: sold?.productId ?? 0, coffees };
      await saveOrder(rotating.product, shop, coffees.slice(0, 4));
      return rotating;
    }
    async function saveOrder(product: number, shop: string, coffees: readonly number[]) {
      const order = { products: coffees.map(String), version: undefined, price: rotationPrice };
      const before = orders.findLast((one) => one.shop === shop)?.coffees;
      if (String(before) === String(coffees)) return;
      await keepRotation(contextOf(shop), String(product), order);
      orders.push({ shop, product, coffees, at: now() });
    }
    /** Opens the app, and once more where the platform failed. */
    async function openApp(shop: string, tries = 3): Promise<void> {
      const token = await platform.sessionToken(shop);
      const answer = await api.request(`${apiPrefix}/requested-scope`, {
        headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
      });
      if (answer.status === 502 && tries > 1) return await openApp(shop, tries - 1);
      if (answer.status !== 200)
        throw new Error(`${shop}: ${answer.status} ${await answer.text()}`);
    }
    const tablesOf = (shop: string) => platform.storeOf(shop).tables;
    const customer = shops.flatMap((shop) => tablesOf(shop).customers.all())[0];
    const selling = shops.flatMap((shop) => tablesOf(shop).groups.all());
    for (const [index, shop] of shops.entries()) {
      const store = platform.storeOf(shop);
      store.transact((transaction) => {
        transaction.updateShop({ timezone: zones[index] ?? 'UTC' });
        // Only the established store has customers and sells by subscription, so the others get copies.
        if (store.tables.customers.size === 0 && customer !== undefined) {
          transaction.put('customers', { ...customer, id: transaction.newId() });
          for (const group of selling) transaction.put('groups', group);
        }
      });
      store.transact((transaction) => {
        const [own] = store.tables.customers.all();
        const home = homes[index];
        if (own === undefined || home === undefined) return;
        const address = { ...own.address, countryCode: home.countryCode };
        const reached = { email: emailOf(index), phone: phoneOf(index) };
        transaction.put('customers', { ...own, ...reached, address });
      });
      stock(shop, 1_000_000);
      platform.control.install(shop);
      await approveVendor(database, { shop, status: 'active', simpleSubscription: true });
      await openApp(shop);
      await database.insert(billingSettingsTable).values({ shop, wentLiveAt: startsAt });
      // The first store's orders were never read, so its time zone comes with its first sweep.
      if (index > 0) {
        const timeZone = zones[index];
        await database.insert(orderImportTable).values({ shop, timeZone });
      }
      await database.insert(sellingPlanGroupSettingsTable).values({
        shop,
        groupId: '1',
        isDynamic: true,
        dynamicSellingPlanName: 'Whenever it runs out',
        firstOrderDiscountCycles: 0,
        recurringDiscount: 0,
        plans: [{ id: `gid://shopify/SellingPlan/${usagePlans['usage-based']}` }],
      });
      await jobs.send(database, 'sweep-contracts', { shop });
    }

    const rotated = await orderCoffees(shops[0] ?? '');

    const opened: Opened[] = [];
    const soldOut = new Set<string>();
    const open = (): void => {
      const withStock = shops.filter((shop) => !soldOut.has(shop));
      if (withStock.length === 0) return;
      const shop = chance.oneOf(withStock);
      const { plan, kinds } = planOf(platform.planEvery, chance);
      const contract = platform.control.subscribe(shop, now(), { plan });
      opened.push({ shop, ...contract });
      for (const kind of kinds) fault(kind);
      if (kinds.includes('usage-based')) usage.set(contract.contractId, 'usage-based');
      if (kinds.includes('usage unknown')) usage.set(contract.contractId, 'usage unknown');
    };
    const later: Array<{ at: number; run: () => Promise<void> | void }> = [];
    const afterDays = (count: number, run: () => Promise<void> | void): void =>
      void later.push({ at: now().getTime() + count * day, run });
    const gid = (id: number) => `gid://shopify/SubscriptionContract/${id}`;
    async function mutate({ shop, contractId }: Opened, change: string): Promise<void> {
      const query = `mutation ($id: ID!) { subscriptionContract${change}(subscriptionContractId: $id) { userErrors { message } } }`;
      await platform.graphql(shop, query, { id: gid(contractId) });
    }
    /** Runs a mutation, and tells whether the platform did it. */
    async function change(shop: string, field: string, args: string): Promise<boolean> {
      const answer = await platform.graphql(
        shop,
        `mutation { change: ${field}(${args}) { userErrors { message } } }`,
        {},
      );
      return changedSchema.safeParse(answer).success;
    }
    function end(contractId: number): void {
      touch(contractId);
      pauses.push({ of: String(contractId), from: now(), to: null });
      open();
    }
    async function pauseFor(contract: Opened, pausedDays: number): Promise<void> {
      if (!isActive(contract)) return;
      const period: Period = { of: String(contract.contractId), from: now(), to: null };
      await mutate(contract, 'Pause');
      pauses.push(period);
      touch(contract.contractId);
      fault('pause', period.of);
      afterDays(pausedDays, async () => {
        await mutate(contract, 'Activate');
        if (isActive(contract)) goOn(contract.contractId);
        period.to ??= now();
        fault('resume', period.of);
      });
    }
    function goOn(contractId: number): void {
      touch(contractId);
      for (const period of pauses) {
        if (period.of === String(contractId)) period.to ??= now();
      }
    }
    activated = (contractId) => {
      if (opened.some((one) => one.contractId === contractId && isActive(one))) goOn(contractId);
    };
    async function changePrice({ shop, contractId }: Opened, isInCharge = false): Promise<void> {
      const line = tablesOf(shop).contracts.get(contractId)?.lines[0];
      const price = `${chance.whole(10, 40)}.37`;
      const args = `subscriptionContractId: "${gid(contractId)}", lineId: "gid://shopify/SubscriptionLine/${line?.id}", input: { currentPrice: "${price}" }`;
      if (!(await change(shop, 'subscriptionContractProductChange', args))) return;
      prices.push({ contractId, at: now(), price, isInCharge });
      fault('price changed', String(contractId));
    }
    async function skip({ shop, contractId }: Opened, date: Date): Promise<void> {
      const cycle = `{ contractId: "${gid(contractId)}", selector: { date: "${date.toISOString()}" } }`;
      if (!(await change(shop, 'subscriptionBillingCycleSkip', `billingCycleInput: ${cycle}`)))
        return;
      touch(contractId);
      fault('skip', date.toISOString());
    }
    const isActive = ({ shop, contractId }: Opened) =>
      platform.storeOf(shop).tables.contracts.get(contractId)?.status === 'ACTIVE';

    let frozen: string | null = null;
    let hasBackup = false;
    let callsOfFrozen = 0;
    const answers = {
      'answer lost': { kind: 'disconnect', afterExecution: true },
      'refused call': { kind: 'status', status: 502 },
      // The queue for points waits in real time.
      throttled: { kind: 'throttled', restoreRate: 100_000 },
    } as const;
    const world: World = {
      ...{ chance, database, platform, shops, opened, usage, now, contextOf, fault, note },
      ...{ afterDays, pauseFor, goOn, end, touch },
      join: (one) => void opened.push(one),
      stand: (contractId, until) =>
        void pauses.push({ of: String(contractId), from: now(), to: null, until }),
      priced(contractId, price, isBack = false) {
        const own = prices.filter((one) => one.contractId === contractId);
        const shop = opened.find((one) => one.contractId === contractId)?.shop;
        const line = shop === undefined ? null : tablesOf(shop).contracts.get(contractId)?.lines[0];
        // An imported line has none of a plan to go back to.
        const hasPlans = line?.pricing != null;
        const isPlans = isBack && hasPlans && !own.some((one) => one.price === price);
        prices.push({ contractId, at: now(), price: isPlans ? null : price, isInCharge: false });
      },
      moved: (contractId, cycleIndex) => void moves.push({ contractId, cycleIndex, at: now() }),
      decided: (contractId, cycleIndex) => decide(`${contractId}/${cycleIndex}`, 'charge'),
      interruptMany() {
        deathsOfMany += 1;
      },
      losesWebhooks: () => isDown || now().getTime() < webhooksLostUntil,
      loseWebhooks(count) {
        webhooksLostUntil = Math.max(webhooksLostUntil, now().getTime() + count * day);
      },
      hasBackup: () => hasBackup,
      openApp,
      isShut: (shop) => shop === frozen || stores?.isClosed(shop) === true,
      isSoldOut: (shop) => soldOut.has(shop),
      async ask(path, init, diesAt = Number.POSITIVE_INFINITY) {
        turns = 0;
        const death = { calls: diesAt, afterExecution: chance.is(0.5), isDead: false };
        let answer: Response | null = null;
        await interruptions.mortal(death, async () => {
          answer = await api.request(new Request(`http://app${apiPrefix}${path}`, init));
        });
        if (death.isDead) fault('worker died', path);
        return death.isDead ? null : answer;
      },
      lastMailWith: (part, store) =>
        mails.findLast(
          ({ text, to }) =>
            text.includes(part) && (store === undefined || storeOfCustomer(to) === store),
        )?.text ?? null,
    };
    const scales = await scalesOf(world);
    const betweenTries = betweenTriesOf(world);
    bulk = bulkOf(world, betweenTries.tell);
    payments = paymentsOf(world);
    stores = storesOf(world);
    refusedAddresses = refusedAddressesOf(world);
    const unsubscribing = unsubscribingOf(world);
    const pageChanges = pageChangesOf(world, betweenTries.tell);
    const parcels = parcelsOf(world);
    const extras = extrasOf(world);
    const imports = importsOf(world);
    const renames = renamesOf(world, rotated);
    const roastDays = roastDaysOf(world, renames.read);
    const happenings: Happenings = {
      ...scales.happen,
      ...bulk.happen,
      ...payments.happen,
      ...betweenTries.happen,
      ...pageChanges.happen,
      ...stores.happen,
      ...refusedAddresses.happen,
      ...unsubscribing.happen,
      ...imports.happen,
      ...renames.happen,
      ...parcels.happen,
      ...extras.happen,
      'text lost': [
        0.05,
        () => {
          lostTexts += 1;
          fault('text lost');
        },
      ],
      'answer lost': [0.25, () => call('answer lost')],
      'refused call': [0.15, () => call('refused call')],
      throttled: [0.01, () => call('throttled')],
      decline: [
        0.4,
        async () => {
          const { shop, paymentMethodId } = chance.oneOf(opened);
          const code = chance.oneOf(declines);
          const fate = {
            kind: 'declined',
            code,
            times: chance.is(0.7) ? chance.whole(1, 3) : null,
          };
          await platform.control.act(shop, 'payment-method', { paymentMethodId, fate });
          fault('decline', code);
        },
      ],
      'new card': [
        0.3,
        async () => {
          const { shop, contractId, paymentMethodId } = chance.oneOf(opened);
          const lastDigits = String(chance.whole(1000, 9999));
          const body = { paymentMethodId, lastDigits, fate: { kind: 'good' } };
          await platform.control.act(shop, 'payment-method', body);
          touch(contractId);
          cards.push({ paymentMethodId, at: now(), isHeard: !world.losesWebhooks() });
          fault('new card');
        },
      ],
      webhooks: [
        0.4,
        () => {
          const kind = chance.oneOf(['lose', 'double', 'delay'] as const);
          const times = chance.whole(1, 4);
          platform.control.addWebhookFault({ kind, times, seed: String(chance.whole(0, 1e6)) });
          const names = {
            lose: 'webhook lost',
            double: 'webhook doubled',
            delay: 'webhook late',
          } as const;
          if (kind !== 'double') webhooksLostUntil = now().getTime() + 4 * day;
          fault(names[kind]);
        },
      ],
      workers: [0.4, () => void fates.push(chance.oneOf(['dies', 'twice', 'apart'] as const))],
      'database away': [
        0.05,
        () => {
          interruptions.failingQueries = chance.whole(1, 4);
          fault('database away');
        },
      ],
      pause: [
        0.1,
        async () => {
          await pauseFor(chance.oneOf(opened), chance.whole(1, 40));
        },
      ],
      cancel: [
        0.01,
        async () => {
          const contract = chance.oneOf(opened);
          if (!isActive(contract)) return;
          await mutate(contract, 'Cancel');
          end(contract.contractId);
          fault('cancel');
        },
      ],
      skip: [
        0.12,
        async () => {
          await skip(chance.oneOf(opened), new Date(now().getTime() + chance.whole(1, 20) * day));
        },
      ],
      stop: [
        0.015,
        async () => {
          const shop = chance.oneOf(shops);
          const row = await findSettings(database, shop);
          if (stateOf(row) !== 'live') return;
          await changeBilling(contextOf(shop), 'stop', undefined);
          stops.push({ of: shop, from: now(), to: null });
          fault('billing stopped', shop);
        },
      ],
      'out of stock': [
        0.01,
        () => {
          const shop = chance.oneOf(shops);
          // A single coffee that is sold out would be back with all others.
          if (shop === rotated.shop && archived.some(({ to }) => to === null)) return;
          stock(shop, 0);
          soldOut.add(shop);
          fault('out of stock', shop);
          afterDays(chance.whole(1, 6), async () => {
            stock(shop, 1_000_000);
            soldOut.delete(shop);
          });
        },
      ],
      down: [
        0.006,
        () => {
          isDown = true;
          fault('app down');
          const period: Period = { of: 'all', from: now(), to: null };
          downs.push(period);
          afterDays(3, async () => {
            isDown = false;
            period.to = now();
          });
        },
      ],
      'price changed': [0.05, async () => await changePrice(chance.oneOf(opened))],
      'date moved': [
        0.08,
        async () => {
          const { shop, contractId } = chance.oneOf(opened);
          const inDays = (count: number) => new Date(now().getTime() + count * day).toISOString();
          const cycle = `{ contractId: "${gid(contractId)}", selector: { date: "${inDays(chance.whole(3, 20))}" } }`;
          const input = `{ reason: MERCHANT_INITIATED, billingDate: "${inDays(chance.whole(2, 22))}" }`;
          const args = `billingCycleInput: ${cycle}, input: ${input}`;
          const answer = await platform.graphql(
            shop,
            `mutation { change: subscriptionBillingCycleScheduleEdit(${args}) { billingCycle { cycleIndex } } }`,
            {},
          );
          const moved = movedSchema.safeParse(answer).data?.data.change.billingCycle;
          if (moved === undefined) return;
          world.moved(contractId, moved.cycleIndex);
          touch(contractId);
          fault('date moved', args);
        },
      ],
      'charged by others': [
        0.05,
        async () => {
          const { shop, contractId } = chance.oneOf(opened);
          await platform.control.act(shop, 'foreign-charge', { contractId });
          fault('charged by others', String(contractId));
        },
      ],
      'rotation changed': [
        0.03,
        async () => {
          const rest = [...rotated.coffees];
          const coffees = Array.from({ length: chance.whole(2, 5) }, () => {
            const one = chance.oneOf(rest);
            rest.splice(rest.indexOf(one), 1);
            return one;
          });
          await saveOrder(rotated.product, rotated.shop, coffees);
          fault('rotation changed', String(coffees));
        },
      ],
      'coffee archived': [
        0.02,
        async () => {
          const productId = chance.oneOf(rotated.coffees);
          const isArchived = archived.some(({ of, to }) => of === String(productId) && to === null);
          // One that can go out is always left.
          if (isArchived || archived.some(({ to }) => to === null)) return;
          await platform.control.act(rotated.shop, 'product', { productId, status: 'ARCHIVED' });
          const period: Period = { of: String(productId), from: now(), to: null };
          archived.push(period);
          fault('coffee archived', period.of);
          afterDays(chance.whole(3, 15), async () => {
            await platform.control.act(rotated.shop, 'product', { productId, status: 'ACTIVE' });
            period.to = now();
          });
        },
      ],
      'coffee sold out': [
        0.03,
        async () => {
          const { shop, coffees } = rotated;
          const productId = chance.oneOf(coffees);
          // One that can go out is always left.
          if (soldOut.has(shop) || archived.some(({ to }) => to === null)) return;
          const sell = async (inventoryQuantity: number) =>
            await platform.control.act(shop, 'product', { productId, inventoryQuantity });
          await sell(0);
          const period: Period = { of: String(productId), from: now(), to: null };
          archived.push(period);
          fault('coffee sold out', period.of);
          afterDays(chance.whole(3, 15), async () => {
            if (!soldOut.has(shop)) await sell(1_000_000);
            period.to ??= now();
          });
        },
      ],
      'place moved': [
        0.05,
        async () => {
          const { shop, contractId } = chance.oneOf(opened);
          const lines = await listRotatingLines(contextOf(shop), [String(contractId)]);
          const [line] = lines;
          if (line === undefined) return;
          const coffee = chance.oneOf(line.rotation.order);
          // Nothing is kept for one who has that place already.
          if (inLine(line.rotation.order, line.place)[0] === coffee) return;
          const at = now();
          try {
            const kept = await findKeptContract(contextOf(shop), String(contractId));
            const tag = kept === null ? undefined : contractTag(kept);
            const asked = { line: line.line, coffee };
            await setPlace(contextOf(shop), String(contractId), asked, tag);
          } catch (error) {
            // A dead worker still has the contract.
            if (!(error instanceof ServiceError)) throw error;
            return;
          }
          places.push({ contractId, coffee: Number(coffee), at });
          touch(contractId);
          fault('place moved', `${contractId} ${coffee}`);
        },
      ],
      'edited while charged': [
        0.08,
        () => {
          const kinds = ['pause', 'skip', 'price', 'both'] as const;
          const kind = chance.oneOf(kinds);
          editsWhileCharged.push(async (contractId) => {
            const contract = opened.find((one) => one.contractId === contractId);
            if (contract === undefined || !isActive(contract)) return;
            fault('edited while charged', kind);
            if (kind === 'price' || kind === 'both') await changePrice(contract, true);
            if (kind === 'skip' || kind === 'both') await skip(contract, now());
            if (kind === 'pause') await pauseFor(contract, chance.whole(1, 10));
          });
        },
      ],
      frozen: [
        0.008,
        () => {
          if (frozen !== null) return;
          const shop = chance.oneOf(shops);
          if (world.isShut(shop)) return;
          frozen = shop;
          platform.control.startScenario('platform-shop-frozen', { shop });
          const period: Period = { of: shop, from: now(), to: null };
          downs.push(period);
          fault('store frozen', shop);
          const told = () => webhooks.get(shop) ?? 0;
          const toldBefore = told();
          // By then a nightly sweep has noticed.
          const known = 2;
          afterDays(known, async () => platform.control.clearRequests());
          const frozenDays = chance.whole(3, 8);
          afterDays(frozenDays, async () => {
            platform.control.endScenarios();
            frozen = null;
            period.to = now();
            // A probe a day and the address for a mail, and two to spare for a restored backup; per webhook a read of the contract and the hour's sweep;
            // three per stop of billing by the merchant.
            const stopped = stops.filter(({ of, from }) => of === shop && from >= period.from);
            const allowed =
              2 * (frozenDays - known) + 2 + 2 * (told() - toldBefore) + 3 * stopped.length;
            const calls = platform.control.requests(shop).length;
            callsOfFrozen += Math.max(0, calls - allowed);
          });
        },
      ],
      'backup restored': [
        0.01,
        async () => {
          // Tokens of before a return would be over.
          if (hasBackup || shops.some(world.isShut)) return;
          hasBackup = true;
          const from = now();
          const restoreJobs = jobs.keep();
          await simulated.keep();
          const keptLeasesAt = leasesAt;
          // Some hours later, when the next day begins.
          afterDays(0, async () => {
            hasBackup = false;
            await simulated.restore();
            restoreJobs();
            leasesAt = keptLeasesAt;
            interruptions.hasInterrupted = true;
            for (const shop of shops) dependencies.forgetSessions(shop);
            lost.push({ of: 'all', from, to: now() });
            fault('backup restored', from.toISOString());
            for (const [order, { at }] of decisions) if (at > from) decide(order, 'lost', at);
            await stopAsRestored();
          });
        },
      ],
      decision: [
        0.3,
        async () => {
          const rows = await database
            .select()
            .from(cycleBillingTable)
            .where(inArray(cycleBillingTable.state, ['listed', 'open']))
            .orderBy(asc(cycleBillingTable.contractId), asc(cycleBillingTable.cycleIndex));
          if (rows.length === 0) return;
          const row = chance.oneOf(rows);
          const { shop, contractId: contract, cycleIndex: cycle } = row;
          const attempts = await listContractAttempts(database, { shop, contract });
          const last = attempts.findLast(({ cycleIndex }) => cycleIndex === cycle);
          const failureClass = last?.state === 'failed' ? (last.failureClass ?? 'unknown') : null;
          const allowed = decisionsFor({ ...row, failureClass });
          if (allowed.length === 0 || world.isShut(shop)) return;
          const decision = chance.oneOf(allowed);
          const at = now();
          const refusal = await decideCycle(contextOf(shop), { contract, cycle }, decision);
          note(`${contract}/${cycle} ${decision}: ${refusal}`);
          if (refusal !== null) return;
          decide(`${contract}/${cycle}`, decision, at);
          fault(`decided: ${decision}`);
        },
      ],
      'mail server away': [
        0.01,
        () => {
          failingMails = chance.whole(1, 5);
          fault('mail server away');
        },
      ],
    };
    /** Corrects the recorded stops, because a restored database may not know a stop or its end. */
    async function stopAsRestored(): Promise<void> {
      for (const { shop, stoppedAt } of await database.select().from(billingSettingsTable)) {
        const last = stops.findLast(({ of }) => of === shop);
        if (stoppedAt === null) {
          if (last?.to === null) last.to = now();
        } else if (last?.to != null && stoppedAt <= last.to) {
          stops.push({ of: shop, from: now(), to: null });
        }
      }
    }
    function call(kind: keyof typeof answers): void {
      const operation = chance.oneOf(['ChargeCycle', 'CycleToCharge', '']);
      platform.control.addFault({ ...answers[kind], ...(operation !== '' && { operation }) });
      fault(kind, operation);
    }
    function stock(shop: string, inventoryQuantity: number): void {
      const store = platform.storeOf(shop);
      store.transact((transaction) => {
        for (const variant of store.tables.variants.all()) {
          transaction.put('variants', { ...variant, inventoryQuantity });
        }
      });
    }
    /** Starts stopped billing again after a while, whoever stopped it. */
    async function startAgain(): Promise<void> {
      for (const { shop, stoppedAt, stoppedBecause } of await database
        .select()
        .from(billingSettingsTable)) {
        if (stoppedAt === null || world.isShut(shop) || !chance.is(0.3)) continue;
        const context = contextOf(shop);
        try {
          await changeBilling(context, 'start', (await getFirstCharges(context)).tag);
        } catch (error) {
          // The merchant tries again tomorrow, for example once a thawed store's subscriptions were read.
          const mayPass = error instanceof ServiceError && error.kind === 'conflict';
          if (!mayPass && !(error instanceof PlatformError)) throw error;
          continue;
        }
        const stop = stops.find(({ of, to }) => of === shop && to === null);
        const isFault = stoppedBecause !== uninstalledReason;
        if (stop === undefined) stops.push({ of: shop, from: stoppedAt, to: now(), isFault });
        else stop.to = now();
        fault('billing started', shop);
      }
    }

    const last = startsAt.getTime() + days * day;
    // In its last days nothing new happens, so that everything can come to an end, also after a store was frozen for eight days.
    const quiet = last - 16 * day;
    for (let today = startsAt.getTime(); today < last; today += day) {
      await clock.moveTo(new Date(Math.max(today + 5 * 60_000, now().getTime())));
      for (const due of later.filter(({ at }) => at <= now().getTime())) {
        later.splice(later.indexOf(due), 1);
        await due.run();
      }
      for (const zone of zones) if (changesClocks(zone, now())) fault('clocks changed', zone);
      if (now().toISOString().slice(5, 10) === '02-29') fault('29 February');
      // It lasts for ten minutes of the machine's time, which are many days here.
      dependencies.caches.offered.clear();
      await jobs.send(database, 'begin-sweeps', {});
      if (!isDown) await startAgain();
      while (opened.length < contracts && chance.is(0.9)) open();
      const nth = Math.round((today - startsAt.getTime()) / day);
      if (!isDown) await roastDays.read(shops[nth % shops.length] ?? '');
      if (today < quiet && opened.length > 0 && !isDown) {
        // Some five happen a day: in any order, and at any hour.
        for (const [perDay, happen] of chance.shuffled(Object.values(happenings))) {
          if (isDown || !chance.is(perDay)) continue;
          await clock.moveTo(new Date(now().getTime() + chance.whole(0, day / 6)));
          await happen();
        }
      }
    }
    platform.control.clearFaults();
    await clock.moveTo(new Date(last));
    const periods = { stops, pauses, downs: [...downs, ...stores.deeds.closed], lost };
    const rotations = { orders, archived, places, price: rotationPrice };
    const deeds = {
      rotations,
      scales: scales.deeds,
      extras: extras.deeds,
      bulk: bulk.deeds,
      roastDays: roastDays.deeds,
      touches,
      parcels: parcels.deeds,
      payments: payments.deeds,
      betweenTries: betweenTries.deeds,
      pageChanges: pageChanges.deeds,
      stores: stores.deeds,
      refusedAddresses: refusedAddresses.deeds,
      reminders: { runs: reminded },
      unsubscribing: unsubscribing.deeds,
      imports: imports.deeds,
      renames: renames.deeds,
      texts,
      domain: dependencies.senderDomain,
      zoneOf: (to: string) => homes[storeOfCustomer(to) ?? -1]?.zone ?? null,
      usage,
      decisions,
      cards,
      moves,
      prices,
      callsOfFrozen,
      mails,
      mailsInterrupted,
    };
    const judgement = await judge({ database, platform, shops, now: now(), ...periods, ...deeds });
    journal.update(judgement.ledger.join('\n'));
    const wrong = [...slips, ...judgement.wrong];
    return { ...judgement, wrong, seed, hash: journal.digest('hex'), faults };
  } finally {
    platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a job may fail so: it was interrupted, or the platform or a provider refused. All else is a slip of ours. */
function isExpected(error: unknown): boolean {
  if (error instanceof InterruptedError || error instanceof ServiceError) return true;
  return error instanceof Error && error.cause !== undefined && isExpected(error.cause);
}

/** A mail server without a limit of test mails. */
const mailThat = (send: Mail['send']): Mail => ({
  send,
  countTest: () => Promise.resolve(0),
  uncountTest: () => Promise.resolve(),
});

/** Whether the zone's clocks change within the next day. */
function changesClocks(zone: string, at: Date): boolean {
  const hourOf = (time: Date) => isoIn(zone, time).slice(11, 13);
  return hourOf(at) !== hourOf(new Date(at.getTime() + day));
}
