import { nothing, resourceLoader } from '../requests/resource-route.server.ts';
import { shownChanges } from './_admin.settings/change-in-words.ts';

/** GET answers the latest changes of the settings in words, the newest first (`shownChangesSchema`). */
export const loader = resourceLoader(nothing, async ({ client }) =>
  shownChanges(await client.listSettingChanges()),
);
