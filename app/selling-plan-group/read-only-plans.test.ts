import { expect, it } from 'vitest';
import { exampleGroup, exampleOption, priceSettingPlan } from '../testing/example-group.ts';
import { plansToDelete } from './read-only-plans.ts';

function groupWith(optionIds: string[], readOnlyIds: string[]) {
  return {
    ...exampleGroup,
    sellingPlans: readOnlyIds.map((id) => priceSettingPlan({ id })),
    recurringPolicies: optionIds.map((id) => ({ ...exampleOption(1), id })),
  };
}

const opened = groupWith(['a', 'b'], ['x']);

it.each<[string, ReturnType<typeof groupWith>, string[], string[], string[]]>([
  ['nothing was removed', opened, ['a', 'b'], [], []],
  ['an option was removed', opened, ['b'], [], ['a']],
  ['a read-only plan was removed', opened, ['a', 'b'], ['x'], ['x']],
  ['another added an option', groupWith(['a', 'b', 'c'], ['x']), ['a', 'b'], [], ['c']],
  ['another added a read-only plan', groupWith(['a', 'b'], ['x', 'y']), ['a', 'b'], [], []],
  ['another gave an option a price', groupWith(['a'], ['b', 'x']), ['a'], [], ['b']],
])('where %s, saving deletes what the form does not show', (_what, target, kept, removed, ids) => {
  expect(plansToDelete(target, opened, new Set(kept), new Set(removed))).toEqual(ids);
});
