import { expect, it } from 'vitest';
import { disambiguatePlans } from './orders.ts';

const plan = (planId: string, planName: string, groupName: string | null) => ({
  planId,
  planName,
  groupName,
  orders: 1,
  subscribers: 1,
  revenue: 1,
});

it.each([
  [
    'of one name each',
    [plan('1', 'Weekly', 'Coffee'), plan('2', 'Monthly', 'Coffee')],
    ['Weekly', 'Monthly'],
  ],
  [
    'of one name in two groups',
    [plan('1', 'Weekly', 'Coffee'), plan('2', 'Weekly', 'Tea')],
    ['Weekly (Coffee)', 'Weekly (Tea)'],
  ],
  [
    'whose groups are gone',
    [plan('1', 'Weekly', null), plan('2', 'Weekly', 'Tea')],
    ['Weekly (plan 1)', 'Weekly (Tea)'],
  ],
  [
    'of one name in groups of one name',
    [plan('1', 'Weekly', 'Tea'), plan('2', 'Weekly', 'Tea')],
    ['Weekly (plan 1)', 'Weekly (plan 2)'],
  ],
])('plans %s are told apart', (_, sold, names) => {
  expect(disambiguatePlans(sold).map(({ planName }) => planName)).toEqual(names);
  expect(disambiguatePlans(sold)[0]).not.toHaveProperty('groupName');
});
