import type { ShowToast } from '../bridge/toast.tsx';
import { ResourceError } from '../resource-routes/request-resource.ts';
import type { DeletionNotes } from './deletion-notes.ts';

/** `pending` can be undone; `sending` is on its way; `deleted` is done, and stays known so that no old list shows it. */
export type DeletionState = 'pending' | 'sending' | 'deleted';

export type DeletableGroup = { id: string; name: string };

/** A deletion that came to nothing, until the merchant has seen it. */
export type FailedDeletion = DeletableGroup & { reason: string };

export type Deletions = {
  /** By the group's global id. */
  states: ReadonlyMap<string, DeletionState>;
  failed: readonly FailedDeletion[];
  /** The group that was kept last; a new object each time. */
  kept: { id: string } | undefined;
  /** Where the merchant must go first to grant what a deletion lacked (specification §7). */
  updateUrl?: string | undefined;
};

/** What a deletion needs of the admin. */
export type DeletionTools = {
  showToast: ShowToast;
  /** Gets ready what deletes a group while its page is going away, when nothing can be waited for any more. */
  prepareLeaving: () => Promise<(id: string) => void>;
};

/** Takes the toast away if the admin never says that it did, in ms: longer than any toast shows. */
export const longestToast = 15_000;

/** Between the end of the toast and the delete, in ms: an Undo pressed at the last moment may arrive after it. */
export const lastMoment = 500;

const longestName = 40;
const leftTooEarly = 'You left before it was done.';

function quoted(name: string): string {
  return name.length > longestName ? `“${name.slice(0, longestName - 1)}…”` : `“${name}”`;
}

type Running = { group: DeletableGroup; undo: () => void; leave?: (id: string) => void };

/**
 * Deletions that the merchant confirmed and may still undo. The delete is held back until its toast is gone: until then
 * nothing has happened that would have to be undone. See docs/decisions/0010-undo-delete.md.
 *
 * `send` deletes the group and rejects with an error whose message the merchant may read; `exists` says whether a group is
 * still there.
 */
export function createPendingDeletions(platform: {
  send: (id: string) => Promise<void>;
  exists: (id: string) => Promise<boolean>;
  notes: DeletionNotes;
}) {
  const { send, exists, notes } = platform;
  let current: Deletions = { states: new Map(), failed: [], kept: undefined };
  const listeners = new Set<() => void>();
  const running = new Map<string, Running>();

  function publish(next: Partial<Deletions>): void {
    current = { ...current, ...next };
    for (const listener of listeners) listener();
  }

  function change(id: string, state: DeletionState | undefined): void {
    const states = new Map(current.states);
    if (state === undefined) states.delete(id);
    else states.set(id, state);
    publish({ states, failed: current.failed.filter((failed) => failed.id !== id) });
  }

  function fail(group: DeletableGroup, reason: string, showToast: ShowToast): void {
    change(group.id, undefined);
    publish({ failed: [...current.failed, { ...group, reason }] });
    showToast(`${quoted(group.name)} was not deleted: ${reason}`, { isError: true });
  }

  function finish(group: DeletableGroup, showToast: ShowToast): void {
    change(group.id, 'deleted');
    showToast('Selling plan group deleted');
  }

  const isThere = (id: string): Promise<boolean> => exists(id).catch(() => true);

  async function carryOut(group: DeletableGroup, showToast: ShowToast): Promise<void> {
    change(group.id, 'sending');
    try {
      await send(group.id);
      finish(group, showToast);
    } catch (error) {
      // Perhaps only the answer was lost.
      if (await isThere(group.id)) {
        fail(group, error instanceof Error ? error.message : String(error), showToast);
        if (error instanceof ResourceError) publish({ updateUrl: error.updateUrl });
      } else finish(group, showToast);
    } finally {
      running.delete(group.id);
      notes.remove(group.id);
    }
  }

  return {
    /** Hides the group and offers Undo; does nothing where its deletion is under way already. */
    begin(group: DeletableGroup, { showToast, prepareLeaving }: DeletionTools): void {
      if (current.states.has(group.id)) return;
      if (current.updateUrl !== undefined) publish({ updateUrl: undefined });
      change(group.id, 'pending');
      notes.add(group);
      // A toast and its timers may outlive their deletion, and must not end the next one of the same group.
      const isMine = () => running.get(group.id) === entry;
      const isPending = () => isMine() && current.states.get(group.id) === 'pending';
      const onGone = () => {
        clearTimeout(silence);
        setTimeout(() => {
          if (isPending()) void carryOut(group, showToast);
        }, lastMoment);
      };
      const undo = () => {
        if (!isPending()) return;
        running.delete(group.id);
        notes.remove(group.id);
        clearTimeout(silence);
        change(group.id, undefined);
        publish({ kept: { id: group.id } });
        hide();
        showToast(`${quoted(group.name)} was kept`);
      };
      const entry: Running = { group, undo };
      running.set(group.id, entry);
      const hide = showToast(`Deleting ${quoted(group.name)}`, {
        action: { content: 'Undo', onAction: undo },
        onGone,
      });
      const silence = setTimeout(() => {
        hide();
        onGone();
      }, longestToast);
      // Without it the group is spoken of at the next visit.
      prepareLeaving().then(
        (leave) => {
          entry.leave = leave;
        },
        () => {},
      );
    },

    /** Keeps the group. Does nothing once the delete is sent. */
    undo(id: string): void {
      running.get(id)?.undo();
    },

    /** The page is going away: what was confirmed is carried out now, or spoken of at the next visit. */
    leave(): void {
      for (const { group, leave } of running.values()) {
        notes.leave(group.id);
        leave?.(group.id);
        // The browser may bring the page back: what was sent can't be undone then, and is finished like a note.
        if (leave && current.states.get(group.id) === 'pending') {
          running.delete(group.id);
          change(group.id, undefined);
        }
      }
    },

    /** At the next visit, or when the browser brings the page back: finishes what was left a moment ago, and tells of what came to nothing. */
    async resume(showToast: ShowToast): Promise<void> {
      for (const { group, fresh } of notes.takeLeft()) {
        if (current.states.has(group.id)) continue;
        if (fresh) await carryOut(group, showToast);
        else if (await isThere(group.id)) fail(group, leftTooEarly, showToast);
      }
    },

    /** The merchant has seen that a deletion failed. */
    dismiss(id: string): void {
      publish({ failed: current.failed.filter((failed) => failed.id !== id) });
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    current(): Deletions {
      return current;
    },
  };
}
