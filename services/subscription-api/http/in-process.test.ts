import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { originalIdOf } from '#contract/global-id.ts';
import { sellingPlanGroupListSchema } from '#contract/selling-plan-group.ts';
import { approveVendor } from '../shop/vendor.ts';
import { serviceForSuite } from '../testing/service-for-suite.ts';
import { roastAndRitual } from '../testing/service-in-test.ts';

const groups = endpoints.listSellingPlanGroups;
const group = endpoints.getSellingPlanGroup;

describe('an answer taken in the process', () => {
  const service = serviceForSuite('PGlite');
  let groupPath: string;
  beforeAll(async () => {
    const { body } = await service.call(roastAndRitual, 'GET', groups.path);
    const id = sellingPlanGroupListSchema.parse(body).sellingPlanGroups[0]?.id ?? '';
    groupPath = group.path.replace(':id', originalIdOf(id));
  });

  /** Sends the same request twice: once over JSON, once taking its answer. */
  async function bothWays(path: string, headers: Record<string, string> = {}) {
    const sent = await service.call(roastAndRitual, 'GET', path, { headers });
    const taken: unknown[] = [];
    const response = await service.call(roastAndRitual, 'GET', path, {
      headers,
      inProcess: { takeAnswer: (answer) => taken.push(answer) },
    });
    return { sent, taken, response };
  }

  it.each<[string, Endpoint, () => string]>([
    ['the vendor', endpoints.getVendor, () => '/vendor'],
    ['the groups', groups, () => groups.path],
    ['a group', group, () => groupPath],
    ['the profiles', endpoints.listDeliveryProfiles, () => endpoints.listDeliveryProfiles.path],
    ['the products', endpoints.listPreviewProducts, () => endpoints.listPreviewProducts.path],
  ])('of %s is what JSON would carry, and its response is empty', async (_, endpoint, path) => {
    const { sent, taken, response } = await bothWays(path());
    expect(response).toMatchObject({ status: 200, body: null });
    expect(taken).toHaveLength(1);
    expect(JSON.parse(JSON.stringify(taken[0]))).toEqual(sent.body);
    expect(endpoint.answer.parse(taken[0])).toEqual(endpoint.answer.parse(sent.body));
  });

  it.each([
    ['an unknown id', () => group.path.replace(':id', '1'), {}, 404],
    ['a wrong query', () => `${groups.path}?first=many`, {}, 400],
    ['no token', () => groups.path, { Authorization: 'Bearer none' }, 401],
    ['no time left', () => groups.path, { 'X-Remaining-Milliseconds': '0' }, 502],
  ])('fails in the same words with %s', async (_, path, headers, status) => {
    const { sent, taken, response } = await bothWays(path(), headers);
    expect(taken).toEqual([]);
    expect(response).toMatchObject({ status, body: sent.body });
    expect(sent.status).toBe(status);
  });
});

describe('a caller in the process who waits no more', () => {
  const service = serviceForSuite('PGlite');
  const gone = AbortSignal.abort();

  it('ends a read', async () => {
    const answer = service.call(roastAndRitual, 'GET', groups.path, { inProcess: { gone } });
    expect(await answer).toMatchObject({ status: 502 });
  });

  it('ends no change', async () => {
    const { method, path } = endpoints.updateVendorSettings;
    const approved = { shop: roastAndRitual, status: 'active', simpleSubscription: true } as const;
    await approveVendor(service.database, approved);
    const body = { isWidgetEnabled: true };
    const answer = service.call(roastAndRitual, method, path, { body, inProcess: { gone } });
    expect(await answer).toMatchObject({ status: 200 });
  });
});

describe('a session token that its caller in the process has verified', () => {
  const service = serviceForSuite('PGlite');
  const ask = (token: string, verifiedShop?: string) =>
    service.call(roastAndRitual, 'GET', groups.path, {
      headers: { Authorization: `Bearer ${token}` },
      inProcess: { verifiedShop },
    });

  it('is not verified again', async () => {
    const token = await service.platform.sessionToken(roastAndRitual);
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.AAAA`;
    // Gets an access token first, so that nobody exchanges the forged one.
    expect(await ask(token)).toMatchObject({ status: 200 });
    expect(await ask(forged)).toMatchObject({ status: 401 });
    expect(await ask(forged, roastAndRitual)).toMatchObject({ status: 200 });
  });

  it('must be there all the same', async () => {
    expect(await ask('', roastAndRitual)).toMatchObject({ status: 401 });
  });
});
