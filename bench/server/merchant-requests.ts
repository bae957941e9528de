import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Credentials } from '../../scripts/stack/credentials.ts';
import type { startProject } from './stacks.ts';

type Project = Pick<Awaited<ReturnType<typeof startProject>>, 'grow' | 'credentials' | 'adminHost'>;

/** The platform's library answers 410 to user agents that look like robots. */
const browserHeaders = {
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
};

/** A merchant's browser request: path with query, and headers. */
export type MerchantRequest = { path: string; headers: Record<string, string> };

const usualTokens = 128;
const tokensLastMilliseconds = 15_000;

/**
 * Requests of a shop's merchant that use many session tokens in turn. The app verifies a token once for all requests that share it,
 * and in reality only the loaders of one page do.
 */
export function merchantRequests(
  credentials: Credentials,
  shop: string,
  adminHost: string,
  tokens = usualTokens,
) {
  let pool: string[] = [];
  let madeAt = 0;
  let next = 0;
  const mint = () =>
    new SignJWT({ dest: `https://${shop}`, sid: randomUUID() })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(`https://${shop}/admin`)
      .setAudience(credentials.apiKey)
      .setSubject('1')
      .setIssuedAt()
      .setNotBefore('0s')
      .setExpirationTime('60s')
      .setJti(randomUUID())
      .sign(new TextEncoder().encode(credentials.apiSecret));
  const token = async (): Promise<string> => {
    if (Date.now() - madeAt > tokensLastMilliseconds) {
      pool = await Promise.all(Array.from({ length: tokens }, mint));
      madeAt = Date.now();
    }
    next = (next + 1) % pool.length;
    return pool[next] ?? '';
  };
  const host = Buffer.from(`${adminHost}/store/${shop.split('.')[0]}`).toString('base64');
  return {
    async data(path: string, routeId: string): Promise<MerchantRequest> {
      const authorization = `Bearer ${await token()}`;
      return {
        path: `${path}?_data=${encodeURIComponent(routeId)}`,
        headers: { ...browserHeaders, Authorization: authorization },
      };
    },
    async document(path: string): Promise<MerchantRequest> {
      const query = new URLSearchParams({ embedded: '1', host, shop, id_token: await token() });
      return { path: `${path}?${query}`, headers: browserHeaders };
    },
  };
}

function requestsInTurn(merchants: ReadonlyArray<ReturnType<typeof merchantRequests>>) {
  let next = 0;
  const following = () => {
    next = (next + 1) % merchants.length;
    const merchant = merchants[next];
    if (merchant === undefined) throw new Error('There is no merchant to ask as.');
    return merchant;
  };
  return {
    data: (path: string, routeId: string) => following().data(path, routeId),
    document: (path: string) => following().document(path),
  };
}

/** Spreads requests over enough shops that none reaches its request limit, because the benchmark measures the server alone. */
export const shopsInTurn = 8;

/** Grows the shops to that many groups, and returns their merchants' requests, one shop after the other. */
export async function requestsOfGrown(
  { grow, credentials, adminHost }: Project,
  shops: readonly string[],
  groups: number,
) {
  for (const shop of shops) await grow({ shop, products: 60, groups });
  return requestsInTurn(shops.map((shop) => merchantRequests(credentials, shop, adminHost)));
}
