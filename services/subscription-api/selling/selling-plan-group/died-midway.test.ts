import { hash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { originalIdOf } from '#contract/global-id.ts';
import {
  createSellingPlanGroupSchema,
  type SellingPlanGroup,
  sellingPlanGroupDetailSchema,
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
  updateSellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { deadlineIn } from '../../deadline.ts';
import type { ShopContext } from '../../shop-context.ts';
import {
  idempotencyKeyTable,
  leaseTable,
  sellingPlanGroupSettingsTable,
} from '../../store/schema.ts';
import { ageLeases } from '../../testing/age-leases.ts';
import { createGroup as createExample, groupForm, groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack } from '../../testing/service-in-test.ts';
import { databases } from '../../testing/temporary-database.ts';
import { createSellingPlanGroup } from './create.ts';
import { createGroup, listNewestGroupCodes, updateGroup } from './documents.ts';
import { updateSellingPlanGroup } from './update.ts';

const callerMilliseconds = 30_000;
/** By then the lease of a process that died has run out. */
const secondsLater = 36;

const markOf = (key: string) => hash('sha256', key, 'hex').slice(0, 10);

describe.each(databases)('a process that died midway on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    service.platform.control.reset();
    // The platform gives the same ids again after a reset.
    for (const table of [idempotencyKeyTable, leaseTable, sellingPlanGroupSettingsTable]) {
      await service.database.delete(table);
    }
    // Gets an access token.
    expect(await list()).toEqual([]);
  });

  /** Runs the work up to one of the platform's operations, and no further. */
  const dieAt = async (
    last: string,
    isCarriedOut: boolean,
    work: (context: ShopContext) => Promise<unknown>,
  ) => {
    const context = service.contextOf(firstCrack);
    const ends = new EventEmitter();
    const died = once(ends, 'died');
    const graphql: ShopContext['graphql'] = async (operation, variables) => {
      if (operation.name !== last) return await context.graphql(operation, variables);
      if (isCarriedOut) await context.graphql(operation, variables);
      ends.emit('died');
      return await new Promise<never>(() => {});
    };
    const working = work({ ...context, graphql, deadline: deadlineIn(callerMilliseconds) });
    await Promise.race([died, working.then(() => expect.unreachable('It came to its end.'))]);
  };
  const list = async () =>
    bodyOf(await service.call(firstCrack, 'GET', groupPath), sellingPlanGroupListSchema)
      .sellingPlanGroups;
  const detail = async (id: string) =>
    bodyOf(
      await service.call(firstCrack, 'GET', `${groupPath}/${originalIdOf(id)}`),
      sellingPlanGroupDetailSchema,
    );
  const formOf = ({ version: _, ...group }: SellingPlanGroup) => group;

  describe('in a create', () => {
    const option = { intervalCount: 1, discountType: 'PERCENTAGE', discountValue: 10 };
    const form = groupForm({
      name: 'By the scale',
      isDynamic: true,
      dynamicSellingPlanName: 'As you drink',
      firstOrderDiscountCycles: 3,
      recurringPolicies: [
        { ...option, interval: 'WEEK' },
        { ...option, interval: 'MONTH' },
      ],
    });
    const key = 'died';
    const die = (isCarriedOut: boolean) =>
      dieAt(createGroup.name, isCarriedOut, (context) =>
        createSellingPlanGroup(context, createSellingPlanGroupSchema.parse(form), key),
      );
    const save = async (change: Record<string, unknown> = {}) => {
      await ageLeases(service.database, secondsLater);
      return await service.call(firstCrack, 'POST', groupPath, {
        body: { ...form, ...change },
        headers: { 'Idempotency-Key': key },
      });
    };
    const retry = async () => bodyOf(await save(), sellingPlanGroupSchema, 201);

    it('leaves a whole group, which the second Save answers', async () => {
      await die(true);
      const [seen, ...others] = await list();
      expect(others).toEqual([]);
      const { id = '' } = seen ?? {};
      const whole = await detail(id);
      for (const shown of [seen, whole]) {
        expect(shown).toMatchObject({
          ...form,
          recurringPolicies: form.recurringPolicies,
          sellingPlans: [{ name: expect.any(String) }, { name: expect.any(String) }],
        });
      }
      service.operations();
      const answered = await retry();
      expect(service.operations()).not.toContain(createGroup.name);
      expect(whole).toMatchObject(answered);
      expect(await detail(id)).toEqual(whole);
      expect(await retry()).toEqual(answered);
      expect(await list()).toHaveLength(1);
      const rows = await service.database.select().from(sellingPlanGroupSettingsTable);
      expect(rows.map(({ groupId }) => groupId)).toEqual([id]);
    });

    it('leaves nothing to be seen, and the second Save makes it', async () => {
      await die(false);
      expect(await list()).toEqual([]);
      expect(await retry()).toMatchObject({ isDynamic: true });
      expect(await list()).toHaveLength(1);
    });

    it.each([
      ['another name', { name: 'By the cup' }],
      ['another position', { position: 3 }],
      ['another plan', { recurringPolicies: form.recurringPolicies?.slice(1) }],
      ['other names of its plans', { dynamicSellingPlanName: 'As you sip' }],
    ])('stays for the merchant to change, where the second Save has %s', async (_, change) => {
      await die(true);
      const before = await list();
      for (let saves = 0; saves < 2; saves += 1) {
        expect(await save(change)).toMatchObject({
          status: 409,
          body: { message: expect.stringContaining('already created as “By the scale”') },
        });
      }
      expect(await list()).toEqual(before);
      // The original form still gets its answer.
      expect((await retry()).id).toBe(before[0]?.id);
    });

    it('is found behind more newer groups than a page has', async () => {
      await die(true);
      const [seen] = await list();
      const context = service.contextOf(firstCrack);
      const answers: unknown[] = [
        { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'first' } },
        {
          nodes: [{ id: seen?.id, merchantCode: `by-the-scale-${markOf(key)}` }],
          pageInfo: { hasNextPage: true, endCursor: 'second' },
        },
      ];
      const cursors: unknown[] = [];
      const graphql: ShopContext['graphql'] = async (operation, variables) => {
        if (operation.name !== listNewestGroupCodes.name) {
          return await context.graphql(operation, variables);
        }
        cursors.push({ ...variables });
        const sellingPlanGroups = answers.shift();
        return operation.answer.parse({ sellingPlanGroups });
      };
      await ageLeases(service.database, secondsLater);
      const body = createSellingPlanGroupSchema.parse(form);
      const again = createSellingPlanGroup({ ...context, graphql }, body, key);
      expect((await again).id).toBe(seen?.id);
      expect(cursors).toEqual([{}, { after: 'first' }]);
    });

    it('is no matter to one whose group is gone since', async () => {
      await die(true);
      const [seen] = await list();
      await service.call(firstCrack, 'DELETE', `${groupPath}/${originalIdOf(seen?.id ?? '')}`);
      expect(await retry()).toMatchObject({ isDynamic: true });
      expect(await list()).toHaveLength(1);
    });
  });

  describe('in an update', () => {
    let group: SellingPlanGroup;
    beforeEach(async () => {
      group = await createExample(service, firstCrack, { recurringDiscount: 10 });
    });
    const change = { name: 'Changed', recurringDiscount: 20, firstOrderDiscountCycles: 4 };
    const edit = () => ({ ...group, ...change });
    const die = (isCarriedOut: boolean) =>
      dieAt(updateGroup.name, isCarriedOut, (context) =>
        updateSellingPlanGroup(context, group.id, updateSellingPlanGroupSchema.parse(edit())),
      );
    const save = async () => {
      await ageLeases(service.database, secondsLater);
      const path = `${groupPath}/${originalIdOf(group.id)}`;
      const answer = await service.call(firstCrack, 'PATCH', path, { body: edit() });
      return bodyOf(answer, sellingPlanGroupSchema);
    };

    it.each([
      ['all of it, once it was carried out', true],
      ['nothing of it, where it was not', false],
    ])('shows %s', async (_, isCarriedOut) => {
      await die(isCarriedOut);
      const expected = {
        ...(isCarriedOut ? change : formOf(group)),
        recurringPolicies: [{ discountType: 'NONE', discountValue: 0 }],
      };
      expect(await detail(group.id)).toMatchObject(expected);
      expect(await list()).toMatchObject([expected]);
      expect(await save()).toMatchObject(change);
      expect(await save()).toMatchObject(change);
      expect(await detail(group.id)).toMatchObject(change);
    });
  });
});
