import type { Logger } from 'pino';
import type { Caches } from './caches.ts';
import type { Deadline } from './deadline.ts';
import type { SubscriptionApiDependencies } from './dependencies.ts';
import type { EncryptionKeys } from './encryption.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mail } from './mail/mail.ts';
import type { Texts } from './mail/texts.ts';
import type { Operation } from './platform/admin-graphql.ts';
import type { ShipStation } from './shipstation/client.ts';
import type { Database } from './store/database.ts';

/**
 * Everything below the routes acts through this, for one shop, whether for a merchant's request, a webhook, a job or the portal. Nothing in it
 * reaches another shop.
 */
export type ShopContext = {
  /** Such as `roast-and-ritual.myshopify.com`. */
  readonly shop: string;
  /** The platform's id of the signed-in user; null for a webhook, a job, the portal. */
  readonly actor: string | null;
  /** The app's origin as merchants reach it. */
  readonly appUrl: string;
  readonly database: Database;
  readonly caches: Caches;
  /**
   * Runs an Admin API operation for the shop and returns its validated data. The call may have to queue. `beforeCall` runs right before it is sent,
   * and if that throws, nothing is sent and its error is thrown.
   * @throws PlatformError (OutcomeUnknownError if a mutation may have been executed all the same); ResourceNotFoundError if an id doesn't exist;
   *   QueryTooExpensiveError if a smaller page may work
   */
  readonly graphql: <Variables, Data>(
    operation: Operation<Variables, Data>,
    variables: Variables,
    beforeCall?: () => Promise<void>,
  ) => Promise<Data>;
  /**
   * Like `graphql`, but with only the rights of the signed-in merchant.
   * @throws ServiceError `not authorized`, also if there is no merchant: in a webhook, a job, the portal
   */
  readonly merchantGraphql: ShopContext['graphql'];
  /** Drops the shop's cached sessions. Call it after changing them in the database directly. */
  readonly forgetSessions: () => void;
  readonly encryptionKeys: EncryptionKeys;
  readonly shipStation: ShipStation;
  readonly logger: Logger;
  /** Product time, which the local platform moves. */
  readonly now: () => Date;
  /** The machine's time, by which tokens and sessions expire. */
  readonly machineNow: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Until when the caller waits; a webhook or a job has no deadline. */
  readonly deadline: Deadline | undefined;
  /**
   * Runs work that continues after the answer. Its context has no deadline and leaves the platform's capacity for others; `signal` aborts when the
   * service stops. Resolves when the work has ended; a failure is logged.
   */
  readonly runInBackground: (
    work: (context: ShopContext, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>;
  /** For work that must happen later, even if this process dies. */
  readonly jobs: Jobs;
  /** Undefined if the installation has no mail server. */
  readonly mail: Mail | undefined;
  /** Undefined if the installation has no provider of text messages. */
  readonly texts: Texts | undefined;
  /** The domain of the vendors' sender addresses. */
  readonly senderDomain: string;
  /** The URL where the merchant grants these scopes in addition to the app's own. */
  readonly grantUrlFor: (scopes: readonly string[]) => string;
};

/**
 * The context of a shop. `graphql` uses the stored access token and refreshes it when necessary. If none is stored, or the platform refuses it,
 * `sessionToken` (verified by the caller) is exchanged for a new one.
 */
export function shopContextOf(
  dependencies: SubscriptionApiDependencies,
  shop: string,
  options: {
    actor?: string | null;
    sessionToken?: string | undefined;
    deadline?: Deadline;
    /** Whether the request only reads. */
    isRead?: boolean;
    logger?: Logger;
    /** Whether to leave the platform's capacity for others. */
    leavesRoom?: boolean;
  } = {},
): ShopContext {
  const { appUrl, database, caches, graphql, merchantGraphql, encryptionKeys, shipStation } =
    dependencies;
  const { now, machineNow, wait, background, jobs, grantUrlFor, mail, texts, senderDomain } =
    dependencies;
  const { actor = null, sessionToken, deadline, isRead = false, leavesRoom = false } = options;
  const { logger = dependencies.logger } = options;
  const access = { shop, sessionToken, deadline, isRead, leavesRoom };
  return {
    shop,
    actor,
    appUrl,
    database,
    caches,
    graphql: (operation, variables, beforeCall) =>
      graphql({ ...access, beforeCall }, operation, variables),
    merchantGraphql: (operation, variables) => merchantGraphql(access, operation, variables),
    forgetSessions: () => dependencies.forgetSessions(shop),
    encryptionKeys,
    shipStation,
    logger,
    now,
    machineNow,
    wait,
    deadline,
    jobs,
    mail,
    texts,
    senderDomain,
    grantUrlFor: (wanted) => grantUrlFor(shop, wanted),
    runInBackground: (work) =>
      background.run((signal) =>
        work(
          shopContextOf(dependencies, shop, { actor, sessionToken, logger, leavesRoom: true }),
          signal,
        ),
      ),
  };
}
