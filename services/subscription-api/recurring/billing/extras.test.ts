import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import { globalIdOf } from '#contract/global-id.ts';
import { timelineDetailsSchema } from '#contract/timeline.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  cycleBillingTable,
  orderExtraTable as extras,
  rotationTable,
  rotationVersionTable,
  timelineEntryTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { onceTexts, removeOnce } from '../contracts/once.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { explanationOf } from '../orders/outcome.ts';
import { type CycleOutcome, chargeCycle } from './charge-cycle.ts';

const catalogSchema = z.object({
  products: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        variants: z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })) }),
      }),
    ),
  }),
});
const contractSchema = z.object({
  subscriptionContract: z.object({
    lines: z.object({
      nodes: z.array(z.object({ id: z.string(), productId: z.string(), title: z.string() })),
    }),
    billingAttempts: z.object({
      nodes: z.array(
        z.object({
          order: z
            .object({
              name: z.string(),
              lineItems: z.object({
                nodes: z.array(
                  z.object({
                    title: z.string(),
                    quantity: z.number(),
                    originalUnitPriceSet: z.object({
                      shopMoney: z.object({ amount: z.coerce.number() }),
                    }),
                  }),
                ),
              }),
            })
            .nullable(),
        }),
      ),
    }),
  }),
});
const tailOf = (gid: string) => gid.split('/').at(-1) ?? '';

