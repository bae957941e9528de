import { setTimeout as wait } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { accessScopes } from '#process/access-scopes.ts';
import { credentialsFor, type Environment } from '#process/environment.ts';
import { analyticsHandlers } from './analytics/handlers.ts';
import { createSubscriptionApi } from './application.ts';
import { createBackground } from './background.ts';
import { createCaches } from './caches.ts';
import type { SubscriptionApiDependencies } from './dependencies.ts';
import { integrationHandlers } from './fulfilling/integration/handlers.ts';
import { orderHandlers } from './fulfilling/order/handlers.ts';
import { orderSyncHandlers } from './fulfilling/order-sync/handlers.ts';
import { rotationHandlers } from './fulfilling/rotation/handlers.ts';
import { graphqlHandlers } from './graphql/handlers.ts';
import type { SubscriptionApiHandlers } from './handlers.ts';
import type { RequestVariables } from './http/endpoint-routes.ts';
import { jobHandlersOf } from './job-handlers.ts';
import { JobSender } from './jobs/jobs.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { createMail } from './mail/mail.ts';
import { createTexts } from './mail/texts.ts';
import { magicLinkHandlers } from './merchant/magic-link/handlers.ts';
import { type PortalHandlers, portalSessionHandlers } from './merchant/portal/handlers.ts';
import { proposedVendorHandlers } from './merchant/proposed-vendor/handlers.ts';
import { requestedScopeHandlers } from './merchant/requested-scope/handlers.ts';
import { scaleHandlers } from './merchant/scale/handlers.ts';
import { vendorHandlers } from './merchant/settings/handlers.ts';
import { createAccessTokens } from './platform/access-tokens.ts';
import { createAdminGraphql } from './platform/admin-graphql.ts';
import { createMerchantTokens } from './platform/merchant-tokens.ts';
import { grantUrl, pageUrl } from './platform/scopes.ts';
import { ThrottleQueues } from './platform/throttle-queues.ts';
import { billingSettingsHandlers } from './recurring/billing-settings/handlers.ts';
import { bulkChangeHandlers } from './recurring/bulk/handlers.ts';
import { subscriptionContractHandlers } from './recurring/contracts/handlers.ts';
import { recurringOrderHandlers } from './recurring/orders/handlers.ts';
import { roastPlanHandlers } from './recurring/roast-plan/handlers.ts';
import { deliveryProfileHandlers } from './selling/delivery-profile/handlers.ts';
import { faqPageHandlers } from './selling/faq-page/handlers.ts';
import { pictureHandlers } from './selling/picture/handlers.ts';
import { productHandlers } from './selling/product/handlers.ts';
import { sellingPlanGroupHandlers } from './selling/selling-plan-group/handlers.ts';
import { themeHandlers } from './selling/theme/handlers.ts';
import { notAuthorized } from './service-error.ts';
import { type ShopSessions, sessionStorageIn } from './sessions/encrypted-session-storage.ts';
import { createShipStation } from './shipstation/client.ts';
import type { Database } from './store/database.ts';
import { awaitLease } from './store/lease.ts';
import { notificationHandlers } from './telling/handlers.ts';

const platformTimeoutMilliseconds = 20_000;
/** Longer than the platform's slowest answer. After it, the refreshing process counts as dead. */
const refreshTurnMilliseconds = 30_000;
const shipStationTimeoutMilliseconds = 10_000;

const handlers: SubscriptionApiHandlers = {
  ...vendorHandlers,
  ...notificationHandlers,
  ...proposedVendorHandlers,
  ...sellingPlanGroupHandlers,
  ...deliveryProfileHandlers,
  ...productHandlers,
  ...rotationHandlers,
  ...magicLinkHandlers,
  ...integrationHandlers,
  ...scaleHandlers,
  ...themeHandlers,
  ...faqPageHandlers,
  ...requestedScopeHandlers,
  ...pictureHandlers,
  ...orderHandlers,
  ...orderSyncHandlers,
  ...analyticsHandlers,
  ...graphqlHandlers,
  ...billingSettingsHandlers,
  ...recurringOrderHandlers,
  ...roastPlanHandlers,
  ...subscriptionContractHandlers,
  ...bulkChangeHandlers,
};

