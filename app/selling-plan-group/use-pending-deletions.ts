import { useCallback, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { originalIdOf } from '#contract/global-id.ts';
import { useToast } from '../bridge/toast.tsx';
import { forgettingScreens } from '../screen-data/screen-memory.ts';
import { ResourceError, requestResource } from '../subscription-api/resource-request.ts';
import {
  createPendingDeletions,
  type DeletableGroup,
  type DeletionState,
  type Deletions,
} from './pending-deletions.ts';

// Above every screen, and outside of React: an error page between two screens must not lose what is under way. On a
// server nothing ever begins a deletion.
const pendingDeletions = createPendingDeletions(async (id) => {
  try {
    await forgettingScreens(() =>
      requestResource({
        method: 'DELETE',
        path: `/fixed-subscription/${originalIdOf(id)}/deletion`,
        answer: z.unknown(),
      }),
    );
  } catch (error) {
    // Somebody else deleted it first: it is where the merchant wants it.
    if (error instanceof ResourceError && error.status === 404) return;
    throw error;
  }
});

const none: Deletions = new Map();

function useDeletions(): Deletions {
  return useSyncExternalStore(pendingDeletions.subscribe, pendingDeletions.current, () => none);
}

/** The groups that a list shows: those whose deletion has begun are hidden, and appear again when it is undone or fails. */
export function useKeptGroups<Group extends { id: string }>(groups: Group[]): Group[] {
  const deletions = useDeletions();
  return groups.filter((group) => !deletions.has(group.id));
}

/** How far the deletion of a group is; undefined where there is none. */
export function useDeletionOf(id: string): DeletionState | undefined {
  return useDeletions().get(id);
}

/** Begins a group's deletion: it is hidden, and deleted once the toast with its Undo is gone. */
export function useBeginDeletion(): (group: DeletableGroup) => void {
  const showToast = useToast();
  return useCallback((group) => pendingDeletions.begin(group, showToast), [showToast]);
}

/** Keeps a group whose deletion is pending. */
export function undoDeletion(id: string): void {
  pendingDeletions.undo(id);
}
