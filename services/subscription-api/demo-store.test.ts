import { expect, it } from 'vitest';
import {
  sellingPlanGroupListSchema,
  sellingPlanGroupSchema,
} from '#contract/selling-plan-group.ts';
import { addDemoStore } from './demo-store.ts';
import { isUsageBased } from './recurring/mirror/usage.ts';
import { groupPath } from './testing/group-form.ts';
import { serviceForSuite } from './testing/service-for-suite.ts';
import { bodyOf, roastAndRitual } from './testing/service-in-test.ts';

const service = serviceForSuite('PGlite');

it('the demo’s store has one group that is usage-based, as its own form shows it', async () => {
  await addDemoStore(service.database);
  await addDemoStore(service.database);
  const answer = await service.call(roastAndRitual, 'GET', groupPath);
  const { sellingPlanGroups } = bodyOf(answer, sellingPlanGroupListSchema);
  const dynamic = [];
  for (const { id, name } of sellingPlanGroups) {
    const path = `${groupPath}/${id.split('/').at(-1)}`;
    const group = bodyOf(await service.call(roastAndRitual, 'GET', path), sellingPlanGroupSchema);
    if (group.isDynamic) dynamic.push({ name, group });
  }
  expect(dynamic).toMatchObject([
    {
      name: 'Brew-based refill',
      group: {
        dynamicSellingPlanName: 'Based on brewing',
        recurringPolicies: [{ discountType: 'PERCENTAGE', discountValue: 15 }],
      },
    },
  ]);
  const planIds = dynamic.flatMap(({ group }) => group.sellingPlans.map(({ id }) => id));
  expect(await isUsageBased(service.contextOf(roastAndRitual), planIds)).toBe(true);
});
