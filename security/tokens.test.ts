import { beforeAll, describe, expect, it } from 'vitest';
import { errorTexts } from '#contract/errors.ts';
import { approveVendor } from '#services/subscription-api/shop/vendor.ts';
import { openPortal } from '#services/subscription-api/testing/portal-in-test.ts';
import { serviceForSuite } from '#services/subscription-api/testing/service-for-suite.ts';
import { firstCrack, roastAndRitual } from '#services/subscription-api/testing/service-in-test.ts';
import { badTokens, parties, tokenMaker } from './bad-tokens.ts';
import { addressOf, everyEndpoint, type NamedEndpoint } from './every-endpoint.ts';
import { platformFiles, rowsOfShop } from './whole-state.ts';

describe('a token that proves nothing', () => {
  const service = serviceForSuite('PGlite', {
    variables: {
      SHOPIFY_APP_CREDENTIALS: JSON.stringify({
        [roastAndRitual]: { apiKey: 'other-key', apiSecret: 'other-secret' },
      }),
    },
  });
  let tokens: ReadonlyMap<string, string>;
  let portalToken: string;
  beforeAll(async () => {
    await approveVendor(service.database, {
      shop: firstCrack,
      status: 'active',
      simpleSubscription: true,
    });
    portalToken = await openPortal(service, firstCrack);
    tokens = await badTokens(parties);
    before = await state();
  });

  const ask = async ({ endpoint }: NamedEndpoint, authorization: string | undefined) =>
    await service.request(addressOf(endpoint), {
      method: endpoint.method,
      headers: {
        'Content-Type': 'application/json',
        ...(authorization !== undefined && { Authorization: authorization }),
      },
      ...(endpoint.method !== 'GET' && { body: '{}' }),
    });
  const state = async () => [
    await rowsOfShop(service, firstCrack),
    await rowsOfShop(service, roastAndRitual),
    platformFiles(service),
  ];
  let before: unknown;

  it.each(everyEndpoint.filter(({ access }) => access !== 'open'))(
    'is refused by $name',
    async (named) => {
      const good = await tokenMaker(parties).signed();
      const proofs = new Map<string, string | undefined>([
        ['none', undefined],
        ['a token without its scheme', good],
        ['a token of another scheme', `Basic ${good}`],
        ['two tokens', `Bearer ${good}, Bearer ${good}`],
        ["another access's", `Bearer ${named.access === 'admin' ? portalToken : good}`],
        ['a portal token that nobody made', `Bearer ${'p'.repeat(43)}`],
        ...Array.from(tokens, ([what, token]) => [what, `Bearer ${token}`] as const),
      ]);
      const answers = await Promise.all(
        Array.from(proofs, async ([what, proof]) => {
          const { status, body } = await ask(named, proof);
          return [what, status, body];
        }),
      );
      const refused = { message: errorTexts.authorizeRequest };
      expect(answers).toEqual(Array.from(proofs, ([what]) => [what, 401, refused]));
    },
  );

  it('changes nothing anywhere', async () => {
    expect(await state()).toEqual(before);
  });

  it('is told apart from one that does', async () => {
    const good = `Bearer ${await tokenMaker(parties).signed()}`;
    const reading = everyEndpoint.filter(({ endpoint }) => endpoint.method === 'GET');
    const answers = reading.map(async (named) => {
      const { status } = await ask(
        named,
        named.access === 'portal' ? `Bearer ${portalToken}` : good,
      );
      return status;
    });
    expect(await Promise.all(answers)).not.toContain(401);
  });
});
