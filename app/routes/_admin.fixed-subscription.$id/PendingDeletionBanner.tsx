import { Banner } from '@shopify/polaris';
import { useEffect } from 'react';
import { focusHeading } from '../../forms/use-focus-return.ts';
import type { DeletionState } from '../../selling-plan-group/pending-deletions.ts';
import { undoDeletion } from '../../selling-plan-group/use-pending-deletions.ts';

type Props = { groupId: string; state: DeletionState };

/** On the page of a group whose deletion is under way. When it is undone, the keyboard goes to the group's name. */
export function PendingDeletionBanner({ groupId, state }: Props) {
  useEffect(() => focusHeading, []);
  return (
    <Banner
      tone="warning"
      title="This selling plan group is about to be deleted"
      action={
        state === 'pending' ? { content: 'Undo', onAction: () => undoDeletion(groupId) } : undefined
      }
    />
  );
}
