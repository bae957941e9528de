import { ApiVersion } from '@shopify/shopify-api';
import { abstractFetch } from '@shopify/shopify-api/runtime';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { AccessScope } from '#process/access-scopes.ts';
import { withTimeLimit } from '#process/time-limit.ts';
import { DeadlineError } from '../deadline.ts';
import { invalidRequest, notAuthorized, ServiceError } from '../service-error.ts';
import type { AccessTokens, ShopAccess } from './access-tokens.ts';
import { AnswerCache } from './answer-cache.ts';
import { type PlatformAnswer, platformAnswerSchema, wasCarriedOut } from './platform-answer.ts';
import {
  OutcomeUnknownError,
  PlatformError,
  platformFailed,
  shopUnavailable,
} from './platform-error.ts';
import { missingScopes } from './scopes.ts';
import type { Asked } from './shop-points.ts';
import type { ThrottleQueues } from './throttle-queues.ts';

/** The Admin API's version. A test validates all folders' documents against its schema. */
const apiVersion = ApiVersion.October26;

/** A GraphQL document and the schema of its `data`. `Variables` types the call. */
export type Operation<Variables, Data> = {
  /** The operation's name in the document, for logs. */
  name: string;
  /** Whether it changes something, so that a lost answer leaves the outcome unknown. */
  isMutation: boolean;
  /** The scopes that the store must have granted. */
  scopes: readonly AccessScope[];
  document: string;
  answer: z.ZodType<Data>;
  /** Whether the same answer often comes again, so that the checked data are cached. */
  isOftenTheSame: boolean;
  /** Never set; carries the type of the variables. */
  readonly variables?: Variables;
};

/** Pairs a document with the schema of its answer and the scopes that it needs. */
export function operation<Variables>(...scopes: AccessScope[]) {
  return <Data>(
    document: string,
    answer: z.ZodType<Data>,
    { isOftenTheSame = false } = {},
  ): Operation<Variables, Data> => ({
    name: /\b(?:query|mutation)\s+(\w+)/.exec(document)?.[1] ?? 'anonymous',
    isMutation: /^\s*mutation\b/.test(document),
    scopes,
    document,
    answer,
    isOftenTheSame,
  });
}

/** An id in the call doesn't exist (RESOURCE_NOT_FOUND). The error is `not found`, unless the caller knows which field the id came from. */
export class ResourceNotFoundError extends ServiceError {
  constructor(cause: unknown) {
    super('not found', { message: 'This no longer exists.' }, cause);
    this.name = 'ResourceNotFoundError';
  }
}

/** Shopify refused a query with errors of no other class here. That is Shopify's failure, unless somebody wrote the query by hand. */
export class QueryRefusedError extends PlatformError {
  readonly reasons: ReadonlyArray<{ message: string; code: string | undefined }>;

  constructor(reasons: QueryRefusedError['reasons'], cause: unknown) {
    super('failed', cause);
    this.name = 'QueryRefusedError';
    this.reasons = reasons;
  }
}

/** Shopify refused a query as too expensive (MAX_COST_EXCEEDED). Ask for fewer items at once. */
export class QueryTooExpensiveError extends Error {}

/**
 * Runs an operation for a shop and returns its checked data, within the deadline of `access`.
 * @throws PlatformError with a kind for what Shopify did
 * @throws OutcomeUnknownError if a mutation may have been carried out all the same
 * @throws ServiceError for an id or a cursor that doesn't exist, or if there is no access token
 * @throws QueryTooExpensiveError if a smaller page may work
 */
export type AdminGraphql = <Variables, Data>(
  access: ShopAccess,
  operation: Operation<Variables, Data>,
  variables: Variables,
) => Promise<Data>;

type Posted<Data> = Asked & {
  status: number;
  answer: PlatformAnswer | null;
  codes: Array<string | undefined>;
  wasCarriedOut: boolean;
  /** The cached data, if the answer is the same as the one before. */
  known: { success: true; data: Data } | undefined;
  keep: (data: Data) => void;
};

/** The longest wait of background work that leaves room, in ms. */
const longestRoomMilliseconds = 10_000;

/** The share of the remaining time that a mutation may take. If its answer is lost, the rest is for reading the true state. */
const mutationShare = 0.7;

