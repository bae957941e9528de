import { useIndexResourceState } from '@shopify/polaris';
import { useEffect } from 'react';

/** The rows that the merchant checked; `all` are those of every page. */
export type Chosen<Item> = Item[] | 'all';

/** By the entry of the browser's history. */
const selectedIn = new Map<string, Parameters<typeof useIndexResourceState>[1]>();

/**
 * The checkboxes of a list. Rows that are gone, removed or on another page, are not chosen any more.
 * `everywhere` says that choosing all means those on other pages too. A merchant who comes back to the history's `entry` finds them checked.
 */
export function useRowSelection<Item extends { id: string }>(
  items: Item[],
  everywhere: boolean,
  entry: string,
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
