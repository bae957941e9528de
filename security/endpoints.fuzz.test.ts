import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiPrefix } from '#contract/endpoints.ts';
import { errorEnvelopeSchema } from '#contract/errors.ts';
import { openPortal } from '#services/subscription-api/testing/portal-in-test.ts';
import { serviceForSuite } from '#services/subscription-api/testing/service-for-suite.ts';
import { firstCrack, roastAndRitual } from '#services/subscription-api/testing/service-in-test.ts';
import { everyEndpoint } from './every-endpoint.ts';
import { type FuzzedRequest, requestsTo } from './fuzzed-request.ts';
import {
  type Answered,
  expectHarmless,
  expectInTime,
  inputs,
  inTime,
  isNightly,
  seed,
  timed,
} from './harmless.ts';
import { type FurnishedShop, furnish } from './two-shops.ts';
import { unlimited } from './unlimited.ts';

const tailOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe('any input', () => {
  const service = serviceForSuite(isNightly ? 'PostgreSQL' : 'PGlite', { variables: unlimited });
  let ours: FurnishedShop;
  let theirs: FurnishedShop;
  beforeAll(async () => {
    [ours, theirs] = [await furnish(service, firstCrack), await furnish(service, roastAndRitual)];
  });

  it.each(everyEndpoint)(
    'to $name is answered, with no failure and nothing of the inside',
    async ({ endpoint, access }) => {
      const ids = [...Object.values(ours.has.globalIds), ...Object.values(theirs.has.globalIds)];
      const tails = ids.map(tailOf);
      const arbitrary = requestsTo(endpoint, {
        ids: [...ids, ...tails],
        pathIds: [
          ...tails,
          ours.has.portalSession,
          theirs.has.portalSession,
          'shipstation',
          ours.has.scale,
          ours.has.view,
        ],
      });
      let token = '';
      let mintedAt = 0;
      const proof = async (): Promise<string> => {
        if (Date.now() - mintedAt > 30_000) {
          mintedAt = Date.now();
          token =
            access === 'admin'
              ? await service.platform.sessionToken(firstCrack)
              : access === 'scale'
                ? ours.scaleToken
                : await openPortal(service, firstCrack);
        }
        return token;
      };
      const ask = async ({ address, headers, body }: FuzzedRequest): Promise<Answered> => {
        const authorization = `Bearer ${await proof()}`;
        const { answer, milliseconds } = await timed(() =>
          service.request(address, {
            method: endpoint.method,
            headers: { Authorization: authorization, ...headers },
            ...(body !== undefined && { body }),
          }),
        );
        if (answer.status === 401) mintedAt = 0;
        if (answer.status >= 400) errorEnvelopeSchema.parse(answer.body);
        return { status: answer.status, text: JSON.stringify(answer.body), milliseconds };
      };
      const property = fc.asyncProperty(arbitrary, async (request) => {
        const answered = await inTime(() => ask(request));
        const given = JSON.stringify([request.address, request.body]);
        expectHarmless(answered, given.slice(0, 500));
        expectInTime(answered, given.slice(0, 500));
      });
      await fc.assert(property, {
        numRuns: inputs,
        seed,
        endOnFailure: true,
        // An endpoint without id, query and body has few inputs.
        ignoreEqualValues: true,
      });
      await service.settled();
    },
    inputs * 1000,
  );

  it('leaves nobody with a prototype of theirs', async () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(apiPrefix in {}).toBe(false);
  });
});