const portalHandlers: PortalHandlers = {
  ...portalSessionHandlers,
  ...orderHandlers,
  getAnalytics: analyticsHandlers.getAnalytics,
};

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Assembles the service on an open database. Tests set the timeout; tests and local mode set the clocks. */
export function assembleSubscriptionApi(options: {
  environment: Environment;
  database: Database;
  engine: PgBoss;
  logger: Logger;
  now?: () => Date;
  machineNow?: () => Date;
  timeoutMilliseconds?: number;
}): {
  api: Hono<RequestVariables>;
  dependencies: SubscriptionApiDependencies;
  sessionStorage: ShopSessions;
  /** Starts a worker that runs jobs in this process. */
  startJobs: () => Promise<Worker>;
} {
  const { environment, database, engine, logger } = options;
  const now = options.now ?? (() => new Date());
  const machineNow = options.machineNow ?? now;
  const sessionStorage = sessionStorageIn(database, environment.encryptionKeys);
  const credentialsOf = (shop: string) => {
    const credentials = credentialsFor(environment, shop);
    if (credentials === undefined) throw notAuthorized();
    return credentials;
  };
  const pause = (milliseconds: number) => wait(milliseconds);
  const grantUrlFor = (shop: string, scopes: readonly string[]) =>
    grantUrl({
      shop,
      scopes: [...accessScopes, ...scopes],
      localAdminUrl: environment.localAdminUrl,
    });
  const graphqlOptions = {
    grantUrlFor: (shop: string) => grantUrlFor(shop, []),
    logger,
    wait: pause,
    // Both clients share these, because the platform counts all of the app's calls of a shop together.
    throttleQueues: new ThrottleQueues(),
    timeoutMilliseconds: options.timeoutMilliseconds ?? platformTimeoutMilliseconds,
  };
  const jobs = new JobSender(engine, now);
  const dependencies: SubscriptionApiDependencies = {
    appUrl: environment.appUrl,
    database,
    caches: createCaches(machineNow),
    graphql: createAdminGraphql({
      ...graphqlOptions,
      accessTokens: createAccessTokens({
        sessionStorage,
        credentialsFor: credentialsOf,
        logger,
        now: machineNow,
        wait: pause,
        takeTurn: (shop) =>
          awaitLease(database, { shop, name: 'token refresh' }, () => refreshTurnMilliseconds, {
            wait: pause,
            deadline: undefined,
            longestWait: platformTimeoutMilliseconds,
          }),
      }),
    }),
    merchantGraphql: createAdminGraphql({
      ...graphqlOptions,
      accessTokens: createMerchantTokens({ credentialsFor: credentialsOf, now: machineNow }),
    }),
    encryptionKeys: environment.encryptionKeys,
    shipStation: createShipStation({
      url: environment.shipStationUrl,
      timeoutMilliseconds: options.timeoutMilliseconds ?? shipStationTimeoutMilliseconds,
    }),
    credentialsFor: (shop) => credentialsFor(environment, shop),
    forgetSessions: (shop) => sessionStorage.forgetShop(shop),
    logger,
    now,
    machineNow,
    wait: pause,
    background: createBackground(logger),
    jobs,
    metricsToken: environment.metricsToken,
    shopRequests: environment.shopRequests,
    mail: environment.smtpUrl === undefined ? undefined : createMail(environment.smtpUrl),
    texts: environment.twilio === undefined ? undefined : createTexts(environment.twilio),
    senderDomain: domainOf(environment.supportEmail),
    grantUrlFor,
    pageUrlFor: (shop, path) =>
      pageUrl(path, {
        shop,
        apiKey: credentialsOf(shop).apiKey,
        localAdminUrl: environment.localAdminUrl,
      }),
  };
  const api = createSubscriptionApi(dependencies, handlers, portalHandlers);
  const startJobs = async (): Promise<Worker> => {
    const handlers = jobHandlersOf(dependencies, engine);
    const options = { engine, sender: jobs, database, handlers, logger };
    const prepare = () => jobs.startSchedules(database);
    try {
      await prepare();
      return startWorker(options);
    } catch (error) {
      logger.warn({ error }, 'the schedules could not be begun, and are tried again');
      return startWorker({ ...options, prepare });
    }
  };
  return { api, dependencies, sessionStorage, startJobs };
}
