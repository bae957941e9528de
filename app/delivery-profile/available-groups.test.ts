import { describe, expect, it } from 'vitest';
import type { DeliveryProfile } from '#contract/delivery-profile.ts';
import type {
  SellingPlanGroupListItem,
  SellingPlanGroupListQuery,
} from '#contract/selling-plan-group.ts';
import { availableGroups } from './available-groups.ts';

function groupNumber(number: number): SellingPlanGroupListItem {
  return {
    id: `gid://shopify/SellingPlanGroup/${number}`,
    name: `Group ${number}`,
    position: 0,
    isDynamic: false,
    firstOrderDiscount: 0,
    firstOrderDiscountCycles: 1,
    recurringDiscount: 0,
    dynamicSellingPlanName: '',
    sellingPlans: [],
    recurringPolicies: [],
    productsCount: { count: 1, precision: 'EXACT' },
    productVariantsCount: { count: number },
    version: '1',
    currencyCode: 'USD',
  };
}

/** A shop with groups 0 to `count` − 1, of which the profile has `taken`; cursors are positions. */
function shop(count: number, taken: number[]) {
  const asked: SellingPlanGroupListQuery[] = [];
  const profile: DeliveryProfile = {
    id: 'gid://shopify/DeliveryProfile/7',
    name: 'Cold chain',
    isDefault: false,
    sellingPlanGroups: taken.map(groupNumber),
  };
  const client = {
    getDeliveryProfile: async () => profile,
    listSellingPlanGroups: async ({ query = {} }: { query?: SellingPlanGroupListQuery } = {}) => {
      asked.push(query);
      const start = Number(query.after ?? 0);
      const end = Math.min(start + (query.first ?? 50), count);
      const numbers = Array.from({ length: end - start }, (_, index) => start + index);
      return {
        sellingPlanGroups: numbers.map(groupNumber),
        pageInfo: {
          hasNextPage: end < count,
          hasPreviousPage: start > 0,
          startCursor: String(start),
          endCursor: String(end),
        },
      };
    },
  };
  return { client, asked };
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe('availableGroups', () => {
  it('leaves out the groups that the profile has', async () => {
    const { client, asked } = shop(5, [1, 3]);
    const page = await availableGroups(client, '7', { query: 'group' });
    expect(page.groups.map((group) => group.name)).toEqual(['Group 0', 'Group 2', 'Group 4']);
    expect(page.groups[1]).toEqual({
      id: 'gid://shopify/SellingPlanGroup/2',
      name: 'Group 2',
      productVariantsCount: { count: 2 },
    });
    expect(page.next).toBeNull();
    expect(asked).toEqual([
      { first: 50, after: undefined, query: 'group', withVariantsOnly: true },
    ]);
  });

  it('fills a page up from the next ones', async () => {
    const { client, asked } = shop(400, numbersTo(140));
    const page = await availableGroups(client, '7', {});
    expect(page.groups[0]?.name).toBe('Group 140');
    expect(page.groups).toHaveLength(60);
    expect(page.next).toBe('200');
    expect(asked.map((query) => query.after)).toEqual([undefined, '50', '100', '150']);
  });

  it('goes on where the page before ended, without gap or repetition', async () => {
    const { client } = shop(333, [0, 50, 51, 99, 332]);
    const names: string[] = [];
    let after: string | null = null;
    do {
      const page = await availableGroups(client, '7', { after: after ?? undefined });
      names.push(...page.groups.map((group) => group.name));
      after = page.next;
    } while (after !== null);
    expect(names).toHaveLength(333 - 5);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is empty where every group is taken', async () => {
    const { client } = shop(120, numbersTo(120));
    expect(await availableGroups(client, '7', {})).toEqual({ groups: [], next: null });
  });

  it("passes on the client's errors", async () => {
    const { client } = shop(1, []);
    const failing = {
      ...client,
      getDeliveryProfile: () => Promise.reject(new Error('Delivery profile not found')),
    };
    await expect(availableGroups(failing, '7', {})).rejects.toThrow('Delivery profile not found');
  });
});
