import { formatInstant } from '#contract/calendar.ts';
import { defaultLocale } from '#contract/money.ts';
import type { ListedChanges } from '#contract/vendor-settings.ts';
import { changeInWords } from './change-in-words.ts';
import type { ShownChange } from './shown-change.ts';

const people = { you: 'You', 'somebody else': 'Another member of staff', nobody: 'Cadence' };

/** Changes in words. */
export function shownChanges({ changes, timeZone }: ListedChanges): ShownChange[] {
  return changes.map(({ id, by, changedAt, undo, ...change }) => ({
    id,
    ...changeInWords(change),
    by: people[by],
    when: formatInstant(timeZone, new Date(changedAt), defaultLocale),
    undo,
  }));
}
