import { isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type BulkChange,
  bulkChangeListSchema,
  bulkChangeSchema,
  bulkRowListSchema,
} from '#contract/bulk-change.ts';
import { bulkTexts } from '#contract/bulk-change-names.ts';
import { addDays, dayIn } from '#contract/calendar.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { importFileTexts } from '#contract/subscriber-import-names.ts';
import { subscriptionContractSchema } from '#contract/subscription-contract.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import { ServiceError } from '../../service-error.ts';
import { approveVendor } from '../../shop/vendor.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  billingCycleTable,
  billingSettingsTable,
  importedSubscriptionTable,
  importLineTable,
  leaseTable,
  subscriptionContractTable,
} from '../../store/schema.ts';
import { billingInTest } from '../../testing/billing-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { forgetOldBulkChanges, getBulkChange, listBulkRows } from '../bulk/bulk-change.ts';
import { carryOutBulkChange, decideBulkChange } from '../bulk/carry-out.ts';
import { prepareBulkChange } from '../bulk/prepare.ts';
import { getSubscriptionContract } from '../contracts/contract.ts';
import { refusalTexts } from '../contracts/refusal-words.ts';
import { eraseImported } from './customer-data.ts';
import { findNamed } from './documents.ts';
import { importTexts } from './make.ts';
import { prepareImport } from './prepare.ts';

const columns = [
  ...['reference', 'customer_email', 'variant_id', 'quantity', 'price', 'delivery_price'],
  ...['interval', 'interval_count', 'next_date', 'payment_method_id', 'last_name', 'address1'],
  ...['city', 'zip', 'country_code'],
] as const;
type Cells = Partial<Record<(typeof columns)[number], string>>;

const storeSchema = z.object({
  customers: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        paymentMethods: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
      }),
    ),
  }),
  productVariants: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});
const attributesSchema = z.object({
  subscriptionContract: z.object({
    customAttributes: z.array(z.object({ key: z.string(), value: z.string() })),
    deliveryPrice: z.object({ amount: z.string() }),
    deliveryMethod: z.object({ address: z.object({ address1: z.string() }) }),
  }),
});

const nobody: BulkChange['counts'] = { waiting: 0, doing: 0, done: 0, refused: 0, leftOut: 0 };

