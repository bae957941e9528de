import type { UpdateDeliveryProfile } from '#contract/delivery-profile.ts';

type Change = keyof Omit<UpdateDeliveryProfile, 'id'>;

/** What the route's action reads: one of the two lists of the PATCH body, by Conform names. */
export function changeForm(change: Change, groupIds: readonly string[]): FormData {
  const formData = new FormData();
  for (const [index, id] of groupIds.entries()) formData.set(`${change}[${index}]`, id);
  return formData;
}
