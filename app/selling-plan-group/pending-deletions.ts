import type { ShowToast } from '../bridge/toast.tsx';

/** `pending` can be undone; `sending` is on its way; `deleted` is done, and stays known so that no old list shows it. */
export type DeletionState = 'pending' | 'sending' | 'deleted';

/** By the group's global id. A new map whenever anything changes. */
export type Deletions = ReadonlyMap<string, DeletionState>;

export type DeletableGroup = { id: string; name: string };

/** Takes the toast away if the admin never says that it did, in ms: longer than any toast shows. */
export const longestToast = 15_000;

/** Between the end of the toast and the delete, in ms: an Undo pressed at the last moment may arrive after it. */
export const lastMoment = 500;

const longestName = 40;

function quoted(name: string): string {
  return name.length > longestName ? `“${name.slice(0, longestName - 1)}…”` : `“${name}”`;
}

/**
 * Deletions that the merchant confirmed and may still undo. The delete is held back until its toast is gone: until then
 * nothing has happened that would have to be undone. See docs/decisions/0010-undo-delete.md.
 *
 * `send` deletes the group and rejects with an error whose message the merchant may read.
 */
export function createPendingDeletions(send: (id: string) => Promise<void>) {
  let deletions: Deletions = new Map();
  const listeners = new Set<() => void>();
  const undoings = new Map<string, () => void>();

  function change(id: string, state: DeletionState | undefined): void {
    const next = new Map(deletions);
    if (state === undefined) next.delete(id);
    else next.set(id, state);
    deletions = next;
    for (const listener of listeners) listener();
  }

  async function carryOut({ id, name }: DeletableGroup, showToast: ShowToast): Promise<void> {
    if (deletions.get(id) !== 'pending') return;
    undoings.delete(id);
    change(id, 'sending');
    try {
      await send(id);
      change(id, 'deleted');
      showToast('Selling plan group deleted');
    } catch (error) {
      change(id, undefined);
      const reason = error instanceof Error ? error.message : String(error);
      showToast(`${quoted(name)} was not deleted: ${reason}`, { isError: true });
    }
  }

  return {
    /** Hides the group and offers Undo; does nothing where its deletion is under way already. */
    begin(group: DeletableGroup, showToast: ShowToast): void {
      if (deletions.has(group.id)) return;
      change(group.id, 'pending');
      let isGone = false;
      const onGone = () => {
        if (isGone) return;
        isGone = true;
        clearTimeout(silence);
        setTimeout(() => void carryOut(group, showToast), lastMoment);
      };
      const undo = () => {
        if (deletions.get(group.id) !== 'pending') return;
        undoings.delete(group.id);
        clearTimeout(silence);
        change(group.id, undefined);
        hide();
        showToast(`${quoted(group.name)} was kept`);
      };
      const hide = showToast(`Deleting ${quoted(group.name)}`, {
        action: { content: 'Undo', onAction: undo },
        onGone,
      });
      const silence = setTimeout(() => {
        hide();
        onGone();
      }, longestToast);
      undoings.set(group.id, undo);
    },

    /** Keeps the group. Does nothing once the delete is sent. */
    undo(id: string): void {
      undoings.get(id)?.();
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    current(): Deletions {
      return deletions;
    },
  };
}
