import type { ResourcePickerStore } from '@shopify/app-bridge-host/store/reducers/embeddedApp/resourcePicker';

export type ChosenAtFirst = { id: string; variants?: readonly { id: string }[] | undefined };

/** What the app asked of the picker, with the client's defaults filled in. */
export type PickerOptions = {
  id: string;
  /** Whether the app wants products (with their variants) or single variants. */
  resource: 'product' | 'variant';
  initialQuery: string;
  /** A search condition that the merchant can't change. */
  filterQuery: string;
  chosenAtFirst: readonly ChosenAtFirst[];
  /** The most products, or variants, that may be chosen. */
  limit: number;
  showVariants: boolean;
  /** The product statuses that may be chosen. */
  statuses: ReadonlySet<string>;
  verb: 'add' | 'select';
};

/** Null when the app asks for a resource that this admin has none of (collections). */
export function pickerOptions(asked: ResourcePickerStore): PickerOptions | null {
  const resource: string = asked.resourceType ?? 'product';
  if (resource !== 'product' && resource !== 'variant') return null;
  const { selectMultiple = true } = asked;
  const statuses = new Set(['ACTIVE', 'UNLISTED']);
  if (asked.showDraft !== false) statuses.add('DRAFT');
  if (asked.showArchived !== false) statuses.add('ARCHIVED');
  return {
    id: asked.id ?? '',
    resource,
    initialQuery: asked.initialQuery ?? '',
    filterQuery: asked.filterQuery ?? '',
    chosenAtFirst: asked.initialSelectionIds ?? [],
    limit: typeof selectMultiple === 'number' ? selectMultiple : selectMultiple ? Infinity : 1,
    showVariants: resource === 'variant' || asked.showVariants !== false,
    statuses,
    verb: asked.actionVerb === 'select' ? 'select' : 'add',
  };
}

/** The search that finds what the merchant typed within what the app allows. */
export function searchFor(options: PickerOptions, typed: string): string {
  const words = typed
    .replace(/[()":\\]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    // In capitals these would be operators.
    .map((word) => (/^(AND|OR|NOT)$/.test(word) ? word.toLowerCase() : word));
  const onlyActive = !options.statuses.has('DRAFT') && !options.statuses.has('ARCHIVED');
  const filter = / OR /.test(options.filterQuery)
    ? `(${options.filterQuery})`
    : options.filterQuery;
  return [filter, onlyActive ? 'status:active' : '', words.join(' ')]
    .filter((part) => part !== '')
    .join(' AND ');
}
