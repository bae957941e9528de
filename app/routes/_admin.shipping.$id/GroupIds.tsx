import type { UpdateDeliveryProfile } from '#contract/delivery-profile.ts';

type Props = { list: keyof Omit<UpdateDeliveryProfile, 'id'>; ids: readonly string[] };

/** One of the two lists of the PATCH body, as the route's action reads it. */
export function GroupIds({ list, ids }: Props) {
  return ids.map((id, index) => (
    <input key={id} type="hidden" name={`${list}[${index}]`} value={id} />
  ));
}
