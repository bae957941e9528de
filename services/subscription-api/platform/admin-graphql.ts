import { abstractFetch } from '@shopify/shopify-api/runtime';
import type { Logger } from 'pino';
import { z } from 'zod';
import { notAuthorized, platformFailed, ServiceError, updateRequired } from '../service-error.ts';
import type { AccessTokens, ShopAccess } from './access-tokens.ts';
import { missingScopes } from './scopes.ts';

/** A GraphQL document and what its `data` must look like. `Variables` types the call. */
export interface Operation<Variables, Data> {
  /** The operation's name in the document; for logs. */
  name: string;
  document: string;
  answer: z.ZodType<Data>;
  /** Never set: carries the type of the variables. */
  readonly variables?: Variables;
}

/** Pairs a document with the schema of its answer. */
export function operation<Variables>() {
  return <Data>(document: string, answer: z.ZodType<Data>): Operation<Variables, Data> => ({
    name: /\b(?:query|mutation)\s+(\w+)/.exec(document)?.[1] ?? 'anonymous',
    document,
    answer,
  });
}

/** An id of the call leads nowhere (RESOURCE_NOT_FOUND): a 404 unless the caller knows better which field it came from. */
export class ResourceNotFoundError extends ServiceError {
  constructor(cause: unknown) {
    super(404, { message: 'This does not exist any more.' }, cause);
    this.name = 'ResourceNotFoundError';
  }
}

/** The platform refuses a query as too expensive (MAX_COST_EXCEEDED): ask for fewer items at once. */
export class QueryTooExpensiveError extends Error {}

/**
 * Runs an operation for a shop and answers its checked data. Throws a ServiceError: 401 where the merchant must
 * grant something, 502 where the platform fails; QueryTooExpensiveError where a smaller page may do.
 */
export type AdminGraphql = <Variables, Data>(
  access: ShopAccess,
  operation: Operation<Variables, Data>,
  variables: Variables,
) => Promise<Data>;

const errorSchema = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});

const answerSchema = z.object({
  data: z.unknown().optional(),
  errors: z.array(errorSchema).optional(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          throttleStatus: z.object({
            maximumAvailable: z.number(),
            currentlyAvailable: z.number(),
            restoreRate: z.number(),
          }),
        })
        .optional(),
    })
    .optional(),
});

type Answer = z.infer<typeof answerSchema>;

const maximumThrottledAttempts = 5;
const maximumWaitMilliseconds = 10_000;

/** How long until the bucket holds what the query costs; a second where the platform doesn't say. */
export function throttleWaitMilliseconds(answer: Answer): number {
  const cost = answer.extensions?.cost;
  if (cost === undefined || cost.throttleStatus.restoreRate <= 0) return 1000;
  const lacking = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  const milliseconds = Math.ceil((lacking / cost.throttleStatus.restoreRate) * 1000);
  return Math.min(Math.max(milliseconds, 100), maximumWaitMilliseconds);
}

/** Makes the one door to the platform's Admin GraphQL. */
export function createAdminGraphql(dependencies: {
  accessTokens: AccessTokens;
  apiVersion: string;
  scopes: readonly string[];
  /** Where the merchant grants scopes, without `client_id`. */
  grantUrlFor: (shop: string) => string;
  logger: Logger;
  wait: (milliseconds: number) => Promise<void>;
  timeoutMilliseconds: number;
}): AdminGraphql {
  const { accessTokens, apiVersion, scopes, grantUrlFor, logger, wait, timeoutMilliseconds } =
    dependencies;

  async function post(
    shop: string,
    token: string,
    body: string,
  ): Promise<{ status: number; answer: Answer | null; retryAfterSeconds: number | null }> {
    try {
      const response = await abstractFetch(`https://${shop}/admin/api/${apiVersion}/graphql.json`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'X-Shopify-Access-Token': token,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      const text = await response.text();
      const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
      return {
        status: response.status,
        answer: response.ok ? answerSchema.parse(JSON.parse(text)) : null,
        retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
      };
    } catch (error) {
      throw platformFailed(error);
    }
  }

  async function tokenWithScopes(access: ShopAccess, refused: string | null): Promise<string> {
    let held =
      refused === null ? await accessTokens.get(access) : await accessTokens.renew(access, refused);
    if (missingScopes(scopes, held.scopes).length === 0) return held.token;
    // The merchant may have granted them since this token was made.
    if (refused === null) {
      held = await accessTokens.renew(access, held.token);
      if (missingScopes(scopes, held.scopes).length === 0) return held.token;
    }
    throw updateRequired(grantUrlFor(access.shop));
  }

  return async (access, { name, document, answer: dataSchema }, variables) => {
    const body = JSON.stringify({ query: document, variables, operationName: name });
    let token = await tokenWithScopes(access, null);
    let renewed = false;
    let throttled = 0;
    for (;;) {
      const { status, answer, retryAfterSeconds } = await post(access.shop, token, body);
      const codes = (answer?.errors ?? []).map((error) => error.extensions?.code);

      if (status === 429 || codes.includes('THROTTLED')) {
        throttled += 1;
        if (throttled >= maximumThrottledAttempts) {
          throw platformFailed(new Error(`${name}: still throttled after ${throttled} attempts`));
        }
        const milliseconds =
          answer === null
            ? Math.min((retryAfterSeconds ?? 1) * 1000, maximumWaitMilliseconds)
            : throttleWaitMilliseconds(answer);
        logger.info({ shop: access.shop, operation: name, milliseconds }, 'platform throttles');
        await wait(milliseconds);
        continue;
      }
      if (status === 401 || codes.includes('ACCESS_DENIED')) {
        if (!renewed) {
          renewed = true;
          token = await tokenWithScopes(access, token);
          continue;
        }
        if (status === 401) throw notAuthorized(new Error(`${name}: 401 with a new token`));
        // Every scope is there and it is refused all the same: granting again would lead round in a circle.
        throw new ServiceError(
          403,
          { message: 'The store does not allow this. Contact support if the issue persists!' },
          new Error(`${name}: ${answer?.errors?.[0]?.message ?? 'access denied'}`),
        );
      }
      if (codes.includes('MAX_COST_EXCEEDED')) throw new QueryTooExpensiveError(name);
      if (codes.includes('RESOURCE_NOT_FOUND')) throw new ResourceNotFoundError(new Error(name));
      if (answer === null) throw platformFailed(new Error(`${name}: HTTP ${status}`));
      if (answer.errors !== undefined && answer.errors.length > 0) {
        throw platformFailed(new Error(`${name}: ${answer.errors[0]?.message ?? 'failed'}`));
      }
      const data = dataSchema.safeParse(answer.data);
      if (!data.success) throw platformFailed(data.error);
      return data.data;
    }
  };
}
