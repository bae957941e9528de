import { FailedDeletions } from './FailedDeletions.tsx';
import { useDeletionsAcrossVisits } from './use-pending-deletions.ts';

/** Stands in the shell, above every screen: a deletion goes on, and may fail, wherever the merchant goes. */
export function DeletionsAcrossVisits({ shop }: { shop: string }) {
  useDeletionsAcrossVisits(shop);
  return <FailedDeletions />;
}
