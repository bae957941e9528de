import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ShopContext } from '../../shop-context.ts';
import {
  billingSettingsTable,
  contractMirrorTable,
  cycleBillingTable,
} from '../../store/schema.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { chargeChanged, chargeDue } from './charge-due.ts';
import { chargeTimeOf } from './charge-time.ts';
import { findNextLook } from './due-cycles.ts';

vi.setConfig({ testTimeout: 120_000 });

const day = 86_400_000;
const days = 40;
const schedule = { timeZone: 'America/Los_Angeles', hour: 10 };
const attemptSchema = z.object({
  createdAt: z.coerce.date(),
  idempotencyKey: z.string(),
  order: z.object({ id: z.string() }).nullable(),
});
const cycleSchema = z.object({
  cycleIndex: z.number(),
  billingAttemptExpectedDate: z.coerce.date(),
});
const ledgerSchema = z.object({
  subscriptionContract: z.object({
    billingAttempts: z.object({ nodes: z.array(attemptSchema) }),
  }),
  subscriptionBillingCycles: z.object({ nodes: z.array(cycleSchema) }),
});
const ledgerQuery = `query ($id: ID!, $from: DateTime!, $to: DateTime!) {
  subscriptionContract(id: $id) {
    billingAttempts(first: 100) { nodes { createdAt idempotencyKey order { id } } }
  }
  subscriptionBillingCycles(
    contractId: $id, first: 50, billingCyclesDateRangeSelector: { startDate: $from, endDate: $to }
  ) { nodes { cycleIndex billingAttemptExpectedDate } }
}`;

/** Numbers from 0 to below 1, the same ones for a seed. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const answers = [
  { kind: 'disconnect', afterExecution: true },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 502, afterExecution: true },
  { kind: 'throttled' },
] as const;
const changes = ['INSUFFICIENT_FUNDS', 'EXPIRED_CARD', 'PAUSED', 'ACTIVE'] as const;

describe('weeks of billing', () => {
  const service = serviceForSuite('PGlite');
  const control = () => service.platform.control;
  const now = () => control().clock.now();
  const context = (): ShopContext => ({ ...service.contextOf(shop), now });

  async function read(contractId: number): Promise<void> {
    const id = String(contractId);
    await refreshContract(context(), id, async (at) => await chargeChanged(at, id));
  }

  it.each([1])(
    'give every due cycle one order or one reason, whatever fails (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed);
      const oneOf = <All extends readonly [unknown, ...unknown[]]>(all: All): All[number] =>
        all[Math.floor(chance() * all.length)] ?? all[0];
      control().reset();
      for (const id of control().contractIds(shop)) control().changeContract(shop, id, null);
      await service.database.execute(
        sql`truncate billing_attempt, billing_cycle, billing_settings, contract_mirror, cycle_billing, subscription_contract, subscription_contract_line, payment_method`,
      );
      const from = now();
      await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: from });
      await service.database
        .insert(contractMirrorTable)
        .values({ shop, wholeAt: from, updatedThrough: from });
      await service.call(shop, 'GET', '/requested-scope');
      const subscribe = () => control().subscribe(shop, now());
      const opened = [subscribe(), subscribe(), subscribe()] as const;
      for (const { contractId } of opened) await read(contractId);

      while (now().getTime() < from.getTime() + days * day) {
        if (chance() < 0.15) {
          const operation = chance() < 0.7 ? 'ChargeCycle' : 'CycleToCharge';
          control().addFault({ ...oneOf(answers), operation });
        }
        if (chance() < 0.12) {
          const { contractId, paymentMethodId } = oneOf(opened);
          const change = oneOf(changes);
          if (change === 'PAUSED' || change === 'ACTIVE') {
            control().changeContract(shop, contractId, { status: change });
          } else {
            const fate = { kind: 'declined', code: change, times: 1 };
            await control().act(shop, 'payment-method', { paymentMethodId, fate });
          }
          // The webhook of every third is lost.
          if (chance() < 0.67) await read(contractId);
        }
        // What fails is tried again with the next turn.
        await chargeDue(context(), new AbortController().signal).catch(() => {});
        const next = await findNextLook(service.database, { shop, now: now(), schedule });
        const tomorrow = now().getTime() + day;
        const wanted = Math.min(next?.getTime() ?? tomorrow, tomorrow);
        await control().clock.moveTo(new Date(Math.max(wanted, now().getTime() + 60_000)));
        // The sweep of the night.
        await service.database.update(contractMirrorTable).set({ updatedThrough: now() });
        for (const { contractId } of opened) await read(contractId);
      }

      const rows = await service.database.select().from(cycleBillingTable);
      const wrong: string[] = [];
      let orders = 0;
      for (const { contractId } of opened) {
        const answer = await service.admin(shop, ledgerQuery, {
          id: `gid://shopify/SubscriptionContract/${contractId}`,
          from: from.toISOString(),
          to: now().toISOString(),
        });
        const ledger = ledgerSchema.parse(answer);
        for (const { cycleIndex, billingAttemptExpectedDate } of ledger.subscriptionBillingCycles
          .nodes) {
          const key = `cadence/${shop}/${contractId}/${cycleIndex}/`;
          const own = ledger.subscriptionContract.billingAttempts.nodes.filter(
            ({ idempotencyKey }) => idempotencyKey.startsWith(key),
          );
          const paid = own.filter(({ order }) => order !== null).length;
          orders += paid;
          const dueAt = chargeTimeOf(billingAttemptExpectedDate, schedule);
          // What fell due just now may not be charged yet.
          if (dueAt.getTime() > now().getTime() - 2 * day) continue;
          const row = rows.find(
            (one) => one.contractId === String(contractId) && one.cycleIndex === cycleIndex,
          );
          const name = `${contractId}, cycle ${cycleIndex}: ${row?.state}, ${row?.reason}`;
          if (paid > 1) wrong.push(`${name}, was charged twice`);
          if (paid === 1 && row?.state !== 'paid') wrong.push(`${name}, has an order`);
          if (paid === 0 && (row === undefined || row.state === 'paid')) {
            wrong.push(`${name}, has neither an order nor a reason`);
          }
          if (own.some(({ createdAt }) => createdAt < dueAt)) wrong.push(`${name}, was too early`);
        }
      }
      expect(wrong).toEqual([]);
      expect(orders).toBeGreaterThan(2);
    },
  );
});
