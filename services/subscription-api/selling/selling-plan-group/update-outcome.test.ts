import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPrefix } from '#contract/endpoints.ts';
import { originalIdOf } from '#contract/global-id.ts';
import {
  type SellingPlanGroup,
  sellingPlanGroupSchema,
  updateSellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { assembleSubscriptionApi } from '../../assembly.ts';
import { deadlineIn } from '../../deadline.ts';
import { OutcomeUnknownError } from '../../platform/platform-error.ts';
import type { ShopContext } from '../../shop-context.ts';
import { ageLeases } from '../../testing/age-leases.ts';
import { createGroup, groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';
import { updateGroup } from './documents.ts';
import { withGroupLease } from './group-lease.ts';
import { updateSellingPlanGroup } from './update.ts';

describe.each(usualDatabase)('an update on %s', (kind) => {
  const service = serviceForSuite(kind);
  let group: SellingPlanGroup;
  beforeEach(async () => {
    service.platform.control.reset();
    group = await createGroup(service, firstCrack, { recurringDiscount: 10 });
    service.operations();
  });

  const change = {
    name: 'Changed',
    firstOrderDiscount: 41,
    recurringDiscount: 20,
  };
  const edit = () => ({
    ...group,
    ...change,
    recurringPolicies: [...group.recurringPolicies, { interval: 'MONTH', intervalCount: 1 }],
  });
  const update = (body: unknown) =>
    service.call(firstCrack, 'PATCH', `${groupPath}/${originalIdOf(group.id)}`, { body });
  const loseAnswer = () =>
    service.platform.control.addFault({
      kind: 'disconnect',
      operation: 'sellingPlanGroupUpdate',
      afterExecution: true,
    });

  it('that was carried out is answered as done, though its answer was lost', async () => {
    loseAnswer();
    const updated = bodyOf(await update(edit()), sellingPlanGroupSchema);
    expect(updated).toMatchObject(change);
    expect(updated.recurringPolicies).toHaveLength(2);
  });

  it('is done when it is asked for again, and no conflict with itself', async () => {
    bodyOf(await update(edit()), sellingPlanGroupSchema);
    service.operations();
    const again = bodyOf(await update(edit()), sellingPlanGroupSchema);
    expect(again.recurringPolicies).toHaveLength(2);
    expect(again).toMatchObject(change);
    expect(service.operations()).toEqual(['SellingPlanGroup']);
  });

  it("renames a usage-based group's plans, once, though its answer was lost", async () => {
    const option = { interval: 'WEEK', intervalCount: 1, discountType: 'PERCENTAGE' };
    group = await createGroup(service, firstCrack, {
      isDynamic: true,
      dynamicSellingPlanName: 'By the scale',
      recurringPolicies: [{ ...option, discountValue: 10 }],
    });
    const renaming = { ...group, dynamicSellingPlanName: 'By the cup' };
    const fault = { kind: 'disconnect', operation: 'sellingPlanGroupUpdate' } as const;
    service.platform.control.addFault(fault);
    expect((await update(renaming)).status).toBe(502);
    loseAnswer();
    const renamed = bodyOf(await update(renaming), sellingPlanGroupSchema);
    expect(renamed).toMatchObject({
      dynamicSellingPlanName: 'By the cup',
      sellingPlans: [{ name: 'By the cup' }],
    });
    service.operations();
    expect(bodyOf(await update(renaming), sellingPlanGroupSchema)).toEqual(renamed);
    expect(service.operations()).toEqual(['SellingPlanGroup']);
  });

  it('is known to be undone where the platform did not carry it out', async () => {
    const fault = { kind: 'disconnect', operation: 'sellingPlanGroupUpdate' } as const;
    service.platform.control.addFault(fault);
    expect((await update(edit())).status).toBeGreaterThanOrEqual(500);
    const detail = await service.call(firstCrack, 'GET', `${groupPath}/${originalIdOf(group.id)}`);
    expect(detail.body).toMatchObject(group);
  });

  it.each([
    ['was carried out', true],
    ['was not carried out', false],
  ])(
    'that %s is shown as it is, though the platform answers nothing for a while',
    async (_, isCarriedOut) => {
      const context = service.contextOf(firstCrack);
      let isSilent = false;
      const graphql: ShopContext['graphql'] = async (operation, variables) => {
        isSilent ||= operation.name === updateGroup.name;
        const isAnswered = !isSilent || (isCarriedOut && operation.name === updateGroup.name);
        const answer = isAnswered ? await context.graphql(operation, variables) : undefined;
        if (isSilent || answer === undefined) throw new OutcomeUnknownError(new Error('No answer'));
        return answer;
      };
      const body = updateSellingPlanGroupSchema.parse({ ...group, ...change });
      const updating = updateSellingPlanGroup({ ...context, graphql }, group.id, body);
      await expect(updating).rejects.toMatchObject({ kind: 'outcome unknown' });
      const detail = await service.call(
        firstCrack,
        'GET',
        `${groupPath}/${originalIdOf(group.id)}`,
      );
      expect(detail.body).toMatchObject(isCarriedOut ? change : group);
    },
  );

  it('is one at a time, whichever process does it', async () => {
    const other = assembleSubscriptionApi({
      environment: service.environment,
      database: service.database,
      engine: service.engine,
      logger: pino({ enabled: false }),
    });
    const token = await service.platform.sessionToken(firstCrack);
    const inOther = other.api.request(`${apiPrefix}${groupPath}/${originalIdOf(group.id)}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...group, name: 'There' }),
    });
    const answers = await Promise.all([update({ ...group, name: 'Here' }), inOther]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('takes over from a process that died, which then cannot write any more', async () => {
    const context = service.contextOf(firstCrack);
    const dead = withGroupLease(context, group.id, async (turn) => {
      await ageLeases(service.database, 3_600);
      expect(await withGroupLease(context, group.id, async () => 'taken over')).toBe('taken over');
      await turn.keep();
    });
    await expect(dead).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    ['5 s after its caller stopped to wait', 30_000, 35],
    ['after 2 minutes where nobody waits', undefined, 120],
  ])('takes over %s', async (_, waits, seconds) => {
    const context = service.contextOf(firstCrack);
    const patient = { ...context, deadline: waits === undefined ? waits : deadlineIn(waits) };
    await withGroupLease(patient, group.id, async () => {
      await ageLeases(service.database, seconds - 5);
      const impatient = { ...context, deadline: deadlineIn(150) };
      const tooEarly = withGroupLease(impatient, group.id, async () => 'taken over');
      await expect(tooEarly).rejects.toMatchObject({ kind: 'unavailable' });
      await ageLeases(service.database, 6);
      expect(await withGroupLease(context, group.id, async () => 'taken over')).toBe('taken over');
    });
  });

  it('waits for its turn no longer than somebody waits for it', async () => {
    const context = service.contextOf(firstCrack);
    await withGroupLease(context, group.id, async () => {
      const impatient = { ...context, deadline: deadlineIn(100) };
      const waiting = withGroupLease(impatient, group.id, async () => 'done');
      await expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    });
  });
});
