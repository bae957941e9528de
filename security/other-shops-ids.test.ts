import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nothing } from '#contract/endpoint.ts';
import { serviceForSuite } from '#services/subscription-api/testing/service-for-suite.ts';
import { firstCrack, roastAndRitual } from '#services/subscription-api/testing/service-in-test.ts';
import { addressOf, everyEndpoint, type NamedEndpoint, proofFor } from './every-endpoint.ts';
import { namingRequests, pathIds } from './foreign-ids.ts';
import { type FurnishedShop, furnish } from './two-shops.ts';
import { platformFiles, rowsOfShop } from './whole-state.ts';

type Sent = { id?: string | undefined; query?: unknown; body?: unknown };

/** Endpoints that answer such an id with a success, which says no more than what is the shop's own. */
const answeredAll = new Map([
  ['createSellingPlanGroup', 'what new options are called is not read'],
  ['updateSellingPlanGroup', 'plans to delete that the group does not have are gone already'],
  ['addVariants', 'each variant has its own answer'],
  ['removeVariants', 'each variant has its own answer'],
  ['syncOrders', 'each order has its own answer'],
  ['decideRecurringOrders', 'each order has its own answer'],
  ['listPassedOver', 'a product that is not there has passed over nothing'],
  ['getWidgetDiagnosis', 'a product that is not there has no template of its own'],
]);

/** Tables that the shops have nothing in: what they hold is named by no request, or gone by then. */
const withoutRows = [
  'contract_notice',
  'idempotency_key',
  'lease',
  'magic_link',
  'mirror_repair',
  'product',
  'selling_plan_group_turn',
  'sync_run',
  'sync_run_order',
  'webhook',
];

function searchOf(query: unknown): string {
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(query ?? {}));
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('ids of another shop', () => {
  const service = serviceForSuite('PGlite');
  let thief: FurnishedShop;
  let victim: FurnishedShop;
  let secrets: string[];
  let before: unknown;

  /** What is kept of a shop anywhere: its rows, and what the platform has. */
  const stateOf = async (shop: string) => {
    const file = Object.entries(platformFiles(service)).find(([name]) =>
      name.endsWith(`${shop.split('.')[0]}.jsonl`),
    );
    return { rows: await rowsOfShop(service, shop), platform: file?.[1] ?? '' };
  };
  const wordsOf = ({ rows, platform }: Awaited<ReturnType<typeof stateOf>>) => {
    const lines = [...Object.values(rows).flat(), ...platform.trim().split('\n')];
    return new Set(lines.flatMap((line) => textsIn(JSON.parse(line))));
  };

  beforeAll(async () => {
    [thief, victim] = [await furnish(service, firstCrack), await furnish(service, roastAndRitual)];
    const own = wordsOf(await stateOf(thief.shop));
    const words = wordsOf(await stateOf(victim.shop));
    // Names of scopes and fields are everybody's.
    secrets = [...words].filter(
      (word) => word.length > 5 && !own.has(word) && !/^[a-z_]+$/.test(word),
    );
    before = await stateOf(victim.shop);
    expect(secrets.length).toBeGreaterThan(1000);
  });

  const ask = async ({ endpoint, access }: NamedEndpoint, { id, query, body }: Sent) => {
    const token = await proofFor(access, thief, () => service.platform.sessionToken(thief.shop));
    return await service.request(addressOf(endpoint, id, searchOf(query)), {
      method: endpoint.method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };

  const requestsOf = ({ endpoint }: NamedEndpoint): Sent[] => {
    const of = (schema: z.ZodType) => namingRequests(schema, thief.has, victim.has);
    const ids = pathIds(endpoint.id, thief.has, victim.has);
    const [query, body] = [endpoint.query, endpoint.body].map((schema) =>
      schema === nothing ? { own: undefined, foreign: [] } : of(schema),
    );
    const own = { id: ids.own, query: query?.own, body: body?.own };
    return [
      ...ids.foreign.map((id) => ({ ...own, id })),
      ...(query?.foreign ?? []).map((foreign) => ({ ...own, query: foreign })),
      ...(body?.foreign ?? []).map((foreign) => ({ ...own, body: foreign })),
    ];
  };

  const cases = everyEndpoint.map((named) => ({ ...named, named }));

  it.each(cases)('open nothing in $name', async ({ name, named, endpoint }) => {
    if (endpoint.contentType !== 'application/json') return;
    const requests = requestsOf(named);
    const answers = await Promise.all(requests.map((sent) => ask(named, sent)));
    for (const [index, { status, body }] of answers.entries()) {
      const sent = requests[index] ?? {};
      const isPage = JSON.stringify(sent.query ?? {}).includes('"after"');
      const isRefused = status >= 400 && status < 500;
      expect(
        isRefused || isPage || answeredAll.has(name),
        `${status} to ${JSON.stringify(sent)}`,
      ).toBe(true);
      const [answer, given] = [JSON.stringify(body), textsIn(sent).join(' ')];
      const told = secrets.filter((secret) => answer.includes(secret) && !given.includes(secret));
      expect(told).toEqual([]);
    }
  });

  it('change nothing in the other shop, and bring nothing of it into the own', async () => {
    await service.settled();
    expect(await stateOf(victim.shop)).toEqual(before);
    const own = wordsOf(await stateOf(thief.shop));
    expect(secrets.filter((secret) => own.has(secret))).toEqual([]);
  });

  it('are of a shop that has something in every table that an answer is made of', async () => {
    const { rows } = await stateOf(victim.shop);
    const empty = Object.keys(rows).filter((table) => rows[table]?.length === 0);
    expect(empty).toEqual(withoutRows);
  });

  it('are asked for in every place that can name something', () => {
    const asked = cases.filter(({ named }) => requestsOf(named).length > 0).map(({ name }) => name);
    expect(asked).toEqual(
      expect.arrayContaining([
        'updateVendorSettings',
        'undoSettingChange',
        'updateSellingPlanGroup',
        'addVariants',
        'updateRotation',
        'syncOrders',
        'listRecurringOrders',
        'decideRecurringOrders',
        'listSubscriptionContracts',
        'getSubscriptionContract',
        'getContractHistory',
        'getContractAddress',
        'getContractPlans',
        'changeSubscriptionContract',
        'updateDeliveryProfile',
        'getWidgetDiagnosis',
        'endPortalSession of the portal',
        'getSubscriber of the portal',
      ]),
    );
  });
});
