import { endpoints } from '#contract/endpoints.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import {
  roastAndRitual,
  type ServiceInTest,
  startServiceInTest,
} from '#services/subscription-api/testing/service-in-test.ts';
import { medianOf } from './median.ts';
import { report } from './table.ts';

// How long the API takes for a page of each long list, in a small and in a grown store (1,000 groups, 5,000 variants in a group,
// 250 profiles).

const runs = 15;

async function largestGroup(service: ServiceInTest): Promise<string> {
  const path = `${endpoints.listSellingPlanGroups.path}?first=250&sortKey=CREATED_AT&reverse=true`;
  let largest = { id: '', count: -1 };
  let after = '';
  do {
    const answer = await service.call(roastAndRitual, 'GET', `${path}${after}`);
    const { sellingPlanGroups, pageInfo } = sellingPlanGroupListSchema.parse(answer.body);
    for (const group of sellingPlanGroups) {
      const { count } = group.productVariantsCount;
      if (count > largest.count) largest = { id: originalIdOf(group.id), count };
    }
    after = pageInfo.hasNextPage ? `&after=${encodeURIComponent(pageInfo.endCursor ?? '')}` : '';
  } while (after !== '');
  return largest.id;
}

async function timeOf(service: ServiceInTest, path: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const start = performance.now();
    const answer = await service.call(roastAndRitual, 'GET', path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    // The first run fills caches and isn't counted.
    if (run > 0) times.push(performance.now() - start);
  }
  return medianOf(times);
}

async function measure(service: ServiceInTest): Promise<Record<string, number>> {
  const groups = endpoints.listSellingPlanGroups.path;
  const group = endpoints.getSellingPlanGroup.path.replace(':id', await largestGroup(service));
  return {
    'groups, first page': await timeOf(service, groups),
    'groups, searched': await timeOf(service, `${groups}?query=every`),
    'variants of the largest group': await timeOf(service, group),
    'delivery profiles': await timeOf(service, endpoints.listDeliveryProfiles.path),
  };
}

const service = await startServiceInTest('PGlite');
try {
  const small = await measure(service);
  service.platform.control.grow(roastAndRitual, {
    products: 1_000,
    groups: 1_000,
    variantsInGroup: 5_000,
    profiles: 250,
  });
  const figures = Object.entries(await measure(service)).flatMap(([name, measured]) => [
    { name, measured: small[name] ?? Number.NaN, unit: 'ms' },
    // Half a second is the longest that a merchant waits without wondering.
    { name: '… in a grown store', measured, unit: 'ms', goal: { atMost: 500 } },
  ]);
  report(`A page of each long list; median of ${runs} requests`, figures);
} finally {
  await service.close();
}
