import { useDeletionsAcrossVisits } from './use-pending-deletions.ts';

/** Stands in the shell, around all screens: a deletion goes on wherever the merchant goes. */
export function DeletionsAcrossVisits({ shop }: { shop: string }) {
  useDeletionsAcrossVisits(shop);
  return null;
}
