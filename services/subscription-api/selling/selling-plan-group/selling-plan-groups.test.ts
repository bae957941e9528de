import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type SellingPlanGroupList,
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { groupForm, groupPath } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack, roastAndRitual } from '../../testing/service-in-test.ts';
import { usualDatabase } from '../../testing/temporary-database.ts';

describe.each(usualDatabase)('selling plan groups on %s', (kind) => {
  const service = serviceForSuite(kind);
  beforeEach(async () => {
    service.platform.control.reset();
    // A reset ends the access tokens. Gets new ones now, so that tests count only their own calls.
    for (const shop of [firstCrack, roastAndRitual]) await list('', shop);
  });

  const create = (values: Record<string, unknown>, headers: Record<string, string> = {}) =>
    service.call(firstCrack, 'POST', groupPath, { body: groupForm(values), headers });
  const list = async (query = '', shop = firstCrack): Promise<SellingPlanGroupList> =>
    bodyOf(await service.call(shop, 'GET', `${groupPath}${query}`), sellingPlanGroupListSchema);
  const loseAnswer = () =>
    service.platform.control.addFault({
      kind: 'disconnect',
      operation: 'sellingPlanGroupCreate',
      afterExecution: true,
    });
  const namesOf = ({ sellingPlanGroups }: SellingPlanGroupList) =>
    sellingPlanGroups.map((group) => group.name);

  describe('create', () => {
    it('keeps every field of the form, on the platform and here', async () => {
      const entered = groupForm({
        name: 'Every kind',
        position: 3,
        firstOrderDiscount: 50,
        firstOrderDiscountCycles: 2,
        recurringDiscount: 10,
        recurringPolicies: [
          { interval: 'DAY', intervalCount: 3 },
          { interval: 'WEEK', intervalCount: 1, discountType: 'PERCENTAGE', discountValue: 10 },
          { interval: 'MONTH', intervalCount: 2, discountType: 'FIXED_AMOUNT', discountValue: 2.5 },
          { interval: 'YEAR', intervalCount: 1 },
        ],
      });
      const answer = await service.call(firstCrack, 'POST', groupPath, { body: entered });
      const group = bodyOf(answer, sellingPlanGroupSchema, 201);
      const { recurringPolicies, ...fields } = entered;
      expect(group).toMatchObject(fields);
      expect(group.recurringPolicies).toMatchObject(recurringPolicies);
      expect(group.sellingPlans[2]).toMatchObject({
        name: 'Every 2 months',
        deliveryPolicy: { interval: 'MONTH', intervalCount: 2 },
        pricingPolicies: [
          { adjustmentType: 'PERCENTAGE', adjustmentValue: { value: 50 }, afterCycle: null },
          { adjustmentType: 'FIXED_AMOUNT', adjustmentValue: { value: 2.5 }, afterCycle: 2 },
        ],
      });
      const { version: _, ...listed } = group;
      expect((await list()).sellingPlanGroups).toEqual([{ ...listed, currencyCode: 'USD' }]);
    });

    it('keeps a usage-based group', async () => {
      const answer = await create({
        isDynamic: true,
        dynamicSellingPlanName: 'By the scale',
        recurringPolicies: [
          { interval: 'WEEK', intervalCount: 1, discountType: 'PERCENTAGE', discountValue: 5 },
        ],
      });
      expect(bodyOf(answer, sellingPlanGroupSchema, 201)).toMatchObject({
        isDynamic: true,
        dynamicSellingPlanName: 'By the scale',
        sellingPlans: [{ name: 'By the scale' }],
      });
      expect((await list()).sellingPlanGroups).toMatchObject([{ isDynamic: true }]);
    });

    it.each<[string, Record<string, unknown>, Record<string, string[]>]>([
      ['no name', { name: ' ' }, { name: ['Please enter a name for selling plan'] }],
      [
        'a negative position',
        { position: -1 },
        { position: ['Value must be greater than or equal to 0'] },
      ],
      ['half a position', { position: 1.5 }, { position: ['Value must be an integer'] }],
      [
        'a first order discount above 100',
        { firstOrderDiscount: 101 },
        { firstOrderDiscount: ['Value must be between 0 and 100'] },
      ],
      [
        'a recurring discount below 0',
        { recurringDiscount: -1 },
        { recurringDiscount: ['Value must be between 0 and 100'] },
      ],
      [
        'no cycles',
        { firstOrderDiscountCycles: 0 },
        { firstOrderDiscountCycles: ['Value must be greater than 1'] },
      ],
      [
        'no options',
        { recurringPolicies: [] },
        { recurringPolicies: ['At least one option is required'] },
      ],
      [
        'no interval type',
        { recurringPolicies: [{ intervalCount: 1 }] },
        { 'recurringPolicies[0].interval': ['Please select an interval type'] },
      ],
      [
        'a count that is no number',
        { recurringPolicies: [{ interval: 'DAY', intervalCount: 'x' }] },
        { 'recurringPolicies[0].intervalCount': ['Value must be a number'] },
      ],
      [
        'a count of 0',
        { recurringPolicies: [{ interval: 'DAY', intervalCount: 0 }] },
        { 'recurringPolicies[0].intervalCount': ['Value must be greater than 0'] },
      ],
      [
        'no discount value',
        { recurringPolicies: [{ interval: 'DAY', intervalCount: 1, discountType: 'PERCENTAGE' }] },
        { 'recurringPolicies[0].discountValue': ['Value must be a number'] },
      ],
      [
        'a percentage of 0',
        {
          recurringPolicies: [
            { interval: 'DAY', intervalCount: 1, discountType: 'PERCENTAGE', discountValue: 0 },
          ],
        },
        { 'recurringPolicies[0].discountValue': ['Value must be between 0 and 100'] },
      ],
      [
        'a fixed amount of 0',
        {
          recurringPolicies: [
            { interval: 'DAY', intervalCount: 1, discountType: 'FIXED_AMOUNT', discountValue: 0 },
          ],
        },
        { 'recurringPolicies[0].discountValue': ['Value must be greater than 0'] },
      ],
      [
        'another discount type',
        { recurringPolicies: [{ interval: 'DAY', intervalCount: 1, discountType: 'GIFT' }] },
        { 'recurringPolicies[0].discountType': ['Invalid type'] },
      ],
      [
        'usage mode without percentages',
        { isDynamic: true },
        { 'recurringPolicies[0].discountType': ['Invalid type'] },
      ],
    ])('refuses %s without calling the platform', async (_, values, fieldErrors) => {
      service.operations();
      const body = { ...groupForm(), ...values };
      expect(await service.call(firstCrack, 'POST', groupPath, { body })).toMatchObject({
        status: 422,
        body: { message: Object.values(fieldErrors)[0]?.[0], fieldErrors },
      });
      expect(service.operations()).toEqual([]);
    });

    it("brings the platform's refusals back to the option that caused them", async () => {
      // Less than a cent apart, so each is a plan of its own, but both have the same name.
      const dollars = (discountValue: number) => ({
        ...{ interval: 'WEEK', intervalCount: 1, discountType: 'FIXED_AMOUNT' },
        discountValue,
      });
      const answer = await create({
        name: 'Twice the same',
        recurringPolicies: [
          dollars(2.501),
          { interval: 'YEAR', intervalCount: 11 },
          dollars(2.502),
        ],
      });
      expect(answer).toMatchObject({
        status: 422,
        body: {
          fieldErrors: {
            'recurringPolicies[1].intervalCount': ['Interval is too large'],
            'recurringPolicies[2]': [
              'Cannot have multiple selling plans with the same options.',
              'Cannot have multiple selling plans with the same name.',
            ],
          },
        },
      });
      expect((await list()).sellingPlanGroups).toEqual([]);
    });

    it('shows a refusal without a field on the form as a whole', async () => {
      const message = "Selling plan groups can't be created right now.";
      service.platform.control.addFault({
        kind: 'userErrors',
        operation: 'sellingPlanGroupCreate',
        userErrors: [{ message }],
      });
      expect(await create({})).toMatchObject({
        status: 422,
        body: { message, fieldErrors: { '': [message] } },
      });
    });

    it('leaves nothing on the platform when its own row cannot be written', async () => {
      await service.database.execute(
        sql`alter table selling_plan_group_settings add constraint never check (false) not valid`,
      );
      try {
        expect(await create({ name: 'Half' })).toMatchObject({
          status: 500,
          body: {
            message: 'Oops, something went wrong. Please try again later or contact support.',
          },
        });
      } finally {
        await service.database.execute(
          sql`alter table selling_plan_group_settings drop constraint never`,
        );
      }
      expect((await list()).sellingPlanGroups).toEqual([]);
      expect(service.log()).not.toContain('a group stays on the platform');
    });

    it('moves onboarding on to step 2, once the first is done', async () => {
      await create({ name: 'Too early' });
      expect((await service.call(roastAndRitual, 'GET', '/proposed-vendor')).body).toMatchObject({
        stepsCompleted: 0,
      });
      await service.call(firstCrack, 'POST', '/proposed-vendor', {
        body: { name: 'Ada', email: 'ada' },
      });
      await create({ name: 'In time' });
      expect((await service.call(firstCrack, 'GET', '/proposed-vendor')).body).toMatchObject({
        stepsCompleted: 2,
      });
    });
  });

  describe('a create with an idempotency key', () => {
    const key = (value: string) => ({ 'Idempotency-Key': value });

    it('creates one group, however often and however close together it is sent', async () => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => create({ name: 'Once' }, key('three-at-once'))),
      );
      const again = await create({ name: 'Once' }, key('three-at-once'));
      for (const answer of [...answers, again]) {
        expect(answer.status).toBe(201);
        expect(answer.body).toEqual(again.body);
      }
      expect(namesOf(await list())).toEqual(['Once']);
    });

    it('is free again after a refusal, for the corrected form', async () => {
      const wrong = { recurringPolicies: [{ interval: 'YEAR', intervalCount: 11 }] };
      expect((await create(wrong, key('corrected'))).status).toBe(422);
      expect((await create({ name: 'Corrected' }, key('corrected'))).status).toBe(201);
      expect(namesOf(await list())).toEqual(['Corrected']);
    });

    it('refuses other values under a key that was carried out', async () => {
      await create({ name: 'First' }, key('reused'));
      expect(await create({ name: 'Second' }, key('reused'))).toMatchObject({ status: 409 });
      expect(namesOf(await list())).toEqual(['First']);
    });

    it('is answered as done where it was carried out and its answer was lost', async () => {
      loseAnswer();
      const lost = await create({ name: 'Lost', recurringDiscount: 5 }, key('told'));
      expect(bodyOf(lost, sellingPlanGroupSchema, 201)).toMatchObject({ recurringDiscount: 5 });
      expect(namesOf(await list())).toEqual(['Lost']);
    });

    it('leaves one group when nobody could tell what became of the first attempt', async () => {
      loseAnswer();
      service.platform.control.addFault({
        kind: 'status',
        status: 503,
        operation: 'NewestSellingPlanGroupCodes',
      });
      expect((await create({ name: 'Lost' }, key('lost'))).status).toBe(502);
      expect(namesOf(await list())).toEqual(['Lost']);
      for (let made = 0; made < 60; made += 1) await create({ name: 'Meanwhile' });
      expect((await create({ name: 'Lost and found' }, key('lost'))).status).toBe(409);
      expect((await create({ name: 'Lost' }, key('lost'))).status).toBe(201);
      expect(namesOf(await list('?query=lost'))).toEqual(['Lost']);
    });

    it('belongs to one shop', async () => {
      await create({ name: 'Mine' }, key('shared'));
      const other = await service.call(roastAndRitual, 'POST', groupPath, {
        body: groupForm({ name: 'Theirs' }),
        headers: key('shared'),
      });
      expect(bodyOf(other, sellingPlanGroupSchema, 201).name).toBe('Theirs');
    });

    it('must be a key', async () => {
      expect(await create({}, key('two words'))).toMatchObject({ status: 400 });
    });
  });

  describe('list', () => {
    it("is the shop's own, by name, in at most two calls of the platform", async () => {
      service.operations();
      const groups = await list('', roastAndRitual);
      expect(service.operations().length).toBeLessThanOrEqual(2);
      expect(groups.sellingPlanGroups).toHaveLength(4);
      expect(namesOf(groups)).toEqual([...namesOf(groups)].sort());
      expect(groups.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
      expect((await list()).sellingPlanGroups).toEqual([]);
    });

    it('pages forwards and backwards through 120 groups', async () => {
      service.platform.control.grow(firstCrack, { groups: 120 });
      const first = await list('?first=50');
      const second = await list(`?first=50&after=${first.pageInfo.endCursor}`);
      const third = await list(`?first=50&after=${second.pageInfo.endCursor}`);
      const all = [first, second, third].flatMap(namesOf);
      expect(new Set(all).size).toBe(120);
      expect(all).toEqual([...all].sort());
      expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const back = await list(`?first=50&before=${third.pageInfo.startCursor}`);
      expect(namesOf(back)).toEqual(namesOf(second));
      expect(namesOf(await list('?first=2&reverse=true'))).toEqual(all.slice(-2).reverse());
    });

    it('searches names by the words typed', async () => {
      service.platform.control.grow(firstCrack, { groups: 30 });
      await create({ name: 'Espresso (50% off)' });
      expect(namesOf(await list('?query=espr%2050%25'))).toEqual(['Espresso (50% off)']);
      expect(namesOf(await list('?query=0012'))).toEqual(['Subscription 0012']);
      expect(namesOf(await list(`?query=${encodeURIComponent('x OR name:*')}`))).toEqual([]);
      expect(namesOf(await list(`?query=${encodeURIComponent('"*"')}`))).toEqual([]);
    });

    it('reads a group that was edited elsewhere as the platform has it', async () => {
      const answer = await create({ recurringDiscount: 10 });
      const group = bodyOf(answer, sellingPlanGroupSchema, 201);
      await service.admin(
        firstCrack,
        `mutation($id: ID!, $input: SellingPlanGroupInput!) {
          sellingPlanGroupUpdate(id: $id, input: $input) { userErrors { message } }
        }`,
        {
          id: group.id,
          input: {
            name: 'Renamed',
            sellingPlansToUpdate: [
              {
                id: group.sellingPlans[0]?.id,
                pricingPolicies: [
                  { fixed: { adjustmentType: 'PERCENTAGE', adjustmentValue: { percentage: 20 } } },
                ],
              },
            ],
          },
        },
      );
      const [read] = (await list()).sellingPlanGroups;
      expect(read).toMatchObject({
        name: 'Renamed',
        recurringPolicies: [{ discountType: 'PERCENTAGE', discountValue: 20 }],
      });
    });

    it.each([
      ['first', '0', 'Too small: expected number to be >=1'],
      ['first', '251', 'Too big: expected number to be <=250'],
      ['sortKey', 'PRICE', 'Unknown sort order'],
      ['reverse', 'maybe', 'Invalid option: expected one of "true"|"false"'],
      ['query', 'x'.repeat(256), 'A search can have at most 255 characters'],
      ['after', 'nowhere', 'This page no longer exists'],
    ])('refuses %s=%s and names it', async (name, value, message) => {
      expect(await service.call(firstCrack, 'GET', `${groupPath}?${name}=${value}`)).toMatchObject({
        status: 400,
        body: { message, fieldErrors: { [name]: [message] } },
      });
    });
  });
});
