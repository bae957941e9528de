import type { Logger } from 'pino';
import type { Caches } from './caches.ts';
import type { Deadline } from './deadline.ts';
import type { SubscriptionApiDependencies } from './dependencies.ts';
import type { EncryptionKeys } from './encryption.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mail } from './mail/mail.ts';
import type { Operation } from './platform/admin-graphql.ts';
import type { ShipStation } from './shipstation/client.ts';
import type { Database } from './store/database.ts';

/**
 * What everything below the routes acts with: one shop, whoever asks for it (a merchant's request, a webhook, a job, the
 * portal). Nothing in it reaches another shop.
 */
export type ShopContext = {
  /** Such as `roast-and-ritual.myshopify.com`. */
  readonly shop: string;
  /** The platform's id of the user at the screen; null for a webhook, a job, the portal. */
  readonly actor: string | null;
  /** The app's origin as merchants reach it. */
  readonly appUrl: string;
  readonly database: Database;
  readonly caches: Caches;
  /**
   * Runs an operation of the Admin API for the shop and answers its checked data. It may wait for its turn: `beforeCall` is called right
   * before it leaves, and what it throws is thrown instead.
   * @throws PlatformError (OutcomeUnknownError where a mutation may have been carried out all the same); ResourceNotFoundError where an
   *   id leads nowhere; QueryTooExpensiveError where a smaller page may do
   */
  readonly graphql: <Variables, Data>(
    operation: Operation<Variables, Data>,
    variables: Variables,
    beforeCall?: () => Promise<void>,
  ) => Promise<Data>;
  /**
   * The same with no more rights than the merchant at the screen has.
   * @throws ServiceError `not authorized` also where there is none: in a webhook, a job, the portal
   */
  readonly merchantGraphql: ShopContext['graphql'];
  readonly encryptionKeys: EncryptionKeys;
  readonly shipStation: ShipStation;
  readonly logger: Logger;
  /** Product time, which the local platform moves. */
  readonly now: () => Date;
  /** By which tokens and sessions expire. */
  readonly machineNow: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Until when the outcome is of use; a webhook or a job has none. */
  readonly deadline: Deadline | undefined;
  /**
   * Does work that goes on after the answer, with a context that has no deadline and leaves the platform room for others.
   * `signal` is aborted when the service stops. Resolves when the work has ended; its failure is logged.
   */
  readonly runInBackground: (
    work: (context: ShopContext, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>;
  /** Work that is carried out later, surely, also where this process dies. */
  readonly jobs: Jobs;
  /** Undefined where the installation has no mail server. */
  readonly mail: Mail | undefined;
  /** What stands behind the @ of a vendor's sender. */
  readonly senderDomain: string;
  /** Where the merchant grants these scopes beside the app's own. */
  readonly grantUrlFor: (scopes: readonly string[]) => string;
};

/**
 * The context of a shop. Its `graphql` works from the stored access token, refreshed when it must be. `sessionToken`, verified
 * by the caller, is exchanged for a new one where none is stored or the platform refuses it.
 */
export function shopContextOf(
  dependencies: SubscriptionApiDependencies,
  shop: string,
  options: {
    actor?: string | null;
    sessionToken?: string | undefined;
    deadline?: Deadline;
    /** Whether it is for a request that only reads. */
    isRead?: boolean;
    logger?: Logger;
    /** Whether the platform is to be left room for others. */
    leavesRoom?: boolean;
  } = {},
): ShopContext {
  const { appUrl, database, caches, graphql, merchantGraphql, encryptionKeys, shipStation } =
    dependencies;
  const { now, machineNow, wait, background, jobs, grantUrlFor, mail, senderDomain } = dependencies;
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
    encryptionKeys,
    shipStation,
    logger,
    now,
    machineNow,
    wait,
    deadline,
    jobs,
    mail,
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
