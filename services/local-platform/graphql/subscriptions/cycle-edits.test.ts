import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Platform } from '../../server/platform.ts';
import type { Store } from '../../store/store.ts';
import { executor, storeOf, testPlatform } from '../../test-platform.ts';
import { planEvery, subscribe } from '../../test-subscriptions.ts';
import type { Announcement } from '../context.ts';
import { instantOf, wallClock } from './wall-clock.ts';

const day = 86_400_000;
const cycleFields = `cycleIndex billingAttemptExpectedDate skipped edited status
  editedContract { deliveryPrice { amount } lines(first: 5) { nodes { id quantity currentPrice { amount } } } }`;

describe('edits', () => {
  let platform: Platform;
  let store: Store;
  let announced: Announcement[];
  let contract: ReturnType<typeof subscribe>['contract'];
  let contractId: string;
  let lineId: string;

  /** Executes a mutation; returns its payload and the codes of its user errors. */
  async function run(field: string, args: string, answer: string) {
    const result = await executor(platform)(
      `mutation { payload: ${field}(${args}) { ${answer} userErrors { field message code } } }`,
    );
    expect(result.errors).toBeUndefined();
    return result.data;
  }
  const refusedWith = (code: string) => ({ payload: { userErrors: [{ code }] } });
  const cycle = (index: number) =>
    `billingCycleInput: { contractId: "${contractId}", selector: { index: ${index} } }`;
  const skip = (index: number, name = 'Skip') =>
    run(`subscriptionBillingCycle${name}`, cycle(index), `billingCycle { ${cycleFields} }`);
  const schedule = (index: number, input: string) =>
    run(
      'subscriptionBillingCycleScheduleEdit',
      `${cycle(index)}, input: { reason: MERCHANT_INITIATED ${input} }`,
      `billingCycle { ${cycleFields} }`,
    );
  async function draftOf(field: string, args: string): Promise<string> {
    const data = await run(field, args, 'draft { id }');
    const id = /gid:\/\/shopify\/SubscriptionDraft\/\d+/.exec(JSON.stringify(data))?.[0];
    if (id === undefined) throw new Error(JSON.stringify(data));
    return id;
  }
  const contractDraft = () => draftOf('subscriptionContractUpdate', `contractId: "${contractId}"`);
  const commit = (draftId: string, name = 'subscriptionDraftCommit') =>
    run(name, `draftId: "${draftId}"`, 'contract { updatedAt }');
  const updateLine = (draftId: string, input: string) =>
    run(
      'subscriptionDraftLineUpdate',
      `draftId: "${draftId}", lineId: "${lineId}", input: { ${input} }`,
      'lineUpdated { quantity }',
    );
  const changePrice = (price: string) =>
    run(
      'subscriptionContractProductChange',
      `subscriptionContractId: "${contractId}", lineId: "${lineId}", input: { currentPrice: "${price}" }`,
      'contract { revisionId } lineUpdated { currentPrice { amount } quantity }',
    );
  const topics = () => announced.map(({ topic }) => topic);
  const current = () => store.tables.contracts.get(contract.id);

  beforeEach(() => {
    platform = testPlatform();
    store = storeOf(platform);
    announced = [];
    platform.webhooks.announce = (_, topic, body) => void announced.push({ topic, body });
    const createdAt = new Date(Date.now() - 3 * day);
    contract = subscribe(store, createdAt, {
      plan: planEvery(store, 1, 'WEEK'),
      quantity: 2,
    }).contract;
    contractId = `gid://shopify/SubscriptionContract/${contract.id}`;
    lineId = `gid://shopify/SubscriptionLine/${contract.lines[0]?.id}`;
  });

  describe('of the schedule', () => {
    it('skip a cycle and take that back, each told once', async () => {
      expect(await skip(2)).toMatchObject({
        payload: { billingCycle: { cycleIndex: 2, skipped: true, edited: true } },
      });
      await skip(2);
      expect(await skip(2, 'Unskip')).toMatchObject({
        payload: { billingCycle: { skipped: false, edited: false } },
      });
      expect(topics()).toEqual([
        'subscription_billing_cycles/skip',
        'subscription_billing_cycles/unskip',
      ]);
      expect(announced[0]?.body).toMatchObject({
        subscription_contract_id: contract.id,
        cycle_index: 2,
        skipped: true,
      });
      expect(await skip(900)).toMatchObject(refusedWith('INVALID'));
    });

    it('move a date within the cycle, and no further', async () => {
      const inside = new Date(Date.now() + day).toISOString().replace(/\.\d+Z/, 'Z');
      expect(await schedule(1, `billingDate: "${inside}"`)).toMatchObject({
        payload: { billingCycle: { billingAttemptExpectedDate: inside, edited: true } },
      });
      expect(topics()).toEqual(['subscription_billing_cycle_edits/create']);
      for (const days of [-10, 10]) {
        const outside = new Date(Date.now() + days * day).toISOString();
        expect(await schedule(1, `billingDate: "${outside}"`)).toMatchObject(
          refusedWith('OUT_OF_BOUNDS'),
        );
      }
      expect(await schedule(1, '')).toMatchObject(
        refusedWith('EMPTY_BILLING_CYCLE_EDIT_SCHEDULE_INPUT'),
      );
      expect(await schedule(0, 'skip: true')).toMatchObject(
        refusedWith('CYCLE_INDEX_OUT_OF_RANGE'),
      );
      expect(await schedule(900, 'skip: true')).toMatchObject(
        refusedWith('UPCOMING_CYCLE_LIMIT_EXCEEDED'),
      );
      expect(await schedule(1, `skip: true, billingDate: "${inside}"`)).toMatchObject(
        refusedWith('BILLING_DATE_SET_ON_SKIPPED'),
      );
    });

    it('are refused while the cycle is being charged, and once it is', async () => {
      const now = platform.clock.now().toISOString();
      await schedule(1, `billingDate: "${now}"`);
      await run(
        'subscriptionBillingAttemptCreate',
        `subscriptionContractId: "${contractId}", subscriptionBillingAttemptInput: { idempotencyKey: "k", billingCycleSelector: { index: 1 } }`,
        'subscriptionBillingAttempt { id }',
      );
      expect(await skip(1)).toMatchObject(refusedWith('INVALID'));
      expect(await schedule(1, 'skip: true')).toMatchObject(
        refusedWith('INCOMPLETE_BILLING_ATTEMPTS'),
      );
      expect(
        await run('subscriptionBillingCycleEditDelete', cycle(1), 'billingCycles { cycleIndex }'),
      ).toMatchObject(refusedWith('INCOMPLETE_BILLING_ATTEMPTS'));
      await platform.clock.moveBy({ hours: 1 });
      expect(await schedule(1, 'skip: true')).toMatchObject(refusedWith('INVALID'));
    });
  });

  describe('of the contract', () => {
    it('go by a draft, which nothing shows until it is committed', async () => {
      const draftId = await contractDraft();
      await updateLine(draftId, 'quantity: 5, currentPrice: "7.25"');
      const input = 'deliveryPrice: "0", note: "Ring twice", status: PAUSED';
      await run(
        'subscriptionDraftUpdate',
        `draftId: "${draftId}", input: { ${input} }`,
        'draft { id }',
      );
      expect(current()).toEqual(contract);
      expect(await commit(draftId)).toMatchObject({ payload: { userErrors: [] } });
      expect(current()).toMatchObject({
        revisionId: 2,
        status: 'PAUSED',
        note: 'Ring twice',
        deliveryPrice: '0.00',
        lines: [{ quantity: 5, currentPrice: '7.25' }],
        schedules: contract.schedules,
      });
      expect(topics()).toEqual(['subscription_contracts/pause', 'subscription_contracts/update']);
      expect(await commit(draftId)).toMatchObject(refusedWith('COMMITTED'));
    });

    it('add and remove lines, but never the last one', async () => {
      const variantId = `gid://shopify/ProductVariant/${contract.lines[0]?.variantId}`;
      const draftId = await contractDraft();
      const line = `productVariantId: "${variantId}", currentPrice: "3", quantity: 1`;
      const add = (input: string) =>
        run(
          'subscriptionDraftLineAdd',
          `draftId: "${draftId}", input: { ${input} }`,
          'lineAdded { id } draft { linesAdded(first: 5) { nodes { id } } }',
        );
      const remove = () =>
        run(
          'subscriptionDraftLineRemove',
          `draftId: "${draftId}", lineId: "${lineId}"`,
          'lineRemoved { id } draft { lines(first: 5) { nodes { id } } }',
        );
      expect(await add(line.replace('quantity: 1', 'quantity: 0'))).toMatchObject(
        refusedWith('GREATER_THAN_OR_EQUAL_TO'),
      );
      await remove();
      expect(await remove()).toMatchObject(refusedWith('ALREADY_REMOVED'));
      expect(await commit(draftId)).toMatchObject(refusedWith('INVALID_LINES'));
      await add(line);
      expect(await commit(draftId)).toMatchObject({ payload: { userErrors: [] } });
      expect(current()?.lines).toMatchObject([{ quantity: 1, currentPrice: '3.00' }]);
    });

    it('are refused once somebody else has changed it', async () => {
      const draftId = await contractDraft();
      expect(await changePrice('9.99')).toMatchObject({
        payload: {
          contract: { revisionId: '2' },
          lineUpdated: { quantity: 2, currentPrice: { amount: '9.99' } },
        },
      });
      expect(await commit(draftId)).toMatchObject(refusedWith('STALE_CONTRACT'));
      expect(current()?.lines[0]?.currentPrice).toBe('9.99');
    });

    it('count the current cycle anew by another policy', async () => {
      const draftId = await contractDraft();
      const policy = (count: number) => `{ interval: WEEK, intervalCount: ${count} }`;
      const update = (count: number) =>
        run(
          'subscriptionDraftUpdate',
          `draftId: "${draftId}", input: { billingPolicy: ${policy(count)}, deliveryPolicy: ${policy(2)} }`,
          'draft { id }',
        );
      expect(await update(3)).toMatchObject(refusedWith('DELIVERY_MUST_BE_MULTIPLE_OF_BILLING'));
      await update(2);
      await commit(draftId);
      const zone = store.shop.timezone;
      const weekLater =
        wallClock(zone, Date.parse(contract.schedules[0]?.firstDate ?? '')) + 7 * day;
      const first = Date.parse(current()?.schedules[0]?.firstDate ?? '');
      expect(first).toBe(instantOf(zone, weekLater));
    });
  });

  it('of the policy of an imported contract have skipped its first cycle, as developers report', async () => {
    const customerId = `gid://shopify/Customer/${contract.customerId}`;
    const policy = '{ interval: MONTH, intervalCount: 1 }';
    const line = `productVariantId: "gid://shopify/ProductVariant/${contract.lines[0]?.variantId}", currentPrice: "12.5", quantity: 1`;
    const soon = new Date(Date.now() + day).toISOString().replace(/\.\d+Z/, 'Z');
    const created = await run(
      'subscriptionContractAtomicCreate',
      `input: { customerId: "${customerId}", currencyCode: USD, nextBillingDate: "${soon}",
        contract: { billingPolicy: ${policy}, deliveryPolicy: ${policy} }, lines: [{ line: { ${line} } }] }`,
      'contract { id }',
    );
    expect(topics()).toEqual(['subscription_contracts/create']);
    contractId = /gid:[^"]+/.exec(JSON.stringify(created))?.[0] ?? '';
    const imported = () => store.tables.contracts.get(Number(contractId.split('/').at(-1)));
    expect(imported()).toMatchObject({
      schedules: [{ fromIndex: 1, firstDate: soon }],
      lines: [{ currentPrice: '12.50' }],
    });
    const draftId = await contractDraft();
    const input = 'billingPolicy: { interval: MONTH, intervalCount: 1, maxCycles: 10 }';
    await run(
      'subscriptionDraftUpdate',
      `draftId: "${draftId}", input: { ${input} }`,
      'draft { id }',
    );
    await commit(draftId);
    const first = Date.parse(imported()?.schedules[0]?.firstDate ?? '');
    expect((first - Date.now()) / day).toBeGreaterThan(27);
  });

  describe('of what one cycle contains', () => {
    const cycleDraft = (index: number) =>
      draftOf('subscriptionBillingCycleContractEdit', cycle(index));
    const commitCycle = (draftId: string) =>
      commit(draftId, 'subscriptionBillingCycleContractDraftCommit');

    it('charge that cycle alone, and lock the contract while they lie ahead', async () => {
      const draftId = await cycleDraft(1);
      await updateLine(draftId, 'quantity: 1, currentPrice: "1.00"');
      expect(await commit(draftId)).toMatchObject(refusedWith('BILLING_CYCLE_PRESENT'));
      const transact = vi.spyOn(store, 'transact');
      await commitCycle(draftId);
      // One transaction stores both the edit and the committed draft.
      expect(transact).toHaveBeenCalledTimes(1);
      expect(topics()).toEqual(['subscription_billing_cycle_edits/create']);
      expect(current()?.revisionId).toBe(1);
      expect(await changePrice('9.99')).toMatchObject(refusedWith('HAS_FUTURE_EDITS'));
      expect(
        await run('subscriptionContractUpdate', `contractId: "${contractId}"`, 'draft { id }'),
      ).toMatchObject(refusedWith('HAS_FUTURE_EDITS'));
      const [schedule] = contract.schedules;
      await platform.clock.moveTo(new Date(Date.parse(schedule?.firstDate ?? '') + 60_000));
      await run(
        'subscriptionBillingAttemptCreate',
        `subscriptionContractId: "${contractId}", subscriptionBillingAttemptInput: { idempotencyKey: "k", billingCycleSelector: { index: 1 } }`,
        'subscriptionBillingAttempt { id }',
      );
      await platform.clock.moveBy({ hours: 1 });
      expect(store.tables.orders.all().at(-1)?.lines).toMatchObject([
        { quantity: 1, unitPrice: '1.00' },
      ]);
      // The cycle has ended, so the contract can change again.
      expect(await changePrice('9.99')).toMatchObject({ payload: { userErrors: [] } });
    });

    it('go with the moved date and the skip when they are deleted', async () => {
      const draftId = await cycleDraft(2);
      await commitCycle(draftId);
      await skip(2);
      await skip(4);
      announced = [];
      const all = () =>
        run(
          'subscriptionBillingCycleEditsDelete',
          `contractId: "${contractId}", targetSelection: ALL`,
          'billingCycles { cycleIndex skipped edited }',
        );
      expect(await all()).toMatchObject({
        payload: {
          billingCycles: [
            { cycleIndex: 2, skipped: false, edited: false },
            { cycleIndex: 4, skipped: false, edited: false },
          ],
        },
      });
      expect(topics()).toEqual([
        'subscription_billing_cycle_edits/delete',
        'subscription_billing_cycle_edits/delete',
      ]);
      expect(await all()).toMatchObject(refusedWith('NO_CYCLE_EDITS'));
    });

    it('change no policy, and are committed as such', async () => {
      const draftId = await cycleDraft(1);
      expect(
        await run(
          'subscriptionDraftUpdate',
          `draftId: "${draftId}", input: { billingPolicy: { interval: WEEK, intervalCount: 2 } }`,
          'draft { id }',
        ),
      ).toMatchObject(refusedWith('BILLING_CYCLE_CONTRACT_DRAFT_BILLING_POLICY_INVALID'));
      expect(await commitCycle(await contractDraft())).toMatchObject(
        refusedWith('BILLING_CYCLE_ABSENT'),
      );
    });
  });
});
