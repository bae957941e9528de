import { beforeEach, describe, expect, it } from 'vitest';
import { availableGroupsSchema, deliveryProfileSchema } from '#contract/delivery-profile.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { groupForm } from '../../testing/group-form.ts';
import { serviceForSuite } from '../../testing/service-for-suite.ts';
import { bodyOf, firstCrack } from '../../testing/service-in-test.ts';

// The endpoint stores nothing, so one kind of database is enough.
describe('the selling plan groups that a delivery profile could take', () => {
  const service = serviceForSuite('PGlite');
  let id: string;

  beforeEach(async () => {
    service.platform.control.reset();
    id = (await createProfile('Cold chain')).id;
  });

  async function createProfile(name: string) {
    const answer = await service.call(firstCrack, 'POST', '/delivery-profile', { body: { name } });
    return bodyOf(answer, deliveryProfileSchema, 201);
  }

  async function take(groups: string[]) {
    const body = { id, sellingPlanGroupsToAssociate: groups };
    const answer = await service.call(firstCrack, 'PATCH', '/delivery-profile', { body });
    expect(answer.status).toBe(200);
  }

  const ask = (query: string, profile = originalIdOf(id)) => {
    const path = `/delivery-profile/${profile}/available-selling-plan-group${query}`;
    return service.call(firstCrack, 'GET', path);
  };
  const available = async (query = '') => bodyOf(await ask(query), availableGroupsSchema);
  type Page = Awaited<ReturnType<typeof available>>;
  const namesOf = (page: Page) => page.sellingPlanGroups.map((group) => group.name);

  it('have variants and are not in it, in one call of the platform a page', async () => {
    service.platform.control.grow(firstCrack, { groups: 5, products: 5 });
    for (const name of ['A', 'Subscription 0003 b', 'Z']) {
      await service.call(firstCrack, 'POST', '/subscription/selling-plan-group', {
        body: groupForm({ name }),
      });
    }
    const [first, second] = (await available()).sellingPlanGroups;
    await take([second?.id ?? '']);
    service.operations();
    const page = await available('?first=3');
    expect(service.operations()).toEqual(['GroupsForProfile']);
    expect(namesOf(page)).toEqual([1, 3, 4].map((number) => `Subscription 000${number}`));
    expect(page.sellingPlanGroups[0]).toEqual(first);
    expect(page.pageInfo.hasNextPage).toBe(true);
    const rest = await available(`?first=3&after=${page.pageInfo.endCursor}`);
    expect(namesOf(rest)).toEqual(['Subscription 0005']);
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });

  it('are searched by the words typed', async () => {
    service.platform.control.grow(firstCrack, { groups: 12, products: 12 });
    expect(namesOf(await available('?query=0012'))).toEqual(['Subscription 0012']);
    expect(namesOf(await available(`?query=${encodeURIComponent('*')}`))).toEqual([]);
  });

  it('come without gap or repetition where the profile has hundreds', async () => {
    service.platform.control.grow(firstCrack, { groups: 333, products: 333 });
    const all: Page['sellingPlanGroups'] = [];
    let after = '';
    do {
      const page = await available(`?first=250${after}`);
      all.push(...page.sellingPlanGroups);
      after = page.pageInfo.hasNextPage ? `&after=${page.pageInfo.endCursor}` : '';
    } while (after !== '');
    expect(all).toHaveLength(333);
    const ids = all.map((group) => group.id);
    await take(ids.slice(0, 200));
    await take(ids.slice(200, 300));
    service.operations();
    const page = await available();
    expect(service.operations()).toContain('ProfileGroupIds');
    expect(page.sellingPlanGroups).toEqual(all.slice(300));
  });

  it('are not asked for where there is no such profile', async () => {
    for (const profile of ['999999999', 'x']) {
      expect(await ask('', profile)).toMatchObject({
        status: 404,
        body: { message: 'Delivery profile not found' },
      });
    }
  });
});
