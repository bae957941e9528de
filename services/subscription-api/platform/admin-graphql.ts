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

/** The Admin API's version; the documents of all folders are validated against its schema. */
const apiVersion = ApiVersion.October26;

/** A GraphQL document and what its `data` must look like. `Variables` types the call. */
export type Operation<Variables, Data> = {
  /** The operation's name in the document; for logs. */
  name: string;
  /** Whether it changes something, so that a lost answer leaves nobody knowing what was done. */
  isMutation: boolean;
  /** What the store must have granted for it. */
  scopes: readonly AccessScope[];
  document: string;
  answer: z.ZodType<Data>;
  /** Whether a query is often answered the same, so that its answers are cached. */
  isOftenTheSame: boolean;
  /** Never set: carries the type of the variables. */
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

/** An id of the call leads nowhere (RESOURCE_NOT_FOUND): not found, unless the caller knows better which field it came from. */
export class ResourceNotFoundError extends ServiceError {
  constructor(cause: unknown) {
    super('not found', { message: 'This no longer exists.' }, cause);
    this.name = 'ResourceNotFoundError';
  }
}

/** The platform answers a query with errors that have no meaning of their own here: its failure, unless the query was written by hand. */
export class QueryRefusedError extends PlatformError {
  readonly reasons: ReadonlyArray<{ message: string; code: string | undefined }>;

  constructor(reasons: QueryRefusedError['reasons'], cause: unknown) {
    super('failed', cause);
    this.name = 'QueryRefusedError';
    this.reasons = reasons;
  }
}

/** The platform refuses a query as too expensive (MAX_COST_EXCEEDED): ask for fewer items at once. */
export class QueryTooExpensiveError extends Error {}

/**
 * Runs an operation for a shop and answers its checked data, within the deadline of `access`. Throws a PlatformError, whose kind
 * says what the platform did; OutcomeUnknownError where a mutation may have been carried out all the same; a ServiceError for an id or a
 * cursor that leads nowhere and where there is no access token; QueryTooExpensiveError where a smaller page may do.
 */
export type AdminGraphql = <Variables, Data>(
  access: ShopAccess,
  operation: Operation<Variables, Data>,
  variables: Variables,
) => Promise<Data>;

type Posted<Data> = Asked & {
  status: number;
  answer: PlatformAnswer | null;
  /** Of its errors. */
  codes: Array<string | undefined>;
  wasCarriedOut: boolean;
  /** The checked data, where the answer says the same as the one before. */
  known: { success: true; data: Data } | undefined;
  keep: (data: Data) => void;
};

/** How long work that leaves room waits after an answer, at most. */
const longestRoomMilliseconds = 10_000;

/** The part of what is left that a mutation may take; in the rest the truth is read again where its answer is lost. */
const mutationShare = 0.7;

/** Makes the one door to the platform's Admin GraphQL. */
export function createAdminGraphql(dependencies: {
  accessTokens: AccessTokens;
  /** Where the merchant grants scopes, without `client_id`. */
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
          // A kept connection may just have been closed. Only what changes nothing may be asked twice.
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
    // The merchant may have granted them since this token was made.
    if (refused === null) {
      held = await accessTokens.renew(access, held.token);
      if (missingScopes(scopes, held.scopes).length === 0) return held.token;
    }
    throw new PlatformError('not granted', undefined, { url: grantUrlFor(access.shop) });
  }

  /** Waits until the bucket is half full again, where whoever asks is in no hurry. */
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

      // First of all: what was carried out is never sent again, whatever the errors beside it.
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
        // Every scope is there and it is refused all the same: granting again would lead round in a circle.
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
      // The platform has no code for it.
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
