import { changeRoastDaySchema } from '#contract/roast-plan.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST takes a day of the roast plan, or takes that back; answers the plan afterwards (`roastPlanSchema`). */
export const action = resourceAction(changeRoastDaySchema, ({ client, body, ifMatch }) =>
  client.changeRoastDay({ body, ifMatch }),
);
