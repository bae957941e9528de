import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { originalIdOf } from '#contract/original-id.ts';
import { useAdmin } from '../bridge/admin.ts';
import { freshSessionToken } from '../bridge/session-token.ts';
import { useToast } from '../bridge/toast.tsx';
import { useUpdateRedirect } from '../bridge/update-redirect.ts';
import { ResourceError, requestResource } from '../resource-routes/request-resource.ts';
import { anyAnswer } from '../subscription-api/answer-schema.ts';
import { createDeletionNotes } from './deletion-notes.ts';
import {
  createPendingDeletions,
  type DeletableGroup,
  type DeletionState,
  type Deletions,
} from './pending-deletions.ts';

const pathOf = (id: string) => `/fixed-subscription/${originalIdOf(id)}/deletion`;

let shop = '';

// Above every screen, and outside of React: an error page between two screens must not lose what is under way. On a
// server nothing ever begins a deletion.
const pendingDeletions = createPendingDeletions({
  async send(id) {
    await requestResource({ method: 'DELETE', path: pathOf(id), answer: async () => anyAnswer });
  },
  async exists(id) {
    try {
      await requestResource({ method: 'GET', path: pathOf(id), answer: async () => anyAnswer });
      return true;
    } catch (error) {
      return !(error instanceof ResourceError && error.status === 404);
    }
  },
  notes: createDeletionNotes(
    () => shop,
    () => window.localStorage,
  ),
});

const none: Deletions = { states: new Map(), failed: [], kept: undefined };

/** How far the deletions of this document's groups are, which failed, and what was kept. */
export function useDeletions(): Deletions {
  return useSyncExternalStore(pendingDeletions.subscribe, pendingDeletions.current, () => none);
}

/** The groups that a list shows: those whose deletion has begun are hidden, and appear again when it is undone or fails. */
export function useKeptGroups<Group extends { id: string }>(groups: Group[]): Group[] {
  const { states } = useDeletions();
  return groups.filter((group) => !states.has(group.id));
}

/** How far the deletion of a group is; undefined where there is none. */
export function useDeletionOf(id: string): DeletionState | undefined {
  return useDeletions().states.get(id);
}

/** Begins a group's deletion: it is hidden, and deleted once the toast with its Undo is gone. */
export function useBeginDeletion(): (group: DeletableGroup) => void {
  const connect = useAdmin();
  const showToast = useToast();
  return useCallback(
    (group) => {
      const prepareLeaving = async () => {
        const token = await freshSessionToken(connect);
        return (id: string) => void deleteOnLeaving(id, token);
      };
      pendingDeletions.begin(group, { showToast, prepareLeaving });
    },
    [connect, showToast],
  );
}

/** The browser finishes this request without its page; nobody hears the answer. */
async function deleteOnLeaving(id: string, sessionToken: string): Promise<void> {
  const headers = {
    Authorization: `Bearer ${sessionToken}`,
    'X-Requested-With': 'XMLHttpRequest',
  };
  await fetch(pathOf(id), { method: 'DELETE', keepalive: true, headers }).catch(() => {});
}

/** Keeps a group whose deletion is pending. */
export function undoDeletion(id: string): void {
  pendingDeletions.undo(id);
}

/** Takes a deletion that failed off the screen. */
export function dismissFailedDeletion(id: string): void {
  pendingDeletions.dismiss(id);
}

/** Carries deletions out when the merchant leaves, and tells of those that were left before. */
export function useDeletionsAcrossVisits(shopOfDocument: string): void {
  const showToast = useToast();
  useUpdateRedirect(useDeletions().updateUrl);
  useEffect(() => {
    shop = shopOfDocument;
    void pendingDeletions.resume(showToast);
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void pendingDeletions.resume(showToast);
    };
    window.addEventListener('pagehide', pendingDeletions.leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', pendingDeletions.leave);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [shopOfDocument, showToast]);
}
