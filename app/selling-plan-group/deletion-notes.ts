import { propertyOf, textOf } from '../subscription-api/json-property.ts';
import type { DeletableGroup } from './pending-deletions.ts';

type Note = DeletableGroup & { begunAt: number; leftAt?: number };

/** Left less than this ago, in ms, a deletion is finished without asking again: the page was only reloaded. */
const fresh = 60_000;

/** What this browser has to remember of a shop's deletions in case its page goes away while they are under way. */
export type DeletionNotes = {
  add: (group: DeletableGroup) => void;
  remove: (id: string) => void;
  /** Says that the page goes away with the deletion under way. */
  leave: (id: string) => void;
  /** The deletions that were left, once: each is forgotten by it. Those of another open page stay. */
  takeLeft: () => Array<{ group: DeletableGroup; fresh: boolean }>;
};

/** Keeps the notes in the browser's storage; where that is blocked, for as long as the document lives. */
export function createDeletionNotes(
  shop: () => string,
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number = Date.now,
): DeletionNotes {
  const read = (): Note[] => {
    try {
      const kept: unknown = JSON.parse(storage().getItem(keyOf(shop())) ?? '[]');
      return Array.isArray(kept) ? kept.flatMap(noteIn) : [];
    } catch {
      return [];
    }
  };
  const write = (notes: Note[]) => {
    try {
      storage().setItem(keyOf(shop()), JSON.stringify(notes));
    } catch {
      // A full or forbidden storage: the deletion itself goes on.
    }
  };
  const isLeft = ({ begunAt, leftAt }: Note) => leftAt !== undefined || now() - begunAt >= fresh;

  return {
    add({ id, name }) {
      write([...read().filter((note) => note.id !== id), { id, name, begunAt: now() }]);
    },
    remove(id) {
      write(read().filter((note) => note.id !== id));
    },
    leave(id) {
      write(read().map((note) => (note.id === id ? { ...note, leftAt: now() } : note)));
    },
    takeLeft() {
      const notes = read();
      write(notes.filter((note) => !isLeft(note)));
      return notes.filter(isLeft).map(({ id, name, leftAt }) => ({
        group: { id, name },
        fresh: leftAt !== undefined && now() - leftAt < fresh,
      }));
    },
  };
}

/** The note, if it is one: another version of the app may have written it. */
function noteIn(kept: unknown): Note[] {
  const [id, name] = [textOf(kept, 'id'), textOf(kept, 'name')];
  const [begunAt, leftAt] = [propertyOf(kept, 'begunAt'), propertyOf(kept, 'leftAt')];
  if (id === undefined || name === undefined || typeof begunAt !== 'number') return [];
  return [{ id, name, begunAt, ...(typeof leftAt === 'number' ? { leftAt } : {}) }];
}

function keyOf(shop: string): string {
  return `cadence.deletions.${shop}`;
}
