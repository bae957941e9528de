import { apiPrefix, endpoints } from '#contract/endpoints.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import {
  roastAndRitual,
  startServiceInTest,
} from '#services/subscription-api/testing/service-in-test.ts';

// What a page of each long list takes, from the API's request to its answer, in a small store and in a grown one:
// 1,000 groups, 5,000 variants in a group, 250 profiles. The limit is the merchant's: a page within half a second.

/** Milliseconds. */
const limit = 500;
const runs = 15;

type Service = Awaited<ReturnType<typeof startServiceInTest>>;

async function medianOf(service: Service, path: string): Promise<number> {
  const times: number[] = [];
  // The first run pays for opening connections and is not counted.
  for (let run = 0; run <= runs; run += 1) {
    const start = performance.now();
    const answer = await service.call(roastAndRitual, 'GET', path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    if (run > 0) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(runs / 2)] ?? Number.NaN;
}

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
    'groups, first page': await medianOf(service, endpoints.listSellingPlanGroups.path),
    'groups, searched': await medianOf(
      service,
      `${endpoints.listSellingPlanGroups.path}?query=every`,
    ),
    'variants of the largest group': await medianOf(
      service,
      endpoints.getSellingPlanGroup.path.replace(':id', await largestGroup(service)),
    ),
    'delivery profiles': await medianOf(service, endpoints.listDeliveryProfiles.path),
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
