import type { AddressChange } from './list-address.ts';

/** An order that a list can be shown in; `reverse` is the platform's word for the way round. */
export type Sorting = { label: string; sortKey?: string; reverse: boolean };

/** Names an order in a select field. */
export function sortingValue({ sortKey, reverse }: Sorting): string {
  return sortKey === undefined ? String(reverse) : `${sortKey} ${reverse}`;
}

/** The order that an address asks for; the first one where it asks for none or an unknown one. */
export function sortingIn(address: URLSearchParams, sortings: [Sorting, ...Sorting[]]): Sorting {
  const [usual] = sortings;
  const sortKey = address.get('sortKey') ?? usual.sortKey;
  const reverse = address.get('reverse') ?? 'false';
  const asked = sortings.find(
    (sorting) => sorting.sortKey === sortKey && String(sorting.reverse) === reverse,
  );
  return asked ?? usual;
}

/** The change of the address for another order. The default order isn't in the address. */
export function sortingChange(value: string, sortings: [Sorting, ...Sorting[]]): AddressChange {
  const [usual, ...others] = sortings;
  const chosen = others.find((sorting) => sortingValue(sorting) === value) ?? usual;
  return chosen === usual
    ? { sortKey: undefined, reverse: undefined }
    : { sortKey: chosen.sortKey, reverse: String(chosen.reverse) };
}