describe('what is added to the next order alone', () => {
  const service = serviceForSuite('PGlite');
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  let id: string;
  let product: { id: string; title: string; variant: string; variantTitle: string };
  let own: z.infer<typeof contractSchema>['subscriptionContract']['lines']['nodes'][number];

  async function contract() {
    const answer = await service.admin(
      shop,
      `query ($id: ID!) { subscriptionContract(id: $id) {
        lines(first: 5) { nodes { id productId title } }
        billingAttempts(first: 50) { nodes { order { name lineItems(first: 9) { nodes {
          title quantity originalUnitPriceSet { shopMoney { amount } } } } } } }
      } }`,
      { id: globalIdOf('SubscriptionContract', id) },
    );
    return contractSchema.parse(answer).subscriptionContract;
  }
  const orders = async () =>
    (await contract()).billingAttempts.nodes.flatMap(({ order }) => order ?? []);
  /** How often each order holds what was added. */
  const sent = async () =>
    (await orders()).map(
      ({ lineItems }) => lineItems.nodes.filter(({ title }) => title === product.title).length,
    );
  async function add(change: Partial<typeof extras.$inferInsert> = {}): Promise<string> {
    const { id: productId, title, variant: variantId, variantTitle } = product;
    const row = { shop, id: randomUUID(), contractId: id, productId, variantId, title };
    await service.database.insert(extras).values({
      ...{ ...row, variantTitle, quantity: 3, price: 321, currencyCode: 'USD', addedAt: now() },
      ...change,
    });
    return change.id ?? row.id;
  }
  const rows = () => service.database.select().from(extras).orderBy(asc(extras.addedAt));
  const look = (cycle: number) =>
    chargeCycle(context(), { contract: id, cycle, isUsageBased: false, hasFirstOrder: true });
  /** Charges a cycle until there is nothing to wait for, or the outcome is as wanted. */
  const charge = (cycle: number, isWanted?: (outcome: CycleOutcome) => boolean) =>
    billing.untilDone(() => look(cycle), isWanted);
  /** Waits until a cycle may be charged. */
  async function becomesDue(cycle: number) {
    const { nextAt } = await look(cycle);
    if (nextAt !== null) await control().clock.moveTo(nextAt);
  }
  const isPaid = { state: 'paid' } as const;
  const tries = ({ reason }: CycleOutcome) => reason === 'tries again';
  const declined = (times: number) =>
    control().act(shop, 'payment-method', {
      paymentMethodId,
      fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times },
    });
  const change = (to: object) =>
    control().act(shop, 'product', { productId: Number(product.id), ...to });
  const told = async () =>
    (await service.database.select().from(timelineEntryTable))
      .filter(({ kind }) => kind === 'charged once' || kind === 'left out once')
      .map(({ kind, details }) => ({ kind, ...timelineDetailsSchema.parse(details) }));
  async function mutate(query: string, variables: Record<string, unknown>) {
    const cycle = { contractId: globalIdOf('SubscriptionContract', id), selector: variables };
    await service.admin(shop, query, { cycle });
  }
  const skip = (index: number) =>
    mutate(
      `mutation ($cycle: SubscriptionBillingCycleInput!) {
        subscriptionBillingCycleSkip(billingCycleInput: $cycle) { userErrors { message } } }`,
      { index },
    );
  async function chargeElsewhere(index: number) {
    const input = { idempotencyKey: randomUUID(), billingCycleSelector: { index } };
    await service.admin(
      shop,
      `mutation ($id: ID!, $input: SubscriptionBillingAttemptInput!) {
        subscriptionBillingAttemptCreate(subscriptionContractId: $id, subscriptionBillingAttemptInput: $input) { userErrors { message } } }`,
      { id: globalIdOf('SubscriptionContract', id), input },
    );
  }
  let paymentMethodId: number;

  beforeEach(async () => {
    await billing.reset();
    // In the afternoon, so that a cycle begins after the one before it was charged.
    const tomorrow = addDays(dayIn(billing.schedule.timeZone, now()), 1);
    await control().clock.moveTo(hourOfDay(billing.schedule.timeZone, tomorrow, 14));
    const plan = control().planEvery(shop, 1, 'WEEK');
    ({ id, paymentMethodId } = await billing.subscribe({ plan, quantity: 2 }));
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const [first] = (await contract()).lines.nodes;
    if (first === undefined) throw new Error('It has no line.');
    own = first;
    const answer = await service.admin(
      shop,
      `{ products(first: 50, query: "-tag:rotating") { nodes { id title variants(first: 1) { nodes { id title } } } } }`,
    );
    const other = catalogSchema
      .parse(answer)
      .products.nodes.find(({ id: one }) => one !== own.productId);
    const [variant] = other?.variants.nodes ?? [];
    product = {
      ...{ id: tailOf(other?.id ?? ''), title: other?.title ?? '' },
      ...{ variant: tailOf(variant?.id ?? ''), variantTitle: variant?.title ?? '' },
    };
    await change({ status: 'ACTIVE', inventoryQuantity: 500 });
  });

  it('goes out with one order at its price, which the timeline tells, and with no other', async () => {
    await add();
    expect(await charge(1)).toMatchObject(isPaid);
    expect(await charge(2)).toMatchObject(isPaid);
    expect(await sent()).toEqual([1, 0]);
    const [order] = await orders();
    expect(order?.lineItems.nodes[1]).toEqual({
      ...{ title: product.title, quantity: 3 },
      originalUnitPriceSet: { shopMoney: { amount: 3.21 } },
    });
    const attempts = await service.database
      .select()
      .from(billingAttemptTable)
      .orderBy(asc(billingAttemptTable.cycleIndex));
    const [amount = 0, usual = 0] = attempts.map((row) => row.amount ?? 0);
    expect(amount - usual).toBe(3 * 321);
    expect((await contract()).lines.nodes).toEqual([own]);
    expect(await rows()).toMatchObject([{ outcome: 'sent', cycleIndex: 1, attempt: 1 }]);
    const subject = `3 × ${product.title}, ${product.variantTitle}`;
    expect(await told()).toMatchObject([{ kind: 'charged once', subject, to: order?.name }]);
  });

  it('may be a gift, and goes beside what rotates', async () => {
    const answer = await service.admin(
      shop,
      `{ products(first: 9, query: "-tag:rotating") { nodes { id title variants(first: 1) { nodes { id title } } } } }`,
    );
    const coffees = catalogSchema
      .parse(answer)
      .products.nodes.map((one) => tailOf(one.id))
      .filter((one) => one !== tailOf(own.productId) && one !== product.id)
      .slice(0, 2);
    const rotation = { shop, productId: tailOf(own.productId), products: coffees, version: 1 };
    await service.database.insert(rotationTable).values(rotation);
    await service.database
      .insert(rotationVersionTable)
      .values({ ...rotation, savedAt: new Date(0) });
    await add({ price: 0 });
    await charge(1);
    await charge(2);
    expect(await sent()).toEqual([1, 0]);
    const [first, second] = (await orders()).map(({ lineItems }) => lineItems.nodes);
    expect(first?.map(({ title }) => title)).not.toContain(own.title);
    expect(second?.[0]?.title).not.toBe(first?.[0]?.title);
    expect(first?.[1]?.originalUnitPriceSet.shopMoney.amount).toBe(0);
  });

  it('waits for the order after one that is skipped', async () => {
    await add();
    await skip(1);
    expect(await look(1)).toMatchObject({ state: 'left' });
    expect(await rows()).toMatchObject([{ endedAt: null }]);
    await charge(2);
    expect(await sent()).toEqual([1]);
  });

  it('stays with an order whose payment fails, and goes with the try that succeeds', async () => {
    await add();
    await declined(1);
    await charge(1, tries);
    expect(await rows()).toMatchObject([{ endedAt: null, cycleIndex: 1, attempt: 1 }]);
    expect(await charge(1)).toMatchObject(isPaid);
    await charge(2);
    expect(await sent()).toEqual([1, 0]);
    expect(await told()).toHaveLength(1);
  });

  it('moves on where an order is given up, or is taken out of it before the next try', async () => {
    await add();
    const removed = await add({ quantity: 1 });
    await declined(1);
    await charge(1, tries);
    await service.database
      .update(extras)
      .set({ outcome: 'removed', endedAt: now() })
      .where(eq(extras.id, removed));
    await charge(1);
    expect(
      (await orders()).map(({ lineItems }) => lineItems.nodes.map((line) => line.quantity)),
    ).toEqual([[2, 3]]);
    await add();
    await declined(1);
    await charge(2, tries);
    await skip(2);
    await look(2);
    await charge(3);
    expect(await sent()).toEqual([1, 1]);
  });

  it.each([
    ['archived', { status: 'ARCHIVED' }],
    ['not active', { status: 'DRAFT' }],
    ['sold out', { inventoryQuantity: 2 }],
    ['deleted in Shopify', { isDeleted: true }],
  ])('is left out where it is %s, and the order goes out without it', async (to, state) => {
    await add();
    await change(state);
    expect(await charge(1)).toMatchObject(isPaid);
    expect(await sent()).toEqual([0]);
    expect(await told()).toMatchObject([{ kind: 'left out once', to }]);
    expect(await rows()).toMatchObject([{ outcome: 'left out' }]);
    await charge(2);
    expect(await told()).toHaveLength(1);
  });

  it('goes out where a count of too few is left from when the store counted it', async () => {
    await add();
    await change({ inventoryQuantity: 2, isTracked: false });
    expect(await charge(1)).toMatchObject(isPaid);
    expect(await sent()).toEqual([1]);
  });

  it('is taken out again where it was sold out between two tries, and counts with the order’s own bags', async () => {
    await change({ inventoryQuantity: 5 });
    await add();
    await add();
    await declined(1);
    await charge(1, tries);
    expect((await rows()).map(({ leftOut }) => leftOut).sort()).toEqual(['sold out', null].sort());
    await change({ inventoryQuantity: 0 });
    expect(await charge(1)).toMatchObject(isPaid);
    expect(await sent()).toEqual([0]);
  });

  it('goes out with what the contract holds by the next try, to the card that it has then', async () => {
    await add();
    await declined(1);
    await charge(1, tries);
    await service.settled();
    const other = control().subscribe(shop, now()).paymentMethodId;
    control().changeContract(shop, Number(id), ({ lines }) => ({
      paymentMethodId: other,
      deliveryPrice: '19.99',
      lines: lines.map((line) => ({ ...line, quantity: 5, currentPrice: '2.00' })),
    }));
    const expired = { kind: 'declined', code: 'EXPIRED_CARD' };
    await control().act(shop, 'payment-method', { paymentMethodId, fate: expired });
    expect(await charge(1)).toMatchObject(isPaid);
    expect(
      (await orders()).map(({ lineItems }) => lineItems.nodes.map((line) => line.quantity)),
    ).toEqual([[5, 3]]);
    const [first, second] = await service.database
      .select()
      .from(billingAttemptTable)
      .orderBy(billingAttemptTable.number);
    expect(first?.method).toMatch(`${paymentMethodId} `);
    expect(second).toMatchObject({ state: 'paid', amount: 5 * 200 + 3 * 321 + 1999 });
    expect(second?.method).toMatch(`${other} `);
    expect(await sent()).toEqual([1]);
  });

  it.each(['AddDraftLine', 'CommitCycleDraft', 'DraftCycle'])(
    'never holds an order up where Shopify refuses %s',
    async (operation) => {
      await add();
      await becomesDue(1);
      const userErrors = [{ message: 'No', code: 'INVALID' }];
      control().addFault({ kind: 'userErrors', userErrors, operation });
      expect(await charge(1)).toMatchObject(isPaid);
      expect(await sent()).toEqual([0]);
      expect(await told()).toMatchObject([{ kind: 'left out once', to: 'refused by Shopify' }]);
    },
  );

  it.each(['DraftCycle', 'AddDraftLine', 'CommitCycleDraft', 'SoldOnce', 'ChargeCycle'])(
    'goes out once where the answer to %s is lost',
    async (operation) => {
      await add();
      await becomesDue(1);
      control().addFault({ kind: 'disconnect', afterExecution: true, operation });
      await charge(1).catch(() => undefined);
      expect(await charge(1)).toMatchObject(isPaid);
      await charge(2);
      expect(await sent()).toEqual([1, 0]);
      expect(await told()).toHaveLength(1);
    },
  );

  it('goes out once where a restored backup forgot the order', async () => {
    await add();
    await charge(1);
    const before = { outcome: null, endedAt: null, cycleIndex: null, attempt: null } as const;
    await service.database.update(extras).set(before);
    await service.database.delete(billingAttemptTable);
    await service.database.delete(cycleBillingTable);
    await service.database.delete(timelineEntryTable);
    const productId = tailOf(own.productId);
    await service.database
      .insert(rotationVersionTable)
      .values({ shop, productId, products: [productId], version: 1, savedAt: now() });
    service.operations();
    await charge(2);
    // The coffee that it held is read with it.
    expect(service.operations().filter((name) => name === 'EditedCycle')).toHaveLength(1);
    expect(await sent()).toEqual([1, 0]);
    expect(await rows()).toMatchObject([{ outcome: 'sent', cycleIndex: 1 }]);
    expect(await told()).toHaveLength(1);
  });

  it('goes out once where another app charges the order that holds it', async () => {
    await add();
    await declined(1);
    await charge(1, tries);
    await chargeElsewhere(1);
    await control().clock.moveBy({ hours: 1 });
    await look(1);
    expect(await rows()).toMatchObject([{ outcome: 'sent', cycleIndex: 1 }]);
    expect(await told()).toMatchObject([{ kind: 'charged once' }]);
    await charge(2);
    expect(await sent()).toEqual([1, 0]);
  });

  it('goes out once where another app charges the order that holds it, which waited for the merchant', async () => {
    await add();
    await declined(1);
    await charge(1, tries);
    const listed = { state: 'listed', reason: 'merchant must act', nextAt: null } as const;
    await service.database.update(cycleBillingTable).set(listed);
    await chargeElsewhere(1);
    await charge(2);
    expect(await sent()).toEqual([1, 0]);
    expect(await rows()).toMatchObject([{ outcome: 'sent' }]);
  });

  it.each(['CANCELLED', 'EXPIRED'] as const)(
    'ends with the subscription, which the timeline tells, where that is %s',
    async (status) => {
      await add();
      control().changeContract(shop, Number(id), { status });
      await refreshContract(context(), id);
      expect(await rows()).toMatchObject([{ outcome: 'left out', leftOut: 'subscription over' }]);
      const [entry, ...others] = await told();
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ kind: 'left out once', to: 'the subscription ended' });
      expect(entry?.day).toBeUndefined();
    },
  );

  it('ends with the order that may still be charged where the subscription has ended meanwhile', async () => {
    await add();
    await declined(1);
    await charge(1, ({ reason }) => reason === 'charging');
    control().changeContract(shop, Number(id), { status: 'CANCELLED' });
    await refreshContract(context(), id);
    expect(await rows()).toMatchObject([{ endedAt: null }]);
    await charge(1, ({ state }) => state === 'left');
    expect(await rows()).toMatchObject([{ outcome: 'left out', leftOut: 'subscription over' }]);
    expect(await told()).toHaveLength(1);
  });

  it('can be taken out, and is gone from the order, as soon as Shopify has refused to charge that', async () => {
    const extra = await add();
    await becomesDue(1);
    const userErrors = [{ message: 'No', code: 'PROCESSING_FAILED' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
    expect(await look(1)).toMatchObject({ reason: 'platform failed' });
    await removeOnce(context(), id, extra);
    // Even where the merchant has it charged at once.
    await service.database.update(cycleBillingTable).set({ nextAt: now() });
    expect(await charge(1)).toMatchObject(isPaid);
    expect(await sent()).toEqual([0]);
  });

  it('can’t be taken out where an earlier call, whose answer was lost, may have charged its order', async () => {
    const extra = await add();
    await becomesDue(1);
    control().addFault({ kind: 'disconnect', afterExecution: false, operation: 'ChargeCycle' });
    await look(1).catch(() => undefined);
    await control().clock.moveTo(new Date(now().getTime() + 120_000));
    const userErrors = [{ message: 'No', code: 'PROCESSING_FAILED' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
    expect(await look(1)).toMatchObject({ reason: 'platform failed' });
    await expect(removeOnce(context(), id, extra)).rejects.toThrow(onceTexts.underWay);
    expect(await charge(1)).toMatchObject(isPaid);
    expect(await sent()).toEqual([1]);
  });

  it('has an order wait for the merchant, who is told why, where Shopify doesn’t let go of what was taken out', async () => {
    const extra = await add();
    await declined(1);
    await charge(1, tries);
    const removed = { outcome: 'removed', endedAt: now() } as const;
    await service.database.update(extras).set(removed).where(eq(extras.id, extra));
    const userErrors = [{ message: 'No', code: 'INVALID' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'RemoveDraftLine' });
    const outcome = await charge(1);
    expect(outcome).toMatchObject({ state: 'listed' });
    // Nothing rotates here.
    const told = explanationOf({ state: 'listed', reason: outcome.reason, attempt: null });
    expect(told?.happened).toMatch(
      /^Shopify didn’t let Cadence put together what this order holds/,
    );
    expect(await sent()).toEqual([]);
  });
});
