import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { globalIdOf, originalIdOf } from '#contract/global-id.ts';
import type { rotationPrices } from '#contract/rotation-texts.ts';
import { timelineDetailsSchema } from '#contract/timeline.ts';
import {
  billingAttemptTable,
  billingSettingsTable,
  cycleBillingTable,
  rotationPlaceTable,
  rotationTable,
  rotationVersionTable,
  subscriptionContractLineTable,
  subscriptionContractTable,
  timelineEntryTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { listPassedOver } from '../rotation/passed-over.ts';
import { recordInTimeline } from '../timeline/timeline.ts';
import { type CycleOutcome, chargeCycle } from './charge-cycle.ts';
import { decideCycle } from './decide-cycle.ts';

const productsSchema = z.object({
  products: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        variants: z.object({
          nodes: z.array(z.object({ id: z.string(), title: z.string(), price: z.string() })),
        }),
      }),
    ),
  }),
});
const contractSchema = z.object({
  subscriptionContract: z.object({
    lines: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          productId: z.string(),
          variantTitle: z.string(),
          currentPrice: z.object({ amount: z.string() }),
        }),
      ),
    }),
    billingAttempts: z.object({
      nodes: z.array(
        z.object({
          idempotencyKey: z.string(),
          order: z
            .object({
              lineItems: z.object({
                nodes: z.array(
                  z.object({
                    title: z.string(),
                    variantTitle: z.string(),
                    originalUnitPriceSet: z.object({
                      shopMoney: z.object({ amount: z.string() }),
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
const offeredSchema = z.looseObject({
  nodes: z.array(z.looseObject({ id: z.string(), variants: z.unknown() })),
});
const draftSchema = z.object({ made: z.object({ draft: z.object({ id: z.string() }) }) });
const amount = z.object({ amount: z.coerce.number() });
const editedSchema = z.object({
  subscriptionBillingCycle: z.object({
    editedContract: z.object({
      deliveryPrice: amount,
      deliveryMethod: z.object({ address: z.object({ address1: z.string() }) }),
      customerPaymentMethod: z.object({ id: z.string() }),
      lines: z.object({
        nodes: z.array(z.object({ id: z.string(), quantity: z.number(), currentPrice: amount })),
      }),
    }),
  }),
});
const cycleSchema = z.object({
  subscriptionBillingCycle: z.object({ billingAttemptExpectedDate: z.coerce.date() }),
});

describe('rotating', () => {
  const service = serviceForSuite('PGlite');
  const billing = billingInTest(service);
  const { control, now, context } = billing;
  let id: string;
  let gid: string;
  let paymentMethodId: number;
  /** Coffees in the size that is subscribed to, by product id. */
  let coffees: { id: string; title: string; price: string; others: number }[];
  /** The first four in the order. */
  let [a, b, c, d] = ['', '', '', ''];
  let line: z.infer<typeof contractSchema>['subscriptionContract']['lines']['nodes'][number];

  async function contract() {
    const answer = await service.admin(
      shop,
      `query ($id: ID!) { subscriptionContract(id: $id) {
        lines(first: 5) { nodes { id productId variantTitle currentPrice { amount } } }
        billingAttempts(first: 50) { nodes { idempotencyKey order { lineItems(first: 5) { nodes {
          title variantTitle originalUnitPriceSet { shopMoney { amount } } } } } } }
      } }`,
      { id: gid },
    );
    return contractSchema.parse(answer).subscriptionContract;
  }
  /** The first letter of each paid order's coffee in the order, such as `b` for the second one; `-` for what is none of them. */
  async function sent(): Promise<string> {
    const { billingAttempts } = await contract();
    return billingAttempts.nodes
      .flatMap(({ order }) => order?.lineItems.nodes[0] ?? [])
      .map(({ title }) => 'abcdefgh'[coffees.findIndex((one) => one.title === title)] ?? '-')
      .join('');
  }
  async function order(
    products: string[],
    {
      version = 1,
      price = 'customer' as (typeof rotationPrices)[number],
      savedAt = new Date(0),
    } = {},
  ) {
    const rotation = { shop, productId: originalIdOf(line.productId), products, version, price };
    await service.database
      .insert(rotationTable)
      .values(rotation)
      .onConflictDoUpdate({
        target: [rotationTable.shop, rotationTable.productId],
        set: { products, version, price },
      });
    await service.database.insert(rotationVersionTable).values({ ...rotation, savedAt });
  }
  const look = (cycle: number) =>
    chargeCycle(context(), { contract: id, cycle, isUsageBased: false, hasFirstOrder: true });
  /** Charges a cycle until there is nothing to wait for, or the outcome is as wanted. */
  const charge = (cycle: number, isWanted?: (outcome: CycleOutcome) => boolean) =>
    billing.untilDone(() => look(cycle), isWanted);
  /** Waits until a cycle may be charged. */
  async function becomesDue(cycle: number) {
    const { reason, nextAt } = await look(cycle);
    expect(reason).toBe('not due');
    if (nextAt !== null) await control().clock.moveTo(nextAt);
  }
  const change = (product: string, to: object) =>
    control().act(shop, 'product', { productId: Number(product), ...to });
  const cycleOf = (index: number) => ({ contractId: gid, selector: { index } });
  const timeline = async () =>
    (await service.database.select().from(timelineEntryTable))
      .filter(({ kind }) => kind === 'passed over')
      .map(({ details }) => timelineDetailsSchema.parse(details));

  beforeEach(async () => {
    await billing.reset();
    const plan = control().planEvery(shop, 1, 'WEEK');
    const opened = await billing.subscribe({ plan, quantity: 2 });
    ({ id, paymentMethodId } = opened);
    gid = globalIdOf('SubscriptionContract', id);
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    const [first] = (await contract()).lines.nodes;
    if (first === undefined) throw new Error('It has no line.');
    line = first;
    const answer = await service.admin(
      shop,
      `{ products(first: 200, query: "-tag:rotating") { nodes { id title variants(first: 9) { nodes { id title price } } } } }`,
    );
    coffees = productsSchema
      .parse(answer)
      .products.nodes.filter((product) => product.id !== line.productId)
      .flatMap(({ id: product, title, variants: { nodes } }) => {
        const variant = nodes.find((one) => one.title === line.variantTitle);
        return variant === undefined
          ? []
          : [{ id: originalIdOf(product), title, price: variant.price, others: nodes.length }];
      })
      .slice(0, 8);
    [a = '', b = '', c = '', d = ''] = coffees.map((one) => one.id);
    for (const { id: product } of coffees) {
      await change(product, { status: 'ACTIVE', inventoryQuantity: 500, tags: ['x'] });
    }
  });

  it('sends the second coffee with the second order, and so on; a skipped order uses up none', async () => {
    await order([a, b, c]);
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    const input = { billingCycleInput: cycleOf(2) };
    await service.admin(
      shop,
      `mutation ($billingCycleInput: SubscriptionBillingCycleInput!) {
        subscriptionBillingCycleSkip(billingCycleInput: $billingCycleInput) { userErrors { message } }
      }`,
      input,
    );
    expect(await look(2)).toMatchObject({ state: 'left', reason: 'skipped' });
    for (const cycle of [3, 4, 5]) expect(await charge(cycle)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('bcab');
    const { lines, billingAttempts } = await contract();
    // The subscription itself is as it was.
    expect(lines.nodes).toEqual([line]);
    const [item] = billingAttempts.nodes[0]?.order?.lineItems.nodes ?? [];
    expect(item?.variantTitle).toBe(line.variantTitle);
    expect(Number(item?.originalUnitPriceSet.shopMoney.amount)).toBe(
      Number(line.currentPrice.amount),
    );
    const rows = await service.database.select().from(billingAttemptTable);
    expect(rows.map(({ amount }) => amount)).toEqual(
      rows.map(() => Math.round(Number(line.currentPrice.amount) * 200) + 490),
    );
  });

  it('begins with the first coffee for who subscribed before there was a rotation', async () => {
    await order([a, b], { savedAt: new Date(now().getTime() + 60_000) });
    await charge(1);
    expect(await sent()).toBe('a');
  });

  it('passes over what is archived, sold out, too few or not sold in this size, and tells so', async () => {
    const other = coffees[4]?.id ?? '';
    await change(b, { status: 'ARCHIVED' });
    await change(c, { inventoryQuantity: 1 });
    await change(other, { isDeleted: true });
    await order([a, b, c, other, d]);
    await charge(1);
    expect(await sent()).toBe('d');
    const [entry] = await timeline();
    const titleOf = (product: string) => coffees.find((one) => one.id === product)?.title ?? '';
    expect(entry).toMatchObject({
      subject: `${titleOf(b)} (archived), ${titleOf(c)} (sold out), Product ${other} (deleted)`,
      to: titleOf(d),
      product: originalIdOf(line.productId),
    });
    const { passedOver, pageInfo } = await listPassedOver(context(), entry?.product ?? '', {});
    expect(passedOver).toMatchObject([{ contract: id, sent: titleOf(d), day: entry?.day }]);
    expect(passedOver[0]?.customer).toEqual(expect.any(String));
    expect(pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    expect((await listPassedOver(context(), '1', {})).passedOver).toEqual([]);
    await charge(2);
    expect(await sent()).toBe('da');
    expect(await timeline()).toHaveLength(1);

    // Many are charged within a second.
    const [kept] = await service.database.select().from(timelineEntryTable);
    const { id: _, ...row } = kept ?? expect.fail();
    for (const ms of [100, 300, 800]) {
      const at = new Date(Math.floor(now().getTime() / 1000) * 1000 + ms);
      await service.database.insert(timelineEntryTable).values({ ...row, at });
    }
    const shown: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await listPassedOver(context(), entry?.product ?? '', { first: 1, after });
      shown.push(...page.passedOver.map((one) => one.id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    }
    expect(new Set(shown).size).toBe(4);
    expect(shown).toHaveLength(4);
  });

  it('charges also where the name of what is passed over is cut amid a sign', async () => {
    const title = coffees.find((one) => one.id === b)?.title ?? expect.fail();
    await change(b, { status: 'ARCHIVED', title: `${'x'.repeat(59)}🔥 blend` });
    await order([a, b, c]);
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await timeline()).toMatchObject([{ subject: `${'x'.repeat(59)}\uFFFD (archived)` }]);
    await change(b, { title });
  });

  it('tells once what was passed over, also where a stop takes the attempt back', async () => {
    await change(b, { status: 'ARCHIVED' });
    await order([a, b, c]);
    await becomesDue(1);
    control().addFault({ kind: 'throttled', operation: 'ChargeCycle' });
    const settings = (values: Partial<typeof billingSettingsTable.$inferInsert>) =>
      service.database.update(billingSettingsTable).set(values);
    const own = context();
    const stopping: typeof own = {
      ...own,
      graphql: (operation, variables, beforeCall) =>
        own.graphql(
          operation,
          variables,
          beforeCall &&
            (async () => {
              await beforeCall();
              await settings({ stoppedAt: now() });
            }),
        ),
    };
    const cycle = { contract: id, cycle: 1, isUsageBased: false, hasFirstOrder: true };
    expect(await chargeCycle(stopping, cycle)).toMatchObject({ state: 'off', reason: 'stopped' });
    expect(await timeline()).toHaveLength(1);
    await settings({ stoppedAt: null, startedAgainAt: now() });
    // What was chosen can't go out any more, nor can another, so it is chosen again.
    for (const product of [a, c]) await change(product, { inventoryQuantity: 0 });
    await charge(1, ({ reason }) => reason === 'tries again');
    expect(await timeline()).toHaveLength(1);
    await change(c, { inventoryQuantity: 9 });
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('c');
    expect(await timeline()).toHaveLength(1);
  });

  it('sends what is sold beyond its stock, also where there are fewer than are wanted', async () => {
    await change(b, { inventoryQuantity: 1, isOversold: true });
    await order([a, b, c]);
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('b');
    expect(await timeline()).toEqual([]);
  });

  it('sends what isn’t counted, though a count of fewer than are wanted is left', async () => {
    await change(b, { inventoryQuantity: 1, isTracked: false });
    await order([a, b, c]);
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('b');
    await change(b, { inventoryQuantity: 500, isTracked: true });
  });

  it('finds the size that is behind a product’s first hundred variants', async () => {
    await order([a, b, c]);
    const own = context();
    const later = new Map<string, unknown>();
    const pageInfo = { hasNextPage: true, endCursor: 'the hundredth' };
    const paged: typeof own = {
      ...own,
      graphql: async (operation, ...rest) => {
        const [variables] = rest;
        if (operation.name === 'OfferedVariants') {
          const { id: product } = z.object({ id: z.string() }).parse(variables);
          return operation.answer.parse({ product: { variants: later.get(product) } });
        }
        const answer = await own.graphql(operation, ...rest);
        if (operation.name !== 'OfferedCoffees') return answer;
        const { nodes, ...shown } = offeredSchema.parse(answer);
        for (const product of nodes) later.set(product.id, product.variants);
        const variants = { nodes: [], pageInfo };
        return operation.answer.parse({
          ...shown,
          nodes: nodes.map((product) => ({ ...product, variants })),
        });
      },
    };
    await becomesDue(1);
    const cycle = { contract: id, cycle: 1, isUsageBased: false, hasFirstOrder: true };
    await chargeCycle(paged, cycle);
    await charge(1);
    expect(await sent()).toBe('b');
  });

  it('begins with the first coffee for who was changed to this product after the checkout', async () => {
    await order([a, b, c]);
    await service.database
      .update(subscriptionContractLineTable)
      .set({ productId: '1', variantId: '2' });
    await service.database.update(subscriptionContractTable).set({ revision: 0n });
    await refreshContract(context(), id);
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('a');
  });

  it('charges nothing where no product can go out, until the merchant has added one', async () => {
    await change(b, { status: 'ARCHIVED' });
    await order([b]);
    expect(await charge(1)).toMatchObject({ state: 'listed', reason: 'nothing to rotate' });
    expect((await contract()).billingAttempts.nodes).toEqual([]);
    await order([b, c], { version: 2 });
    expect(await decideCycle(context(), { contract: id, cycle: 1 }, 'charge')).toBeNull();
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('c');
  });

  it('tries the sold out coffee where all are, and chooses again with the next try', async () => {
    for (const product of [a, b]) await change(product, { inventoryQuantity: 0 });
    await order([a, b]);
    const waits = await charge(1, ({ reason }) => reason === 'tries again');
    expect(waits).toMatchObject({ state: 'open' });
    await change(a, { inventoryQuantity: 9 });
    await charge(1);
    expect(await sent()).toBe('a');
  });

  it('lists an order whose edit the platform refuses, and never charges it as it is', async () => {
    await order([a, b]);
    await becomesDue(1);
    const userErrors = [{ message: 'No', code: 'INVALID' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'CommitCycleDraft' });
    expect(await charge(1)).toMatchObject({ state: 'listed', reason: 'rotation refused' });
    expect((await contract()).billingAttempts.nodes).toEqual([]);
    expect(await service.database.$count(billingAttemptTable)).toBe(0);
    expect(await decideCycle(context(), { contract: id, cycle: 1 }, 'charge')).toBeNull();
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('b');
  });

  it.each(['DraftCycle', 'SetDraftLine', 'CommitCycleDraft', 'OfferedCoffees', 'ChargeCycle'])(
    'moves nobody on twice where the answer to %s is lost',
    async (operation) => {
      await order([a, b, c]);
      await becomesDue(1);
      control().addFault({ kind: 'disconnect', afterExecution: true, operation });
      await charge(1).catch(() => undefined);
      expect(await charge(1)).toMatchObject({ state: 'paid' });
      await charge(2);
      expect(await sent()).toBe('bc');
    },
  );

  it('edits again where the draft has become stale', async () => {
    await order([a, b]);
    await becomesDue(1);
    const userErrors = [{ message: 'Stale', code: 'STALE_CONTRACT' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'CommitCycleDraft' });
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('b');
  });

  it('moves nobody on twice where two workers are at it', async () => {
    await order([a, b, c]);
    for (const cycle of [1, 2]) {
      await becomesDue(cycle);
      const outcomes = await Promise.all([look(cycle), look(cycle)]);
      expect(outcomes.map(({ state }) => state)).toContain('busy');
      await charge(cycle);
    }
    expect(await sent()).toBe('bc');
  });

  it('sends the same coffee with a second call, and goes on after it', async () => {
    await order([a, b, c]);
    await becomesDue(1);
    const userErrors = [{ message: 'Later', code: 'THROTTLED' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
    await charge(1);
    await charge(2);
    expect(await sent()).toBe('bc');
  });

  it('chooses again where the call was refused and the coffee is sold out since', async () => {
    await order([a, b, c]);
    await becomesDue(1);
    const userErrors = [{ message: 'Later', code: 'THROTTLED' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'ChargeCycle' });
    expect(await look(1)).toMatchObject({ reason: 'throttled' });
    await change(b, { inventoryQuantity: 0 });
    expect(await charge(1)).toMatchObject({ state: 'paid' });
    expect(await sent()).toBe('c');
    expect(await service.database.$count(billingAttemptTable)).toBe(1);
  });

  it('goes on from a removed coffee, and follows a changed order', async () => {
    await order([a, b, c, d]);
    await charge(1);
    await order([a, c, d], { version: 2, savedAt: now() });
    await charge(2);
    await order([c, a, d], { version: 3, savedAt: now() });
    await charge(3);
    await order([], { version: 4, savedAt: now() });
    await charge(4);
    expect(await sent()).toBe('bca-');
  });

  it('goes on where the merchant says, for one order after the other', async () => {
    await order([a, b, c, d]);
    await charge(1);
    const place = { coffee: a, version: 1, at: now(), isHad: false };
    await service.database.update(rotationPlaceTable).set(place);
    await charge(2);
    await charge(3);
    expect(await sent()).toBe('bab');
  });

  it('knows again what an order held whose row a restored backup lost', async () => {
    await order([a, b, c]);
    await charge(1);
    await service.database
      .delete(billingAttemptTable)
      .where(eq(billingAttemptTable.contractId, id));
    await charge(2);
    expect(await sent()).toBe('bc');
  });

  it('goes on from such an order by the rotation’s order of its time', async () => {
    await order([a, b, c, d]);
    await charge(1);
    for (const table of [billingAttemptTable, cycleBillingTable, rotationPlaceTable]) {
      await service.database.delete(table).where(eq(table.contractId, id));
    }
    await charge(1);
    // What comes next is foreseen by it before the next order.
    expect(await service.database.select().from(rotationPlaceTable)).toMatchObject([
      { contractId: id, coffee: b, isHad: true },
    ]);
    const savedAt = new Date(now().getTime() + 60_000);
    await order([b, d, c], { version: 2, savedAt });
    await order([d, c], { version: 3, savedAt });
    await charge(2);
    expect(await sent()).toBe('bc');
  });

  it('costs what the product does, less the plan’s discount, where the merchant wants so', async () => {
    await order([a, b, c], { price: 'product' });
    await charge(1);
    const { billingAttempts } = await contract();
    const [item] = billingAttempts.nodes[0]?.order?.lineItems.nodes ?? [];
    const price = Number(coffees[1]?.price);
    expect(Number(item?.originalUnitPriceSet.shopMoney.amount)).toBe(price);
    const [row] = await service.database.select().from(billingAttemptTable);
    expect(row?.amount).toBe(Math.round(price * 200) + 490);
    control().changeContract(shop, Number(id), ({ lines }) => ({
      lines: lines.map((one) => ({ ...one, currentPrice: '3.21' })),
    }));
    await charge(2);
    const second = (await contract()).billingAttempts.nodes[1]?.order?.lineItems.nodes[0];
    // Somebody set it by hand.
    expect(Number(second?.originalUnitPriceSet.shopMoney.amount)).toBe(3.21);
  });

  it('costs what it was imported at', async () => {
    await order([a, b], { price: 'product' });
    control().changeContract(shop, Number(id), ({ lines }) => ({
      lines: lines.map((one) => ({ ...one, pricing: null, currentPrice: '3.21' })),
    }));
    const by = { who: 'merchant' } as const;
    await recordInTimeline(context(), { contract: id, kind: 'imported', by });
    await charge(1);
    const [row] = await service.database.select().from(billingAttemptTable);
    expect(row?.amount).toBe(2 * 321 + 490);
  });

  /** Another app changes an order alone, by fields of a mutation on its `$draft`. */
  async function changeElsewhere(index: number, ...changes: string[]) {
    const { draft } = draftSchema.parse(
      await service.admin(
        shop,
        `mutation ($cycle: SubscriptionBillingCycleInput!) {
          made: subscriptionBillingCycleContractEdit(billingCycleInput: $cycle) { draft { id } }
        }`,
        { cycle: cycleOf(index) },
      ),
    ).made;
    const fields = [...changes, 'subscriptionBillingCycleContractDraftCommit(draftId: $draft)'];
    await service.admin(
      shop,
      `mutation ($draft: ID!) { ${fields.map((field) => `${field} { userErrors { message } }`).join('\n')} }`,
      { draft: draft.id },
    );
  }
  const lineChange = (input: string) =>
    `subscriptionDraftLineUpdate(draftId: $draft, lineId: "${line.id}", input: ${input})`;
  const termsChange = (input: string) =>
    `subscriptionDraftUpdate(draftId: $draft, input: ${input})`;

  /** Another app lets an order hold another variant. */
  async function editElsewhere(index: number, product: string) {
    const answer = await service.admin(
      shop,
      `query ($id: ID!) { products: nodes(ids: [$id]) { ... on Product { id title variants(first: 9) { nodes { id title price } } } } }`,
      { id: globalIdOf('Product', product) },
    );
    const [found] = z
      .object({ products: productsSchema.shape.products.shape.nodes })
      .parse(answer).products;
    const variant = found?.variants.nodes.find(({ title }) => title === line.variantTitle);
    await changeElsewhere(index, lineChange(`{ productVariantId: "${variant?.id}" }`));
  }

  it('leaves an order that somebody else has changed, and goes on from a coffee that they chose', async () => {
    await order([a, b, c]);
    await editElsewhere(1, d);
    await charge(1);
    await charge(2);
    await editElsewhere(3, a);
    await charge(3);
    await charge(4);
    expect(await sent()).toBe('dbab');
  });

  it('leaves the moved date of an order as it is', async () => {
    await order([a, b]);
    const date = new Date(Math.floor(now().getTime() / 1000) * 1000 + 3 * 86_400_000);
    await service.admin(
      shop,
      `mutation ($cycle: SubscriptionBillingCycleInput!, $date: DateTime!) {
        subscriptionBillingCycleScheduleEdit(billingCycleInput: $cycle, input: { billingDate: $date, reason: MERCHANT_INITIATED }) { userErrors { message } }
      }`,
      { cycle: cycleOf(1), date: date.toISOString() },
    );
    await charge(1);
    expect(await sent()).toBe('b');
    const answer = await service.admin(
      shop,
      `query ($cycle: SubscriptionBillingCycleInput!) { subscriptionBillingCycle(billingCycleInput: $cycle) { billingAttemptExpectedDate } }`,
      { cycle: cycleOf(1) },
    );
    const { billingAttemptExpectedDate } = cycleSchema.parse(answer).subscriptionBillingCycle;
    expect(billingAttemptExpectedDate).toEqual(date);
  });

  describe('with the next try', () => {
    const tries = ({ reason }: CycleOutcome) => reason === 'tries again';
    const attemptRows = () =>
      service.database.select().from(billingAttemptTable).orderBy(billingAttemptTable.number);
    const addedId = 900_000_001;

    /** The first try was declined. */
    async function isDeclined() {
      await order([a, b, c]);
      await control().act(shop, 'payment-method', {
        paymentMethodId,
        fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 },
      });
      expect(await charge(1, tries)).toMatchObject({ state: 'open' });
      await service.settled();
    }
    /** The contract gets another card, address, delivery price, quantity and price, and one more line. */
    function changeAll(): number {
      const other = control().subscribe(shop, now()).paymentMethodId;
      control().changeContract(shop, Number(id), ({ lines, delivery }) => ({
        paymentMethodId: other,
        deliveryPrice: '19.99',
        delivery: delivery && {
          ...delivery,
          address: { ...delivery.address, address1: '1 New Street' },
        },
        lines: lines.flatMap((one) => [
          { ...one, quantity: 5, currentPrice: '3.21' },
          { ...one, id: addedId, quantity: 1, currentPrice: '1.50' },
        ]),
      }));
      return other;
    }
    async function cycle() {
      const answer = await service.admin(
        shop,
        `query ($cycle: SubscriptionBillingCycleInput!) { subscriptionBillingCycle(billingCycleInput: $cycle) { editedContract {
          deliveryPrice { amount }
          deliveryMethod { ... on SubscriptionDeliveryMethodShipping { address { address1 } } }
          customerPaymentMethod { id }
          lines(first: 9) { nodes { id quantity currentPrice { amount } } }
        } } }`,
        { cycle: cycleOf(1) },
      );
      return editedSchema.parse(answer).subscriptionBillingCycle.editedContract;
    }

    it('charges what the contract holds now, to the card that it has now', async () => {
      await isDeclined();
      const other = changeAll();
      const expired = { kind: 'declined', code: 'EXPIRED_CARD' };
      await control().act(shop, 'payment-method', { paymentMethodId, fate: expired });
      expect(await charge(1)).toMatchObject({ state: 'paid' });
      const [first, second] = await attemptRows();
      expect(first?.method).toMatch(`${paymentMethodId} `);
      expect(second).toMatchObject({ state: 'paid', amount: 5 * 321 + 150 + 1999 });
      expect(second?.method).toMatch(`${other} `);
      expect(await sent()).toBe('b');
      const { lines, ...terms } = await cycle();
      expect(terms).toEqual({
        deliveryPrice: { amount: 19.99 },
        deliveryMethod: { address: { address1: '1 New Street' } },
        customerPaymentMethod: { id: globalIdOf('CustomerPaymentMethod', String(other)) },
      });
      expect(lines.nodes).toMatchObject([
        { id: line.id, quantity: 5, currentPrice: { amount: 3.21 } },
        { quantity: 1, currentPrice: { amount: 1.5 } },
      ]);
    });

    it('charges what the contract holds now also where a restored backup forgot the try before', async () => {
      await isDeclined();
      for (const table of [billingAttemptTable, cycleBillingTable, rotationPlaceTable]) {
        await service.database.delete(table).where(eq(table.contractId, id));
      }
      const other = changeAll();
      expect(await charge(1)).toMatchObject({ state: 'paid' });
      const [, second] = await attemptRows();
      expect(second).toMatchObject({ state: 'paid', amount: 5 * 321 + 150 + 1999 });
      expect(await sent()).toBe('b');
      const { deliveryMethod, customerPaymentMethod } = await cycle();
      expect(deliveryMethod).toEqual({ address: { address1: '1 New Street' } });
      expect(customerPaymentMethod.id).toMatch(`/${other}`);
    });

    it('holds a line no more that was taken out of the contract since, nor a rotation that has ended', async () => {
      await isDeclined();
      await control().act(shop, 'payment-method', {
        paymentMethodId: changeAll(),
        fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 },
      });
      await charge(1, ({ reason }) => reason === 'charging');
      expect(await charge(1, tries)).toMatchObject({ state: 'open' });
      control().changeContract(shop, Number(id), ({ lines }) => ({
        lines: lines.filter((one) => one.id !== addedId),
      }));
      await order([], { version: 2, savedAt: now() });
      expect(await charge(1)).toMatchObject({ state: 'paid' });
      expect(await sent()).toBe('-');
      expect((await cycle()).lines.nodes).toHaveLength(1);
    });

    it('keeps what somebody else has changed in this order', async () => {
      await isDeclined();
      await changeElsewhere(
        1,
        lineChange('{ quantity: 7 }'),
        termsChange('{ deliveryPrice: "2.00" }'),
      );
      const other = changeAll();
      expect(await charge(1)).toMatchObject({ state: 'paid' });
      const [, second] = await attemptRows();
      expect(second?.amount).toBe(7 * 321 + 150 + 200);
      expect(second?.method).toMatch(`${other} `);
    });

    it.each(['customer', 'product'] as const)(
      'keeps a price that somebody has set in this order by hand (%s)',
      async (price) => {
        await order([a, b, c], { price });
        await control().act(shop, 'payment-method', {
          paymentMethodId,
          fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 2 },
        });
        expect(await charge(1, tries)).toMatchObject({ state: 'open' });
        await changeElsewhere(1, lineChange('{ currentPrice: "1.00" }'));
        expect(await charge(1)).toMatchObject({ state: 'paid' });
        expect((await cycle()).lines.nodes).toMatchObject([{ currentPrice: { amount: 1 } }]);
        expect((await attemptRows()).map(({ amount }) => amount).slice(1)).toEqual([690, 690]);
      },
    );

    it('notes the card of an order that somebody else has given one of its own, and charges no other', async () => {
      await order([a, b, c]);
      const other = control().subscribe(shop, now()).paymentMethodId;
      await control().act(shop, 'payment-method', {
        paymentMethodId: other,
        fate: { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 },
      });
      const method = globalIdOf('CustomerPaymentMethod', String(other));
      await changeElsewhere(1, termsChange(`{ paymentMethodId: "${method}" }`));
      expect(await charge(1)).toMatchObject({ state: 'paid' });
      const [first, second] = await attemptRows();
      expect(first?.method).toMatch(`${other} `);
      expect(second?.method).toMatch(`${other} `);
      expect((await cycle()).customerPaymentMethod.id).toMatch(`/${other}`);
    });

    it('follows the contract also where the first try was refused, or stopped after the edit', async () => {
      await order([a, b, c]);
      await becomesDue(1);
      const own = context();
      const stopping: typeof own = {
        ...own,
        graphql: async (operation, ...rest) => {
          const answer = await own.graphql(operation, ...rest);
          if (operation.name === 'CommitCycleDraft') {
            await service.database.update(billingSettingsTable).set({ stoppedAt: now() });
          }
          return answer;
        },
      };
      const cycle = { contract: id, cycle: 1, isUsageBased: false, hasFirstOrder: true };
      expect(await chargeCycle(stopping, cycle)).toMatchObject({ reason: 'stopped' });
      expect(await attemptRows()).toEqual([]);
      const other = changeAll();
      await service.database
        .update(billingSettingsTable)
        .set({ stoppedAt: null, startedAgainAt: now() });
      expect(await charge(1)).toMatchObject({ state: 'paid' });
      const [first] = await attemptRows();
      expect(first).toMatchObject({ amount: 5 * 321 + 150 + 1999 });
      expect(first?.method).toMatch(`${other} `);
    });
  });
});
