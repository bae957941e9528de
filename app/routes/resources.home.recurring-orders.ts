import { nothing, resourceLoader } from '../requests/resource-route.server.ts';
import { wordsOfMorning } from './_admin._index/recurring-words.ts';

/** GET answers Home's card of recurring orders (`recurringMorningSchema`). */
export const loader = resourceLoader(nothing, async ({ client }) => {
  const [summary, billing] = await Promise.all([client.getRecurringSummary(), client.getBilling()]);
  return wordsOfMorning(summary, billing);
});
