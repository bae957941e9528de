import type { SellingPlanGroup } from '#contract/selling-plan-group.ts';
import type { OptionForm } from './plan-names.ts';
import type { PlatformGroup } from './platform-group.ts';

/**
 * The positions that bring the options' plans into the form's order; undefined for a plan that already stands right. New options at the end go behind
 * all other plans. Plans that aren't in the form keep their places.
 */
export function positionsOf(
  options: readonly OptionForm[],
  before: SellingPlanGroup,
  current: PlatformGroup,
  deleted: readonly string[],
): Array<number | undefined> {
  const positions = new Map(current.sellingPlans.nodes.map(({ id, position }) => [id, position]));
  const known = options.flatMap(({ id }) => (id !== undefined && positions.has(id) ? [id] : []));
  const order = before.recurringPolicies.map(({ id }) => id).filter((id) => known.includes(id));
  const isInOrder = known.every((id, index) => id === order[index]);
  const lastKnown = options.findLastIndex(({ id }) => id !== undefined && positions.has(id));
  const newAreLast = lastKnown === known.length - 1;
  const staying = current.sellingPlans.nodes.filter(({ id }) => !deleted.includes(id));
  const behindAll = Math.max(staying.length - 1, ...staying.map(({ position }) => position ?? 0));

  const hasNew = known.length < options.length;
  const havePlaces = known.every((id) => positions.get(id) !== null);
  if (isInOrder && (!hasNew || (newAreLast && havePlaces))) {
    return options.map((_, index) =>
      index <= lastKnown ? undefined : behindAll + index - lastKnown,
    );
  }
  const inForm = new Set(known);
  const taken = new Set(
    staying.filter(({ id }) => !inForm.has(id)).map(({ position }) => position),
  );
  let last = -1;
  return options.map(({ id }) => {
    const position = id === undefined ? null : (positions.get(id) ?? null);
    if (position !== null && position > last) {
      last = position;
      return undefined;
    }
    last += 1;
    while (taken.has(last)) last += 1;
    return last;
  });
}