/** Creates the only way to Shopify's Admin GraphQL. */
export function createAdminGraphql(dependencies: {
  accessTokens: AccessTokens;
  /** The address where the merchant grants scopes, without `client_id`. */
  grantUrlFor: (shop: string) => string;
  logger: Logger;
  wait: (milliseconds: number) => Promise<void>;
  throttleQueues: ThrottleQueues;
  timeoutMilliseconds: number;
}): AdminGraphql {
  const { accessTokens, grantUrlFor, logger, wait } = dependencies;
  const { throttleQueues, timeoutMilliseconds } = dependencies;
  const answers = new AnswerCache();

  async function post<Data>(
    { shop, deadline }: ShopAccess,
    operation: Pick<Operation<never, Data>, 'name' | 'isMutation' | 'isOftenTheSame' | 'answer'>,
    token: string,
    body: string,
  ): Promise<Posted<Data>> {
    const left = deadline?.left() ?? Number.POSITIVE_INFINITY;
    if (left < 1) throw platformFailed(new DeadlineError());
    const share = operation.isMutation ? left * mutationShare : left;
    const most = Math.ceil(Math.min(timeoutMilliseconds, share));
    const ask = async (signal: AbortSignal) => {
      const response = await abstractFetch(`https://${shop}/admin/api/${apiVersion}/graphql.json`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'X-Shopify-Access-Token': token,
        },
        body,
        redirect: 'error',
        signal,
      });
      return { response, text: await response.text() };
    };
    try {
      const { response, text } = await withTimeLimit(most, deadline?.signal, (signal) =>
        ask(signal).catch((error: unknown) => {
          // A kept connection may just have been closed. Only a query may be sent twice.
          if (operation.isMutation || signal.aborted) throw error;
          return ask(signal);
        }),
      );
      const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
      if (response.status >= 500) throw new Error(`${operation.name}: HTTP ${response.status}`);
      const asked = `${shop} ${body}`;
      const known =
        response.ok && operation.isOftenTheSame
          ? answers.find(operation.answer, asked, text)
          : undefined;
      const answer = response.ok
        ? platformAnswerSchema.parse(JSON.parse(known?.rest ?? text))
        : null;
      const codes = (answer?.errors ?? []).map((error) => error.extensions?.code);
      const carriedOut = operation.isMutation && answer !== null && wasCarriedOut(answer);
      const isThrottled = response.status === 429 || (!carriedOut && codes.includes('THROTTLED'));
      if (isThrottled) logger.info({ shop, operation: operation.name }, 'platform throttles');
      return {
        status: response.status,
        answer,
        codes,
        wasCarriedOut: carriedOut,
        isThrottled,
        cost: answer?.extensions?.cost,
        known: known && { success: true, data: known.data },
        keep: (data) => {
          if (operation.isOftenTheSame) answers.keep(operation.answer, asked, text, data);
        },
        retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
      };
    } catch (error) {
      throw operation.isMutation ? new OutcomeUnknownError(error) : platformFailed(error);
    }
  }

  async function tokenFor(
    { scopes }: { scopes: readonly AccessScope[] },
    access: ShopAccess,
    refused: string | null,
  ): Promise<string> {
    let held =
      refused === null ? await accessTokens.get(access) : await accessTokens.renew(access, refused);
    if (missingScopes(scopes, held.scopes).length === 0) return held.token;
    // The merchant may have granted them since this token was issued.
    if (refused === null) {
      held = await accessTokens.renew(access, held.token);
      if (missingScopes(scopes, held.scopes).length === 0) return held.token;
    }
    throw new PlatformError('not granted', undefined, { url: grantUrlFor(access.shop) });
  }

  /** Lets work that isn't urgent wait until the bucket is half full again. */
  async function leaveRoom({ leavesRoom }: ShopAccess, answer: PlatformAnswer): Promise<void> {
    const throttle = answer.extensions?.cost?.throttleStatus;
    if (!leavesRoom || throttle === undefined || throttle.restoreRate <= 0) return;
    const lacking = throttle.maximumAvailable / 2 - throttle.currentlyAvailable;
    if (lacking <= 0) return;
    await wait(Math.min((lacking / throttle.restoreRate) * 1000, longestRoomMilliseconds));
  }

  return async (access, operation, variables) => {
    const { name, document, answer: dataSchema } = operation;
    const body = JSON.stringify({ query: document, variables, operationName: name });
    let token = await tokenFor(operation, access, null);
    let renewed = false;
    for (;;) {
      const posted = await throttleQueues.run(access, operation, async () => {
        await access.beforeCall?.();
        return await post(access, operation, token, body);
      });
      const { status, answer, codes, known } = posted;

      // Checked first, so that an executed mutation is never sent again, whatever errors come with it.
      if (answer !== null && posted.wasCarriedOut) {
        const data = dataSchema.safeParse(answer.data);
        const [error] = answer.errors ?? [];
        if (!data.success) {
          throw new OutcomeUnknownError(
            new Error(`${name}: ${error?.message ?? data.error.message}`),
          );
        }
        if (error !== undefined) {
          logger.warn(
            { shop: access.shop, operation: name, code: codes[0] },
            'answered with errors',
          );
        }
        return data.data;
      }
      if (status === 401 || codes.includes('ACCESS_DENIED')) {
        if (!renewed) {
          renewed = true;
          token = await tokenFor(operation, access, token);
          continue;
        }
        if (status === 401) throw notAuthorized(new Error(`${name}: 401 with a new token`));
        // All scopes are granted, so granting them again would only lead in a circle.
        throw new PlatformError(
          'forbidden',
          new Error(`${name}: ${answer?.errors?.[0]?.message ?? 'access denied'}`),
        );
      }
      if (codes.includes('MAX_COST_EXCEEDED')) throw new QueryTooExpensiveError(name);
      if (codes.includes('RESOURCE_NOT_FOUND')) throw new ResourceNotFoundError(new Error(name));
      if (answer === null) {
        const failure = new Error(`${name}: HTTP ${status}`);
        throw shopUnavailable(status, failure) ?? platformFailed(failure);
      }
      if (codes.includes('SHOP_INACTIVE')) throw new PlatformError('shop frozen', new Error(name));
      // Shopify has no error code for this.
      if (answer.errors?.some(({ message }) => /^invalid cursor\b/i.test(message))) {
        throw invalidRequest({ after: ['This page no longer exists'] });
      }
      const data = known ?? dataSchema.safeParse(answer.data);
      if (data.success && codes.length === 0) {
        if (known === undefined) posted.keep(data.data);
        await leaveRoom(access, answer);
        return data.data;
      }
      const reason =
        answer.errors?.[0]?.message ??
        ('error' in data ? data.error?.message : undefined) ??
        'failed';
      const failure = new Error(`${name}: ${reason}`);
      if (operation.isMutation) throw new OutcomeUnknownError(failure);
      const reasons = (answer.errors ?? []).map(({ message, extensions }) => ({
        message,
        code: extensions?.code,
      }));
      throw reasons.length > 0 ? new QueryRefusedError(reasons, failure) : platformFailed(failure);
    }
  };
}
