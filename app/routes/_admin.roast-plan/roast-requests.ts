import type { ChangeRoastDay, RoastPlan, RoastSettings } from '#contract/roast-plan.ts';
import type { ResourceRequest } from '../../requests/request-resource.ts';

const answer = async () => (await import('#contract/roast-plan.ts')).roastPlanSchema;

export const roastRequests = {
  /** @param seen the tag of the day as the merchant saw it */
  changeDay: (change: ChangeRoastDay, seen: string): ResourceRequest<RoastPlan> => ({
    method: 'POST',
    path: '/resources/roast-plan/day',
    body: change,
    ifMatch: seen,
    answer,
  }),

  setLoss: (settings: RoastSettings): ResourceRequest<RoastPlan> => ({
    method: 'POST',
    path: '/resources/roast-plan/loss',
    body: settings,
    answer,
  }),
};
