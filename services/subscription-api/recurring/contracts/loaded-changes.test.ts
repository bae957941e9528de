import { describe, expect, it } from 'vitest';
import { addDays, dayIn, hourOfDay } from '#contract/calendar.ts';
import { changeContractSchema } from '#contract/subscription-contract.ts';
import { billingAttemptTable } from '../../store/schema.ts';
import { changesInTest } from '../../testing/changes-in-test.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { roastAndRitual as shop } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { refreshContract } from '../mirror/refresh.ts';
import { getContractAddress } from './address.ts';
import { changeSubscriptionContract, changeTexts } from './change.ts';
import { getContractPlans } from './plans.ts';

describe.each(databases)('a subscription on %s', (kind) => {
  const service = serviceForSuite(kind);
  const billing = changesInTest(service);
  const { control, now, context, charge, subscribe, changed, shown, ask, refusal, conflict } =
    billing;

  const address = () => getContractAddress(context(), changed.id);
  const refuse = (operation: string, code: string) =>
    control().addFault({ kind: 'userErrors', userErrors: [{ message: 'No.', code }], operation });
  const lose = (operation: string) =>
    control().addFault({ kind: 'status', status: 502, afterExecution: true, operation });
  const nextOrder = async () =>
    (await shown()).coming.find(({ outcome }) => outcome === 'upcoming');
  const commits = () => service.operations().filter((name) => name === 'CommitContractDraft');

  const elsewhere = {
    ...{ firstName: 'Ada', lastName: 'Lovelace', company: '', address1: '12 St James’s Square' },
    ...{ address2: '', city: 'London', provinceCode: '', zip: 'SW1Y 4JH', countryCode: 'GB' },
    phone: '',
  };
  const move = { change: 'set address', address: elsewhere, deliveryPrice: 1990 } as const;

  it('sends its orders elsewhere, once and only for who has seen it as it is', async () => {
    const before = await address();
    expect(before.address?.countryCode).toBe('US');
    expect(before.countries).toContain('GB');
    expect(before.tag).toBe((await shown()).tag);
    const after = await ask(move, before.tag);
    expect(await address()).toMatchObject({ address: elsewhere, deliveryPrice: 1990 });
    expect(after.deliveryPrice).toBe(1990);
    expect(after.history[0]).toMatchObject({
      event: 'address changed',
      by: { who: 'merchant' },
      details: { to: '$19.90' },
    });
    // The same again does nothing, something else by who has seen what was before is refused.
    await ask(move, before.tag);
    expect(commits()).toHaveLength(1);
    const other = { ...move, address: { ...elsewhere, city: 'Leeds' } };
    expect(await refusal(ask(other, before.tag))).toBe(conflict(changeTexts.changed));
    for (const [operation, code, text] of [
      ['DraftContract', 'HAS_FUTURE_EDITS', changeTexts.edited],
      ['UpdateDraft', 'INVALID', changeTexts.refused('No.')],
      ['CommitContractDraft', 'STALE_CONTRACT', changeTexts.changed],
    ] as const) {
      refuse(operation, code);
      expect(await refusal(ask(other))).toBe(conflict(text));
    }
    expect((await address()).address?.city).toBe('London');
    lose('CommitContractDraft');
    expect((await ask(other)).history[0]).toMatchObject({ event: 'address changed', details: {} });
    expect((await address()).address?.city).toBe('Leeds');
    lose('UpdateDraft');
    expect(await refusal(ask(move))).toMatch(/^outcome unknown: /);
    expect(JSON.stringify((await shown()).history)).not.toContain('Leeds');
    await billing.moveOn();
    await charge();
    const [attempt] = await service.database.select().from(billingAttemptTable);
    expect(attempt?.amount).toBe(after.amount);
  });

  it('sends its orders where they went before, but not over what came after', async () => {
    const before = await address();
    const { address: was, deliveryPrice } = before;
    const back = changeContractSchema.parse({ change: 'set address', address: was, deliveryPrice });
    const { tag } = await ask(move, before.tag);
    // Somebody changed it on the platform, and the webhook is still on its way.
    control().changeContract(shop, Number(changed.id), { deliveryPrice: '9.90' });
    expect(await refusal(ask(back, tag))).toBe(conflict(changeTexts.changed));
    expect(await address()).toMatchObject({ address: elsewhere, deliveryPrice: 990 });
    const again = await ask(move);
    const undone = await ask(back, again.tag);
    expect(await address()).toMatchObject({ address: was, deliveryPrice });
    expect(undone.history[0]).toMatchObject({
      event: 'address changed',
      details: { from: '$19.90' },
    });
    await ask(back, again.tag);
    expect(commits()).toHaveLength(3);
  });

  const addressesTold = async () =>
    (await shown()).history.flatMap(({ event, by, details: { from, to } }) =>
      event === 'address changed' ? [[by?.who, from, to].filter(Boolean).join(' ')] : [],
    );

  it('tells once that its address was changed outside of Cadence, and no word of it', async () => {
    const readAfter = async (city: string | null, price?: string) => {
      control().changeContract(
        shop,
        Number(changed.id),
        ({ delivery, deliveryPrice, revisionId }) => ({
          ...{ revisionId: revisionId + 1, deliveryPrice: price ?? deliveryPrice },
          delivery: delivery && {
            ...delivery,
            address: { ...delivery.address, city: city ?? delivery.address.city },
          },
        }),
      );
      await refreshContract(context(), changed.id);
      await refreshContract(context(), changed.id);
      return await addressesTold();
    };
    expect(await readAfter('Leeds')).toEqual(['elsewhere']);
    expect(await readAfter(null, '7.00')).toEqual(['elsewhere']);
    await ask(move);
    const told = ['merchant $7.00 $19.90', 'elsewhere'];
    // Soon after what was done here, and one soon after the other.
    expect(await readAfter('Leeds', '8.00')).toEqual(['elsewhere $19.90 $8.00', ...told]);
    told.unshift('elsewhere', 'elsewhere $19.90 $8.00');
    expect(await readAfter('York')).toEqual(told);
    // What is done here soon after it doesn't take its place.
    await ask({ ...move, deliveryPrice: 800 });
    expect(await addressesTold()).toEqual(['merchant', ...told]);
    expect(JSON.stringify((await shown()).history)).not.toMatch(/Leeds|York/);
  });

  it.each(['is answered', 'has no answer', 'is read by its webhook first', 'isn’t read anew'])(
    'tells an address that was changed here once where it %s',
    async (how) => {
      let isDone = false;
      const graphql = (async (...call: Parameters<ReturnType<typeof context>['graphql']>) => {
        if (how === 'isn’t read anew' && isDone && call[0].name === 'Contract') {
          throw new Error('It can’t be read now.');
        }
        const answer = await context().graphql(...call);
        if (call[0].name !== 'CommitContractDraft') return answer;
        isDone = true;
        if (how === 'is read by its webhook first') await refreshContract(context(), changed.id);
        return answer;
      }) as ReturnType<typeof context>['graphql'];
      if (how === 'has no answer') lose('CommitContractDraft');
      const { tag } = await shown();
      await changeSubscriptionContract({ ...context(), graphql }, changed.id, move, tag);
      await service.settled();
      await refreshContract(context(), changed.id);
      expect(await addressesTold()).toEqual(['merchant $4.90 $19.90']);
    },
  );

  it('takes another plan of its group for the price that was said, and is charged by it', async () => {
    const before = await getContractPlans(context(), changed.id);
    const [current] = (await shown()).lines;
    expect(before.plans.map(({ name }) => name)).not.toContain(current?.planName);
    const [plan] = before.plans;
    if (plan === undefined) throw new Error('The group has one plan only.');
    const set = { change: 'set plan', plan: plan.id, lines: plan.lines } as const;
    const dearer = plan.lines.map(({ line, price }) => ({ line, price: price + 1 }));
    expect(await refusal(ask({ ...set, lines: dearer }))).toBe(conflict(changeTexts.plan));
    expect(await refusal(ask({ ...set, plan: '999' }))).toBe(conflict(changeTexts.plan));
    for (const operation of ['DraftContract', 'UpdateDraft', 'SetDraftLine']) {
      refuse(operation, 'INVALID');
      expect(await refusal(ask(set))).toBe(conflict(changeTexts.refused('No.')));
    }
    expect(commits()).toEqual([]);
    lose('CommitContractDraft');
    const after = await ask(set, before.tag);
    expect(after).toMatchObject({ every: plan.every, delivered: plan.delivered });
    expect(after.lines).toMatchObject([{ planName: plan.name, price: plan.lines[0]?.price }]);
    expect(after.amount).toBe(plan.amount);
    expect(after.history[0]).toMatchObject({
      event: 'plan changed',
      details: { from: current?.planName, to: plan.name },
    });
    await ask(set, before.tag);
    expect(commits()).toHaveLength(1);
    const other = before.plans[1] ?? plan;
    expect(await refusal(ask({ ...set, plan: other.id, lines: dearer }, before.tag))).toBe(
      conflict(changeTexts.changed),
    );
    await billing.moveOn();
    await charge();
    const [attempt] = await service.database.select().from(billingAttemptTable);
    expect(attempt?.amount).toBe(plan.amount);
  });

  it('keeps its days while an order is being charged: Shopify would give that one another day', async () => {
    ({ id: changed.id } = await subscribe({ method: { fate: { kind: 'silent' } } }));
    const { plans } = await getContractPlans(context(), changed.id);
    const [plan] = plans;
    if (plan === undefined) throw new Error('The group has one plan only.');
    await billing.moveOn();
    await charge();
    const { coming } = await shown();
    expect(coming.map(({ outcome }) => outcome).slice(0, 2)).toEqual(['charging', 'upcoming']);
    const day = addDays(coming[1]?.day ?? '', 1);
    for (const asked of [
      { change: 'set plan', plan: plan.id, lines: plan.lines },
      { change: 'move following', cycle: 2, day },
    ] as const) {
      expect(await refusal(ask(asked))).toBe(conflict(changeTexts.charging));
    }
    expect((await shown()).coming.slice(0, 2)).toEqual(coming.slice(0, 2));
  });

  it.each([
    ['was charged', { kind: 'good' }],
    ['has failed', { kind: 'declined', code: 'INSUFFICIENT_FUNDS', times: 1 }],
  ] as const)('keeps its days until the time of an order that %s is over', async (_, fate) => {
    await ask({ change: 'cancel' });
    const { timeZone } = billing.schedule;
    await control().clock.moveTo(hourOfDay(timeZone, addDays(dayIn(timeZone, now()), 1), 20));
    ({ id: changed.id } = await subscribe({ method: { fate } }));
    const plan = (await getContractPlans(context(), changed.id)).plans.at(-1);
    if (plan === undefined) throw new Error('The group has one plan only.');
    for (let look = 0; look < 2; look += 1) {
      await billing.moveOn();
      await charge();
    }
    await refreshContract(context(), changed.id);
    const next = await nextOrder();
    const day = addDays(next?.day ?? '', 1);
    const setPlan = { change: 'set plan', plan: plan.id, lines: plan.lines } as const;
    for (const asked of [
      setPlan,
      { change: 'move following', cycle: next?.cycle ?? 0, day },
    ] as const) {
      expect(await refusal(ask(asked))).toBe(conflict(changeTexts.tried));
    }
    expect((await nextOrder())?.day).toBe(next?.day);
    await control().clock.moveTo(new Date(now().getTime() + 86_400_000));
    await ask(setPlan);
  });

  it.each(['WEEK', 'MONTH'] as const)(
    'moves the next order and all that follow, by %s',
    async (interval) => {
      await ask({ change: 'cancel' });
      ({ id: changed.id } = await subscribe({ plan: control().planEvery(shop, 1, interval) }));
      await service.settled();
      service.operations();
      const before = await shown();
      const [next, second] = before.coming;
      expect(next?.changes).toContain('move following');
      expect(second?.changes ?? []).not.toContain('move following');
      const cycle = next?.cycle ?? 0;
      // Later than its cycle, which a move of one order alone can't be.
      const day = addDays(next?.day ?? '', 2);
      const move = { change: 'move following', cycle, day } as const;
      const today = dayIn(before.timeZone, now());
      for (const wrong of [today, addDays(today, 41)]) {
        expect(await refusal(ask({ ...move, day: wrong }))).toBe(
          conflict(changeTexts.followingDay),
        );
      }
      refuse('CommitContractDraft', 'STALE_CONTRACT');
      expect(await refusal(ask(move))).toBe(conflict(changeTexts.changed));
      const after = await ask(move, before.tag);
      const days = after.coming
        .filter(({ outcome }) => outcome === 'upcoming')
        .map((one) => one.day);
      expect(days[0]).toBe(day);
      if (interval === 'WEEK') {
        expect(days.slice(0, 3)).toEqual([day, addDays(day, 7), addDays(day, 14)]);
      }
      const told = after.history.filter(({ by }) => by !== null);
      expect(told).toMatchObject([
        { event: 'moved with following', details: { day: next?.day, newDay: day } },
      ]);
      service.operations();
      const open = after.coming.find(({ outcome }) => outcome === 'upcoming');
      const earlier = { ...move, cycle: open?.cycle ?? 0, day: addDays(day, -1) };
      // The answer is lost after it was done: the same again finishes it.
      lose('CommitContractDraft');
      await refusal(ask(earlier));
      const again = { ...earlier, cycle: (await nextOrder())?.cycle ?? 0 };
      await ask(again);
      const last = await nextOrder();
      expect(last?.day).toBe(earlier.day);
      await billing.moveOn();
      await charge();
      await billing.moveOn();
      await charge();
      expect(await billing.states()).toContain(`${last?.cycle} paid: paid`);
    },
  );

  it('moves an order with all that follow that was moved by itself before', async () => {
    await ask({ change: 'cancel' });
    ({ id: changed.id } = await subscribe({ plan: control().planEvery(shop, 1, 'MONTH') }));
    await service.settled();
    const next = await nextOrder();
    const cycle = next?.cycle ?? 0;
    const usual = next?.day ?? '';
    await ask({ change: 'move', cycle, day: addDays(usual, -5) });
    const day = addDays(usual, -2);
    const { coming } = await ask({ change: 'move following', cycle, day });
    const days = coming.filter(({ outcome }) => outcome === 'upcoming').map((one) => one.day);
    expect(days[0]).toBe(day);
    expect(days[1]?.slice(8)).toBe(day.slice(8));
  });

  it('says what was done where the platform refuses to skip an order before the new day', async () => {
    await ask({ change: 'cancel' });
    ({ id: changed.id } = await subscribe({ plan: control().planEvery(shop, 1, 'WEEK') }));
    await service.settled();
    const next = await nextOrder();
    const day = addDays(next?.day ?? '', 9);
    refuse('SkipCycle', 'INVALID');
    const move = { change: 'move following', cycle: next?.cycle ?? 0, day } as const;
    expect(await refusal(ask(move))).toBe(conflict(changeTexts.halfMoved('No.')));
    const { coming, history } = await shown();
    expect(coming.map((one) => one.day)).toContain(day);
    // It is told as theirs, and not as found elsewhere.
    expect(history.filter(({ by }) => by !== null)).toMatchObject([
      { event: 'moved with following', by: { who: 'merchant' }, details: { newDay: day } },
    ]);
  });

  it('doesn’t move all that follow where it comes on several days of the week: it would come on one alone', async () => {
    const anchors = [2, 5].map((day) => ({ type: 'WEEKDAY' as const, day }));
    ({ id: changed.id } = await subscribe({
      plan: control().planEvery(shop, 1, 'WEEK', { anchors }),
    }));
    const next = await nextOrder();
    expect(next?.changes).toEqual(['skip', 'move', 'bill']);
    const [cycle, day] = [next?.cycle ?? 0, addDays(next?.day ?? '', 1)];
    expect(await refusal(ask({ change: 'move following', cycle, day }))).toBe(
      conflict(changeTexts.orderNotNow),
    );
  });

  it('doesn’t say where it is sent once it is gone', async () => {
    control().changeContract(shop, Number(changed.id), null);
    expect(await refusal(address())).toMatch(/^not found: /);
    expect(await refusal(getContractAddress(context(), '999'))).toMatch(/^not found: /);
    expect(await refusal(getContractPlans(context(), '999'))).toMatch(/^not found: /);
  });

  it.each([
    { ...move, address: { ...elsewhere, zip: 'nowhere' } },
    { ...move, address: { ...elsewhere, lastName: ' ' } },
    { ...move, address: { ...elsewhere, countryCode: 'US', zip: '94107', provinceCode: 'XX' } },
    { ...move, deliveryPrice: -1 },
  ])('refuses %j', async (body) => {
    const answer = await service.call(shop, 'POST', `/subscription/contract/${changed.id}`, {
      body,
    });
    expect(answer.status).toBe(422);
  });
});
