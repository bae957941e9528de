import { describe, expect, it } from 'vitest';
import { groupsPageOf } from './groups-page.ts';

const groups = Array.from({ length: 120 }, (_, index) => ({
  id: `gid://shopify/SellingPlanGroup/${index}`,
  name: index % 2 === 0 ? `Weekly Coffee ${index}` : `Monthly tea ${index}`,
  productVariantsCount: { count: index },
}));

describe('groupsPageOf', () => {
  it.each([
    [1, 'Weekly Coffee 0', 50, false, true],
    [2, 'Weekly Coffee 50', 50, true, true],
    [3, 'Weekly Coffee 100', 20, true, false],
    [9, 'Weekly Coffee 100', 20, true, false],
    [-1, 'Weekly Coffee 0', 50, false, true],
    [Number.NaN, 'Weekly Coffee 0', 50, false, true],
  ])('cuts page %d out', (page, first, count, hasPrevious, hasNext) => {
    const shown = groupsPageOf(groups, { query: '', page });
    expect(shown.groups[0]?.name).toBe(first);
    expect(shown.groups).toHaveLength(count);
    expect([shown.hasPrevious, shown.hasNext]).toEqual([hasPrevious, hasNext]);
  });

  it('finds every word, wherever it stands and however it is written', () => {
    const { groups: found } = groupsPageOf(groups, { query: ' COFFEE  week 118', page: 1 });
    expect(found.map((group) => group.name)).toEqual(['Weekly Coffee 118']);
  });

  it('has one empty page where nothing is found', () => {
    expect(groupsPageOf(groups, { query: 'cocoa', page: 2 })).toEqual({
      groups: [],
      page: 1,
      hasPrevious: false,
      hasNext: false,
    });
  });
});