describe.each(databases)('subscribers from another app on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = billingInTest(service);
  const { control, now, contextWithoutJobs: context } = billing;
  let customers: { email: string; id: string; method: string | undefined }[];
  let variant: string;
  const inDays = (days: number) => addDays(dayIn(billing.schedule.timeZone, now()), days);

  const lineOf = (index: number, cells: Cells = {}): Cells => ({
    ...{ reference: `R-${index}`, customer_email: customers[index]?.email ?? '' },
    ...{ variant_id: variant, quantity: '2', price: '13.50', delivery_price: '4' },
    ...{ interval: 'week', interval_count: '2', next_date: inDays(5) },
    ...{ payment_method_id: customers[index]?.method ?? '' },
    ...{ last_name: 'Lovelace', address1: '1 Main Street', city: 'Springfield', zip: '12345' },
    ...{ country_code: 'DE', ...cells },
  });
  const fileOf = (lines: readonly Cells[]) =>
    new File(
      [
        [columns, ...lines.map((cells) => columns.map((name) => cells[name] ?? ''))]
          .map((row) => row.join(','))
          .join('\n'),
      ],
      'subscribers.csv',
    );
  const run = (id: string, asked = context()) =>
    carryOutBulkChange(asked, id, new AbortController().signal);
  const change = (id: string) => getBulkChange(context(), id);
  async function checked(lines: readonly Cells[]): Promise<BulkChange> {
    const id = await prepareImport(context(), fileOf(lines));
    expect(await change(id)).toMatchObject({ state: 'checking', change: { change: 'import' } });
    await run(id);
    return await change(id);
  }
  async function imported(lines: readonly Cells[]): Promise<BulkChange> {
    const { id } = await checked(lines);
    await decideBulkChange(context(), id, 'begin');
    await run(id);
    return await change(id);
  }
  const rowsOf = async (id: string, show: 'included' | 'left out' | 'refused' = 'included') =>
    (await listBulkRows(context(), id, { show })).rows;
  const made = () => control().contractIds(shop).length;
  const creates = () => service.operations().filter((name) => name === 'ImportContract').length;
  const refusal = async (asking: Promise<unknown>) =>
    await asking.then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.message : String(error)),
    );

  beforeEach(async () => {
    await billing.reset();
    await approveVendor(service.database, { shop, status: 'active', simpleSubscription: true });
    await billing.keepMirror();
    await service.database.insert(billingSettingsTable).values({ shop, wentLiveAt: now() });
    // The first customer has a card; there's no subscription yet.
    const { contractId } = control().subscribe(shop, now());
    control().changeContract(shop, contractId, null);
    const found = storeSchema.parse(
      await service.admin(
        shop,
        `{ customers(first: 5) { nodes { id email paymentMethods(first: 1) { nodes { id } } } }
          productVariants(first: 1) { nodes { id } } }`,
      ),
    );
    customers = found.customers.nodes.map(({ id, email, paymentMethods: { nodes } }) => ({
      ...{ email, id: originalIdOf(id), method: nodes[0] && originalIdOf(nodes[0].id) },
    }));
    variant = originalIdOf(found.productVariants.nodes[0]?.id ?? '');
    await service.settled();
    service.operations();
  });

  it('is checked whole before anything is written, with the reasons of each line that is wrong', async () => {
    const preview = await checked([
      lineOf(0),
      lineOf(1, { payment_method_id: '', quantity: '1' }),
      lineOf(2, { customer_email: 'nobody@example.com', payment_method_id: '' }),
      lineOf(2, { reference: 'R-x', variant_id: '999', next_date: '1.2.2027' }),
      lineOf(2, { reference: 'R-y', variant_id: '999' }),
      lineOf(2, { reference: 'R-z', payment_method_id: customers[0]?.method ?? '' }),
      lineOf(3, { reference: 'R-u', payment_method_id: '4040404' }),
      lineOf(3, { reference: 'R-0' }),
      lineOf(0, { reference: '' }),
      lineOf(0, { reference: '' }),
    ]);
    expect(preview).toMatchObject({
      ...{ state: 'prepared', stoppedBecause: null, withoutMethod: 1, canGoBack: 0 },
      change: { change: 'import', file: 'subscribers.csv' },
      counts: { ...nobody, waiting: 3, leftOut: 7 },
      sums: [{ currencyCode: 'USD', subscriptions: 3, amount: 0, newAmount: 2 * 3100 + 1750 }],
    });
    expect(await rowsOf(preview.id)).toMatchObject([
      {
        ...{ line: 2, reference: 'R-0', contract: null, state: 'waiting', newAmount: 3100 },
        customer: { id: customers[0]?.id, displayName: customers[0]?.email },
        ...{ items: [expect.stringMatching(/^2 × /)], newDay: inDays(5) },
      },
      { line: 3 },
      { line: 10 },
    ]);
    const left = await rowsOf(preview.id, 'left out');
    expect(left.map(({ line, leftOut, refused }) => [line, leftOut, refused])).toEqual([
      [
        4,
        'wrong',
        expect.stringContaining('no customer with the email address nobody@example.com'),
      ],
      [5, 'wrong', expect.stringContaining('next_date: “1.2.2027” can’t be read.')],
      [6, 'wrong', 'variant_id: Your store has no variant 999.'],
      [7, 'wrong', expect.stringContaining('It’s another customer’s.')],
      [8, 'wrong', expect.stringContaining('Shopify knows no such payment method.')],
      [9, 'twice', 'Line 2 has the same reference.'],
      [
        11,
        'twice',
        'Line 10 has the same customer and product. If both are meant, give this line a reference of its own, and leave line 10 as it is.',
      ],
    ]);
    expect([made(), creates()]).toEqual([0, 0]);
    // What nobody begins isn't in the list, and is forgotten a day later.
    const list = await service.call(shop, 'GET', '/subscription/bulk-change');
    expect(bodyOf(list, bulkChangeListSchema).changes).toEqual([]);
    await forgetOldBulkChanges(service.database, new Date(now().getTime() + 2 * 86_400_000));
    expect(await service.database.$count(importLineTable)).toBe(0);
  });

  it('makes each subscription as the line says, tells where it came from, and charges it on its day', async () => {
    const done = await imported([lineOf(0), lineOf(1, { payment_method_id: '' })]);
    expect(done).toMatchObject({ state: 'done', counts: { ...nobody, done: 2 }, withoutMethod: 0 });
    const [first, second] = await rowsOf(done.id);
    expect(first).toMatchObject({ line: 2, state: 'done', contract: expect.any(String) });
    const id = first?.contract ?? '';
    const shown = await getSubscriptionContract(context(), id);
    expect(subscriptionContractSchema.parse(shown)).toMatchObject({
      ...{ status: 'ACTIVE', customer: { email: customers[0]?.email } },
      lines: [{ quantity: 2, price: 1350 }],
      history: [
        { event: 'imported', details: { bulk: done.id, subject: 'R-0' } },
        { event: 'began' },
      ],
    });
    expect(shown.coming.slice(0, 2)).toMatchObject([
      { day: inDays(5), cycle: 1 },
      { day: inDays(19), cycle: 2 },
    ]);
    const kept = attributesSchema.parse(
      await service.admin(
        shop,
        `query ($id: ID!) { subscriptionContract(id: $id) {
          customAttributes { key value } deliveryPrice { amount }
          deliveryMethod { ... on SubscriptionDeliveryMethodShipping { address { address1 } } }
        } }`,
        { id: `gid://shopify/SubscriptionContract/${id}` },
      ),
    ).subscriptionContract;
    expect(kept).toMatchObject({
      customAttributes: [{ key: 'cadence_import', value: expect.stringMatching(/^[\da-f]{40}$/) }],
      deliveryPrice: { amount: '4.00' },
      deliveryMethod: { address: { address1: '1 Main Street' } },
    });
    expect(await getSubscriptionContract(context(), second?.contract ?? '')).toMatchObject({
      ...{ status: 'ACTIVE', paymentTrouble: 'no method' },
    });
    // Addresses aren't kept longer than needed.
    const contents = await service.database
      .select({ content: importLineTable.content })
      .from(importLineTable);
    expect(contents).toEqual([{ content: null }, { content: null }]);
    await service.settled();
    await billing.moveOn();
    await billing.charge();
    expect(await billing.states()).toContainEqual(expect.stringMatching(/^1 (open|paid): /));
  });

  it('makes nothing twice, however often a file is sent, also where it was put right', async () => {
    const first = await imported([lineOf(0), lineOf(1)]);
    const again = await checked([lineOf(0), lineOf(1, { price: '15' }), lineOf(2)]);
    expect(again).toMatchObject({
      counts: { ...nobody, waiting: 1, leftOut: 2 },
      leftOut: [{ reason: 'imported', subscriptions: 2 }],
    });
    const ids = (await rowsOf(first.id)).map(({ contract }) => contract);
    expect((await rowsOf(again.id, 'left out')).map(({ contract }) => contract)).toEqual(ids);
    expect(await refusal(prepareBulkChange(context(), { takesBack: first.id }))).toBe(
      bulkTexts.nothingToTakeBack,
    );
    // A second tab has the same file, and was checked before the first one began.
    const [one, other] = [await checked([lineOf(3)]), await checked([lineOf(3)])];
    for (const { id } of [one, other]) await decideBulkChange(context(), id, 'begin');
    await Promise.all([run(one.id), run(other.id)]);
    for (const { id } of [one, other]) await run(id);
    const counts = [(await change(one.id)).counts, (await change(other.id)).counts];
    expect(counts.map(({ done }) => done).sort()).toEqual([0, 1]);
    expect(counts.map(({ leftOut }) => leftOut).sort()).toEqual([0, 1]);
    expect([made(), creates()]).toEqual([3, 3]);
    // Of the other shop, nothing is known.
    expect(await service.database.$count(importedSubscriptionTable)).toBe(3);
  });

  it('takes what was imported for the same also once its day has come, and no other line of such a day', async () => {
    const [line, other] = [lineOf(0), lineOf(1)];
    const plain = lineOf(2, { reference: '' });
    await imported([line, plain]);
    await control().clock.moveTo(new Date(now().getTime() + 6 * 86_400_000));
    const isPast = { leftOut: 'wrong', refused: expect.stringContaining('isn’t after today') };
    const again = await checked([line, other, plain, lineOf(2)]);
    expect(again.counts).toEqual({ ...nobody, waiting: 1, leftOut: 3 });
    expect(await rowsOf(again.id, 'left out')).toMatchObject([
      { line: 2, leftOut: 'imported', contract: expect.any(String) },
      { line: 3, ...isPast, contract: null },
      { line: 4, leftOut: 'imported' },
    ]);
  });

  it('makes none while an answer that was lost may still come true', async () => {
    const [one, other] = [await checked([lineOf(0)]), await checked([lineOf(0)])];
    for (const { id } of [one, other]) await decideBulkChange(context(), id, 'begin');
    let later = async () => {};
    await run(one.id, {
      ...context(),
      graphql: async (operation, ...rest) => {
        if (operation.name !== 'ImportContract') return await context().graphql(operation, ...rest);
        later = async () => {
          await context().graphql(operation, ...rest);
        };
        throw new OutcomeUnknownError(new Error('It takes too long.'));
      },
    }).catch(() => {});
    await run(other.id);
    await later();
    expect((await change(other.id)).counts).toEqual({ ...nobody, waiting: 1 });
    await service.database.delete(leaseTable);
    for (const { id } of [other, one]) await run(id);
    expect((await change(other.id)).counts).toEqual({ ...nobody, done: 1 });
    expect((await change(one.id)).counts).toEqual({ ...nobody, leftOut: 1 });
    expect([made(), creates()]).toEqual([1, 1]);
  });

  it('finds what a lost answer made for the customer whom the line named before it was put right', async () => {
    control().addFault({
      ...{ kind: 'status', status: 502, afterExecution: true, operation: 'ImportContract' },
    });
    const lost = await imported([lineOf(0), lineOf(2)]);
    await service.database.delete(leaseTable);
    const corrected = { customer_email: customers[1]?.email, payment_method_id: '' };
    const again = await imported([lineOf(0, corrected)]);
    expect(again).toMatchObject({ state: 'done', leftOut: [{ reason: 'imported' }] });
    await run(lost.id);
    expect([made(), creates()]).toEqual([2, 2]);
    const contracts = await service.database.select().from(subscriptionContractTable);
    expect(contracts).toContainEqual(
      expect.objectContaining({ customerId: customers[0]?.id, isUsageBased: false }),
    );
  });

  it('makes it for the corrected customer where the lost call made nothing', async () => {
    control().addFault({
      ...{ kind: 'status', status: 502, afterExecution: false, operation: 'ImportContract' },
    });
    await imported([lineOf(0), lineOf(2)]);
    await service.database.delete(leaseTable);
    const corrected = { customer_email: customers[1]?.email, payment_method_id: '' };
    expect((await imported([lineOf(0, corrected)])).counts).toEqual({ ...nobody, done: 1 });
    const claims = await service.database.select().from(importedSubscriptionTable);
    expect(claims).toContainEqual(
      expect.objectContaining({ customerId: customers[1]?.id, contractId: expect.any(String) }),
    );
  });

  it('tells what was made of a file that is sent again where the first import was stopped before it told', async () => {
    control().addFault({ kind: 'status', status: 402, operation: 'Contract', times: 9 });
    const first = await imported([lineOf(0)]);
    expect(first).toMatchObject({ state: 'stopped', counts: { doing: 1 } });
    control().clearFaults();
    await control().clock.moveTo(new Date(now().getTime() + 6 * 86_400_000));
    const again = await imported([lineOf(0, { next_date: inDays(-1) })]);
    expect(again.counts).toEqual({ ...nobody, done: 1 });
    const [row] = await rowsOf(again.id);
    const { history } = await getSubscriptionContract(context(), row?.contract ?? '');
    expect(history.map(({ event }) => event)).toEqual(['imported', 'began']);
    const kept = await service.database
      .select({ isUsageBased: subscriptionContractTable.isUsageBased })
      .from(subscriptionContractTable);
    expect([kept, made(), creates()]).toEqual([[{ isUsageBased: false }], 1, 1]);
  });

  it('makes nothing anew where a restored backup forgot that it was imported', async () => {
    const first = await imported([lineOf(0)]);
    const [row] = await rowsOf(first.id);
    for (const table of [importedSubscriptionTable, importLineTable, subscriptionContractTable]) {
      await service.database.delete(table);
    }
    const again = await imported([lineOf(0)]);
    expect(await rowsOf(again.id)).toMatchObject([{ state: 'done', contract: row?.contract }]);
    expect([made(), creates()]).toEqual([1, 1]);
  });

  it('takes a line that got a reference since for the same, unless the file has both', async () => {
    await imported([lineOf(0, { reference: '' })]);
    const again = await checked([lineOf(0)]);
    expect(again.counts).toEqual({ ...nobody, leftOut: 1 });
    expect(await rowsOf(again.id, 'left out')).toMatchObject([
      { leftOut: 'wrong', refused: importTexts.referenceAdded },
    ]);
    const both = await checked([lineOf(0), lineOf(0, { reference: '' })]);
    expect(both.counts).toEqual({ ...nobody, waiting: 1, leftOut: 1 });
  });

  it('takes a line that lost its reference since for the same, unless the file has both', async () => {
    await imported([lineOf(0), lineOf(0, { reference: 'R-x' })]);
    const plain = lineOf(0, { reference: '' });
    const again = await checked([plain, lineOf(1, { reference: '' })]);
    expect(again.counts).toEqual({ ...nobody, waiting: 1, leftOut: 1 });
    expect(await rowsOf(again.id, 'left out')).toMatchObject([
      { line: 2, leftOut: 'wrong', refused: importTexts.referenceMissing },
    ]);
    expect((await checked([plain, lineOf(0)])).counts).toEqual({ ...nobody, leftOut: 2 });
    const all = [plain, lineOf(0), lineOf(0, { reference: 'R-x' })];
    expect((await imported(all)).counts).toEqual({ ...nobody, done: 1, leftOut: 2 });
    expect((await checked([plain])).leftOut).toEqual([{ reason: 'imported', subscriptions: 1 }]);
  });

  it('reads on where a search for emails finds more customers than a page holds', async () => {
    const id = await prepareImport(context(), fileOf([lineOf(0)]));
    const pageInfo = { hasNextPage: true, endCursor: 'first page' };
    await run(id, {
      ...context(),
      graphql: async (operation, ...rest) => {
        if (operation.name === 'NamedCustomers') {
          const [{ query }] = z.tuple([z.object({ query: z.string() })]).parse(rest);
          const { customers: found } = await context().graphql(findNamed, {
            ...{ query, variants: [], methods: [] },
          });
          return operation.answer.parse({ customers: found });
        }
        const answer = await context().graphql(operation, ...rest);
        if (operation.name !== 'NamedInImport') return answer;
        return operation.answer.parse({ ...answer, customers: { nodes: [], pageInfo } });
      },
    });
    expect((await change(id)).counts).toEqual({ ...nobody, waiting: 1 });
  });

  it('takes signs that a shortened cell or name would break', async () => {
    const id = await prepareImport(
      context(),
      new File(
        [fileOf([lineOf(0, { price: `${'x'.repeat(59)}\u{1f600}` })])],
        `${'n'.repeat(254)}\u{1f600}`,
      ),
    );
    await run(id);
    expect((await change(id)).counts).toEqual({ ...nobody, leftOut: 1 });
  });

  it('settles lost answers by what the platform has', async () => {
    const lose = (afterExecution: boolean) =>
      control().addFault({
        ...{ kind: 'status', status: 502, afterExecution, operation: 'ImportContract' },
      });
    lose(true);
    lose(false);
    const { id } = await imported([lineOf(0), lineOf(1), lineOf(2)]);
    expect((await change(id)).counts).toEqual({ ...nobody, doing: 2, done: 1 });
    // Until it must have been carried out.
    await run(id);
    expect((await change(id)).counts).toEqual({ ...nobody, doing: 2, done: 1 });
    await service.database.delete(leaseTable);
    await run(id);
    expect(await change(id)).toMatchObject({ state: 'done', counts: { ...nobody, done: 3 } });
    expect([made(), creates()]).toEqual([3, 4]);
    for (const { contract } of await rowsOf(id)) {
      const { history } = await getSubscriptionContract(context(), contract ?? '');
      expect(history.map(({ event }) => event)).toEqual(['imported', 'began']);
    }
  });

  it.each(['before', 'after'] as const)(
    'makes one where the process dies %s the platform is asked',
    async (when) => {
      const { id } = await checked([lineOf(0)]);
      await decideBulkChange(context(), id, 'begin');
      const dead = () => Promise.reject(new Error('It is dead.'));
      let isDead = false;
      const dying: ShopContext = {
        ...context(),
        graphql: async (operation, ...rest) => {
          if (isDead) return await dead();
          if (operation.name !== 'ImportContract') return context().graphql(operation, ...rest);
          if (when === 'after') await context().graphql(operation, ...rest);
          isDead = true;
          return await dead();
        },
      };
      await run(id, dying).catch(() => {});
      // The webhook comes before whoever goes on with it.
      await service.settled();
      await run(id);
      expect((await change(id)).counts).toEqual({ ...nobody, done: 1 });
      expect([made(), creates()]).toEqual([1, 1]);
      const [row] = await rowsOf(id);
      const kept = await service.database
        .select({ isUsageBased: subscriptionContractTable.isUsageBased })
        .from(subscriptionContractTable);
      expect([row?.state, kept]).toEqual(['done', [{ isUsageBased: false }]]);
      expect(
        await service.database.$count(billingCycleTable, isNull(billingCycleTable.amount)),
      ).toBe(0);
    },
  );

  it('says what the platform refuses, which can be sent again, and charges nothing of a day that has come', async () => {
    const userErrors = [{ field: null, message: 'Not here.', code: 'INVALID' }];
    control().addFault({ kind: 'userErrors', userErrors, operation: 'ImportContract' });
    const { id } = await imported([lineOf(0), lineOf(1)]);
    expect((await change(id)).counts).toEqual({ ...nobody, done: 1, refused: 1 });
    const refused = await rowsOf(id, 'refused');
    expect(refused).toMatchObject([{ refused: refusalTexts.refused('Not here.'), contract: null }]);
    // Both are asked for at the same moment.
    const index = (refused[0]?.line ?? 2) - 2;
    const late = await checked([lineOf(index)]);
    expect(late.counts).toEqual({ ...nobody, waiting: 1 });
    await control().clock.moveTo(new Date(now().getTime() + 6 * 86_400_000));
    await decideBulkChange(context(), late.id, 'begin');
    await run(late.id);
    expect(await rowsOf(late.id)).toMatchObject([{ refused: importTexts.past }]);
    expect((await imported([lineOf(index)])).counts).toEqual({ ...nobody, done: 1 });
  });

  it('gives up a line that Shopify always fails at, and says that it can be sent again', async () => {
    const { id } = await checked([lineOf(0), lineOf(1)]);
    await decideBulkChange(context(), id, 'begin');
    const failing: ShopContext = {
      ...context(),
      graphql: async (operation, ...rest) => {
        const isLine = JSON.stringify(rest).includes(`Customer/${customers[1]?.id}"`);
        if (operation.name === 'ImportContract' && isLine) {
          throw new ServiceError('failed', { message: 'Down.' });
        }
        return await context().graphql(operation, ...rest);
      },
    };
    for (let tries = 0; tries <= 10; tries += 1) await refusal(run(id, failing));
    expect(await change(id)).toMatchObject({
      ...{ state: 'done', counts: { ...nobody, done: 1, refused: 1 } },
    });
    expect(await rowsOf(id, 'refused')).toMatchObject([{ refused: importTexts.unsettled }]);
    expect((await imported([lineOf(0), lineOf(1)])).counts).toEqual({
      ...{ ...nobody, done: 1, leftOut: 1 },
    });
  });

  it('tells why it can’t be checked, and stops and goes on while it is made', async () => {
    const id = await prepareImport(context(), fileOf([lineOf(0), lineOf(1)]));
    control().addFault({ kind: 'status', status: 503, operation: 'NamedInImport', times: 9 });
    expect(await refusal(run(id))).not.toBe('done');
    expect(await change(id)).toMatchObject({
      state: 'checking',
      stoppedBecause: expect.any(String),
    });
    control().clearFaults();
    await run(id);
    expect(await change(id)).toMatchObject({ state: 'prepared', stoppedBecause: null });
    await decideBulkChange(context(), id, 'begin');
    await decideBulkChange(context(), id, 'stop');
    await run(id);
    expect(await change(id)).toMatchObject({ state: 'stopped', counts: { ...nobody, waiting: 2 } });
    await decideBulkChange(context(), id, 'go on');
    await run(id);
    expect(await change(id)).toMatchObject({ state: 'done', counts: { ...nobody, done: 2 } });
  });

  it('is sent over the API and checked by a job, and is none of another shop’s', async () => {
    const form = (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return { body };
    };
    const path = '/subscription/import';
    const sent = await service.call(shop, 'POST', path, form(fileOf([lineOf(0), lineOf(1)])));
    const { id } = bodyOf(sent, bulkChangeSchema, 201);
    await service.settled();
    const read = async () =>
      bodyOf(await service.call(shop, 'GET', `/subscription/bulk-change/${id}`), bulkChangeSchema);
    expect(await read()).toMatchObject({ state: 'prepared', counts: { waiting: 2 } });
    await service.call(shop, 'POST', `/subscription/bulk-change/${id}`, {
      body: { decision: 'begin' },
    });
    await service.settled();
    expect(await read()).toMatchObject({ state: 'done', counts: { done: 2 } });
    const page = async (query: string) =>
      bodyOf(
        await service.call(shop, 'GET', `/subscription/bulk-change/${id}/row${query}`),
        bulkRowListSchema,
      );
    const first = await page('?first=1');
    const second = await page(`?first=1&after=${first.pageInfo.endCursor}`);
    expect([...first.rows, ...second.rows].map(({ line }) => line)).toEqual([2, 3]);
    const empty = await service.call(shop, 'POST', path, form(new File([' \n'], 'a.csv')));
    expect([empty.status, empty.body]).toMatchObject([
      422,
      { fieldErrors: { file: [expect.stringContaining('headings')] } },
    ]);
    expect(
      (await service.call(shop, 'POST', path, form(new File([], 'a.csv')))).body,
    ).toMatchObject({ message: importFileTexts.empty });
    const foreign = { shop: firstCrack, status: 'active', simpleSubscription: true } as const;
    await approveVendor(service.database, foreign);
    for (const tail of ['', '/row']) {
      const theirs = `/subscription/bulk-change/${id}${tail}`;
      expect((await service.call(firstCrack, 'GET', theirs)).status).toBe(404);
    }
  });

  it('forgets the lines of a customer who is erased', async () => {
    const { id } = await imported([lineOf(0), lineOf(1), lineOf(2, { variant_id: 'x' })]);
    const customer = { id: customers[0]?.id ?? '', email: customers[0]?.email.toUpperCase() ?? '' };
    await eraseImported(service.database, shop, customer);
    expect((await rowsOf(id)).map(({ line }) => line)).toEqual([3]);
    await eraseImported(service.database, shop, { id: '', email: customers[2]?.email ?? '' });
    expect(await rowsOf(id, 'left out')).toEqual([]);
    expect(await service.database.$count(importedSubscriptionTable)).toBe(1);
  });

  it('forgets by what the subscriptions of a customer were known, also once the lines are gone', async () => {
    await imported([lineOf(0), lineOf(1)]);
    await service.database.delete(importLineTable);
    await eraseImported(service.database, shop, { id: customers[0]?.id ?? '', email: null });
    expect(await service.database.$count(importedSubscriptionTable)).toBe(1);
  });

  it('takes 10,000 lines, and checks them as far as a job gets', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      lineOf(index % customers.length, { reference: `L-${index}`, payment_method_id: '' }),
    );
    const id = await prepareImport(context(), fileOf(lines));
    const job = new AbortController();
    let asked = 0;
    const counting: ShopContext = {
      ...context(),
      graphql: async (operation, ...rest) => {
        if (operation.name === 'NamedInImport') asked += 1;
        if (asked === 4) job.abort();
        return await context().graphql(operation, ...rest);
      },
    };
    await carryOutBulkChange(counting, id, job.signal);
    expect(await change(id)).toMatchObject({
      ...{ state: 'checking', counts: { ...nobody, waiting: 200, doing: 9_800 } },
    });
  }, 60_000);
});
