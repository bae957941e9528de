import { formatInstant } from '#contract/calendar.ts';
import { defaultLocale } from '#contract/money.ts';
import type { ListedChange, ListedChanges } from '#contract/vendor-settings.ts';
import { logger } from '../../admission/logger.server.ts';
import { changeInWords } from './change-in-words.ts';

/** A change of a setting as the merchant reads it; `when` is in the store's time. */
export type ShownChange = {
  id: number;
  setting: string;
  change: string;
  by: string;
  when: string;
  undo: ListedChange['undo'];
};

const people = { you: 'You', 'somebody else': 'Another member of staff', nobody: 'Cadence' };

/** The latest changes in words; null where they can't be had, which keeps no settings from being shown. */
export async function loadHistory(listed: Promise<ListedChanges>): Promise<ShownChange[] | null> {
  try {
    const { changes, timeZone } = await listed;
    return changes.map(({ id, by, changedAt, undo, ...change }) => ({
      id,
      ...changeInWords(change),
      by: people[by],
      when: formatInstant(timeZone, new Date(changedAt), defaultLocale),
      undo,
    }));
  } catch (error) {
    logger.warn({ error }, 'The history of settings could not be loaded');
    return null;
  }
}
