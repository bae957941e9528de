import { roastSettingsSchema } from '#contract/roast-plan.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST sets the roasting loss; answers the plan afterwards (`roastPlanSchema`). */
export const action = resourceAction(roastSettingsSchema, ({ client, body }) =>
  client.updateRoastSettings({ body }),
);
