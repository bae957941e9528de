import type { Location } from '@remix-run/react';
import { useIndexResourceState } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { screenKeyOf } from '../requests/screen-cache.ts';

/** The rows that the merchant checked; `all` are those of every page. */
export type Chosen<Item> = Item[] | 'all';

/** By the entry of the browser's history. */
const selectedIn = new Map<string, Parameters<typeof useIndexResourceState>[1]>();

/**
 * The checkboxes of a list. Rows that are gone, removed or on another page, are not chosen any more.
 * `everywhere` says that choosing all means those on other pages too, until the address asks for others. A merchant who comes back to the list
 * within the app, to the same entry of the browser's history, finds them checked.
 */
export function useRowSelection<Item extends { id: string }>(
  items: Item[],
  everywhere: boolean,
  { key: entry, ...address }: Pick<Location, 'key' | 'pathname' | 'search'>,
) {
  const {
    selectedResources,
    allResourcesSelected,
    handleSelectionChange,
    clearSelection,
    removeSelectedResources,
  } = useIndexResourceState(
    items.map(({ id }) => ({ id })),
    selectedIn.get(entry),
  );
  useEffect(
    () => void selectedIn.set(entry, { selectedResources, allResourcesSelected }),
    [entry, selectedResources, allResourcesSelected],
  );
  const asked = screenKeyOf(address);
  const [chosenAt, setChosenAt] = useState(asked);
  if (chosenAt !== asked) {
    setChosenAt(asked);
    if (allResourcesSelected) clearSelection();
  }
  const onScreen = new Set(items.map(({ id }) => id));
  const gone = selectedResources.filter((id) => !onScreen.has(id));
  if (gone.length > 0) {
    if (allResourcesSelected) clearSelection();
    else removeSelectedResources(gone);
  }
  return {
    selected: selectedResources,
    all: allResourcesSelected,
    change: handleSelectionChange,
    chosen: (): Chosen<Item> =>
      everywhere && allResourcesSelected
        ? 'all'
        : items.filter(({ id }) => selectedResources.includes(id)),
  };
}
