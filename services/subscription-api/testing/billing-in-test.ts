import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { CycleOutcome } from '../recurring/billing/charge-cycle.ts';
import { chargeDue } from '../recurring/billing/charge-due.ts';
import { findNextLook } from '../recurring/billing/due-cycles.ts';
import { refreshContract } from '../recurring/mirror/refresh.ts';
import type { ShopContext } from '../shop-context.ts';
import {
  billingAttemptTable,
  contractMirrorTable,
  cycleBillingTable as cycles,
} from '../store/schema.ts';
import { type ServiceInTest, roastAndRitual as shop } from './service-in-test.ts';

const schedule = { timeZone: 'America/Los_Angeles', hour: 10 };

const groupSchema = z.object({
  sellingPlanGroupCreate: z.object({
    sellingPlanGroup: z.object({
      sellingPlans: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
    }),
  }),
});

/** Roast & Ritual's subscriptions, whose orders fall due by the local platform's clock. */
export function billingInTest(service: ServiceInTest) {
  const control = () => service.platform.control;
  const now = () => control().clock.now();
  const contextOf = (of: string): ShopContext => ({ ...service.contextOf(of), now });
  const context = () => contextOf(shop);
  const keepMirror = async (change: Partial<typeof contractMirrorTable.$inferInsert> = {}) => {
    const values = { shop, wholeAt: now(), updatedThrough: now(), ...change };
    await service.database.insert(contractMirrorTable).values(values);
  };
  const nextLook = async () =>
    (await findNextLook(service.database, { shop, now: now(), schedule }))?.at ?? null;
  return {
    control,
    now,
    contextOf,
    context,
    /** A merchant's, whose jobs the test runs by itself. */
    contextWithoutJobs(): ShopContext {
      const { jobs, ...own } = context();
      const none = { send: async () => {}, now: async () => now(), wake: () => {} };
      return { ...own, actor: '1', jobs: { ...jobs, ...none } };
    },
    schedule,
    nextLook,
    /** Marks the mirror as whole and fresh. */
    keepMirror,
    async charge(): Promise<void> {
      await chargeDue(context(), new AbortController().signal);
    },
    /** Charges until there is nothing to wait for, or the outcome is as wanted; the clock goes on to each next look. */
    async untilDone(
      charge: () => Promise<CycleOutcome>,
      isWanted: (outcome: CycleOutcome) => boolean = () => false,
      mostTurns = 30,
    ): Promise<CycleOutcome> {
      for (let turn = 0; turn < mostTurns; turn += 1) {
        const outcome = await charge();
        if (isWanted(outcome) || outcome.nextAt === null || outcome.state === 'listed') {
          return outcome;
        }
        if (outcome.nextAt > now()) await control().clock.moveTo(outcome.nextAt);
      }
      throw new Error('It never ends');
    },
    /** Opens a subscription on the platform and mirrors it. */
    async subscribe(terms?: Parameters<ReturnType<typeof control>['subscribe']>[2]) {
      const opened = control().subscribe(shop, now(), terms);
      const id = String(opened.contractId);
      await refreshContract(context(), id);
      return { ...opened, id };
    },
    /** Moves the clock to the next look at an order, plus so many days. */
    async moveOn(days = 0): Promise<void> {
      const next = await nextLook();
      if (next === null) throw new Error('Nothing is to be looked at.');
      const wanted = next.getTime() + days * 86_400_000;
      // On a slow machine that time may have come since it was asked for.
      await control().clock.moveTo(new Date(Math.max(wanted, now().getTime() + 1000)));
      await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
    },
    /** Each cycle's state, such as `1 paid: paid`. */
    async states(): Promise<string[]> {
      const rows = await service.database
        .select()
        .from(cycles)
        .orderBy(asc(cycles.contractId), asc(cycles.cycleIndex));
      return rows.map(({ cycleIndex, state, reason }) => `${cycleIndex} ${state}: ${reason}`);
    },
    attempts: () => service.database.$count(billingAttemptTable),
    /** Makes a selling plan group on the platform, and returns its plans' numbers. */
    async makePlans(sellingPlansToCreate: object[]): Promise<number[]> {
      const answer = await service.admin(
        shop,
        `mutation ($input: SellingPlanGroupInput!) { sellingPlanGroupCreate(input: $input) {
          sellingPlanGroup { sellingPlans(first: 5) { nodes { id } } } userErrors { message }
        } }`,
        {
          input: {
            name: 'Often',
            merchantCode: 'often',
            options: ['Every'],
            sellingPlansToCreate,
          },
        },
      );
      const { nodes } =
        groupSchema.parse(answer).sellingPlanGroupCreate.sellingPlanGroup.sellingPlans;
      return nodes.map(({ id }) => Number(id.split('/').pop()));
    },
    /** Removes all subscriptions, jobs and charges. The clock goes on. */
    async reset(): Promise<void> {
      await service.settled();
      control().reset();
      for (const id of control().contractIds(shop)) control().changeContract(shop, id, null);
      await service.database.execute(
        sql`truncate billing_attempt, billing_cycle, billing_settings, contract_mirror, cycle_billing, mirror_repair, roast_day, roast_settings, subscription_contract, subscription_contract_line, payment_method, timeline_entry, customer_notice, former_contract_line, bulk_change, bulk_change_row, import_line, imported_subscription, rotation, rotation_version, rotation_place, order_extra, subscribed_product`,
      );
      await service.database.execute(
        sql`delete from jobs.job where name in ('charge-due', 'sweep-contracts', 'compare-cycles', 'mail-stop', 'mail-morning', 'ask-for-method', 'resume-contract', 'remind-customers', 'tell-customers', 'change-many')`,
      );
      await service.call(shop, 'GET', '/requested-scope');
    },
  };
}
