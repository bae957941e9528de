import { apiPrefix, endpoints } from '#contract/endpoints.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import {
  roastAndRitual,
  startServiceInTest,
} from '#services/subscription-api/testing/service-in-test.ts';
import { medianTimeOf } from './median-time.ts';

// What a page of each long list takes, from the API's request to its answer, in a small store and in a grown one:
// 1,000 groups, 5,000 variants in a group, 250 profiles. The limit is the merchant's: a page within half a second.

/** Milliseconds. */
const limit = 500;
const runs = 15;

type Service = Awaited<ReturnType<typeof startServiceInTest>>;

async function largestGroup(service: Service): Promise<string> {
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

async function measure(service: Service) {
  return {
    'groups, first page': await medianTimeOf(service, endpoints.listSellingPlanGroups.path, runs),
    'groups, searched': await medianTimeOf(
      service,
      `${endpoints.listSellingPlanGroups.path}?query=every`,
      runs,
    ),
    'variants of the largest group': await medianTimeOf(
      service,
      endpoints.getSellingPlanGroup.path.replace(':id', await largestGroup(service)),
      runs,
    ),
    'delivery profiles': await medianTimeOf(service, endpoints.listDeliveryProfiles.path, runs),
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
  const grown = new Map(Object.entries(await measure(service)));
  console.log(`Median of ${runs} requests below ${apiPrefix}, in ms; limit ${limit}`);
  let slow = 0;
  for (const [name, before] of Object.entries(small)) {
    const after = grown.get(name) ?? Number.NaN;
    if (!(after <= limit)) slow += 1;
    console.log(
      `${after <= limit ? 'ok  ' : 'SLOW'}  ${name.padEnd(30)} small ${before.toFixed(1).padStart(7)}   grown ${after.toFixed(1).padStart(7)}   ratio ${(after / before).toFixed(1)}`,
    );
  }
  process.exitCode = slow > 0 ? 1 : 0;
} finally {
  await service.close();
}
