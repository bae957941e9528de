import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policy } from '#contract/testing/plan-terms.ts';
import { platformGroup } from '../../testing/platform-model.ts';
import type { OptionForm } from './plan-names.ts';
import { positionsOf } from './plan-positions.ts';
import { groupOf } from './reading.ts';

const readOnly = { pricingPolicies: [policy('PRICE', 9)] };
const id = (plan: number) => `gid://shopify/SellingPlan/${plan}`;

/** Options for plans by their number; 0 is a new one. */
function optionsOf(plans: readonly number[]): OptionForm[] {
  return plans.map((plan) => ({
    interval: 'WEEK',
    intervalCount: 1,
    discountType: 'NONE',
    ...(plan > 0 && { id: id(plan) }),
  }));
}

type Place = number | null;

/** Positions in a group with a plan at each place, numbered from 1; `others` are read-only. */
function positions(
  places: readonly Place[],
  form: readonly number[],
  { others = [], deleted = [] }: { others?: number[]; deleted?: number[] } = {},
) {
  const current = platformGroup(
    places.map((position, index) => ({ position, ...(others.includes(index + 1) && readOnly) })),
  );
  const before = groupOf(current, undefined);
  return positionsOf(optionsOf(form), before, current, deleted.map(id));
}

const stays = undefined;

describe('the places of the plans', () => {
  it.each<[string, Place[], number[], object, Array<number | undefined>]>([
    ['stay where the order is the same', [0, 1, 2], [1, 2, 3], {}, [stays, stays, stays]],
    ['stay by their place, not by their number', [5, 3], [2, 1], {}, [stays, stays]],
    ['are the last for new ones', [0, 1], [1, 2, 0, 0], {}, [stays, stays, 2, 3]],
    ['begin at the first for new ones alone', [], [0, 0], {}, [0, 1]],
    ['make way for a new one at the front', [0, 1], [0, 1, 2], {}, [0, 1, 2]],
    ['make way for a new one between', [0, 4], [1, 0, 2], {}, [stays, 1, stays]],
    ['change with the order', [0, 1, 2], [2, 1, 3], {}, [stays, 2, 3]],
    ['stay where a plan is deleted', [0, 1, 2], [1, 3], { deleted: [2] }, [stays, stays]],
    ['are free again of a deleted plan', [0, 1], [0, 1], { deleted: [2] }, [0, 1]],
    ['are free again behind all, too', [0, 7], [1, 0], { deleted: [2] }, [stays, 1]],
    ['go around read-only plans', [0, 1], [0, 1], { others: [2] }, [0, 2]],
    ['are behind read-only plans', [0, 7], [1, 0], { others: [2] }, [stays, 8]],
    ['are behind as many as there are', [0, null, null], [1, 0], { others: [2, 3] }, [stays, 3]],
    ['stay unknown where nothing is new', [null, null], [1, 2], {}, [stays, stays]],
    ['stay unknown behind a deleted plan', [0, null], [2], { deleted: [1] }, [stays]],
    ['are found for plans without one', [null, 1], [2, 1, 0], {}, [stays, 2, 3]],
    ['are those of a new plan for one that is gone', [0, 1], [1, 2, 9], {}, [stays, stays, 2]],
    ['are found where one that is gone stands first', [0], [9, 1], {}, [0, 1]],
  ])('%s', (_, places, form, group, expected) => {
    expect(positions(places, form, group)).toEqual(expected);
  });

  it('put the options into the order of the form, and clash with none', () => {
    const places = fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 6 });
    const groups = places.chain((list) => {
      const numbers = list.map((_, index) => index + 1);
      return fc.record({
        list: fc.constant(list),
        form: fc.shuffledSubarray([...numbers, 0, 0]),
        others: fc.subarray(numbers),
      });
    });
    fc.assert(
      fc.property(groups, ({ list, form, others }) => {
        const inForm = form.filter((plan) => !others.includes(plan));
        const given = positions(list, inForm, { others });
        const final = inForm.map((plan, index) => given[index] ?? list[plan - 1] ?? -1);
        for (const [index, place] of final.entries()) {
          expect(place).toBeGreaterThan(final[index - 1] ?? -1);
        }
        const elsewhere = others.map((plan) => list[plan - 1]);
        for (const place of given) {
          if (place !== undefined) expect(elsewhere).not.toContain(place);
        }
      }),
    );
  });
});
