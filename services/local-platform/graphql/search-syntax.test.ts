import { describe, expect, it } from 'vitest';
import {
  matcherOf,
  matchesId,
  matchesNumber,
  matchesOneOf,
  matchesText,
  matchesTime,
  parseSearch,
} from './search-syntax.ts';

const coffees = [
  {
    id: 1,
    title: 'House Blend',
    status: 'ACTIVE',
    tags: ['blend'],
    price: 11,
    made: '2026-01-01T00:00:00Z',
  },
  {
    id: 2,
    title: 'Blue House',
    status: 'DRAFT',
    tags: ['blend', 'rotating'],
    price: 12,
    made: '2026-02-01T00:00:00Z',
  },
  {
    id: 3,
    title: "Robin's Night Shift",
    status: 'ACTIVE',
    tags: ['night'],
    price: 13,
    made: '2026-03-01T00:00:00Z',
  },
  {
    id: 4,
    title: 'Nariño Supremo',
    status: 'ARCHIVED',
    tags: ['rotating'],
    price: 14,
    made: '2026-04-01T00:00:00Z',
  },
];

function search(query: string): number[] {
  const matches = matcherOf<(typeof coffees)[number]>(parseSearch(query), (coffee, term) => {
    switch (term.field) {
      case null:
        return matchesText(coffee.title, term, true);
      case 'title':
        return matchesText(coffee.title, term);
      case 'status':
        return matchesOneOf(coffee.status, term);
      case 'tag':
        return coffee.tags.some((tag) => matchesOneOf(tag, term));
      case 'id':
        return matchesId(coffee.id, term);
      case 'price':
        return matchesNumber(coffee.price, term);
      case 'created_at':
        return matchesTime(coffee.made, term);
      default:
        return null;
    }
  });
  return coffees.filter(matches).map((coffee) => coffee.id);
}

describe('the search syntax', () => {
  it.each<[string, number[]]>([
    ['', [1, 2, 3, 4]],
    ['status:active', [1, 3]],
    ['status:active,draft', [1, 2, 3]],
    ['-status:active', [2, 4]],
    ['NOT status:active', [2, 4]],
    ['status:active AND -tag:night', [1]],
    ['status:active tag:blend', [1]],
    ['status:draft OR status:archived', [2, 4]],
    ['(status:draft OR status:archived) AND tag:blend', [2]],
    ['-(tag:blend OR tag:night)', [4]],
    ['id:2', [2]],
    ['-id:2', [1, 3, 4]],
    ['id:gid://shopify/Product/3', [3]],
    ['id:>2', [3, 4]],
    ['id:<=2', [1, 2]],
    ['price:>=13', [3, 4]],
    ["created_at:>'2026-02-15T00:00:00Z'", [3, 4]],
    ['created_at:<"2026-01-15"', [1]],
    ['created_at:>nonsense', []],
    ['house', [1, 2]],
    ['hou', [1, 2]],
    ['blend house', [1]],
    ['"house blend"', [1]],
    ['title:house', [1, 2]],
    ['title:hou', []],
    ['title:hou*', [1, 2]],
    ['title:"house blend"', [1]],
    ["title:robin's", [3]],
    ['title:nariño', [4]],
    ['tag:rotating', [2, 4]],
    ['unknown_field:whatever', [1, 2, 3, 4]],
    ['status:active)', [1, 3]],
    ['(status:active', [1, 3]],
    ['OR', [1, 2, 3, 4]],
    ['title:"unclosed', []],
  ])('finds for %j the coffees %j', (query, expected) => {
    expect(search(query)).toEqual(expected);
  });
});
