import type { Logger } from 'pino';
import type { Credentials } from '#process/environment.ts';
import type { Background } from './background.ts';
import type { Caches } from './caches.ts';
import type { EncryptionKeys } from './encryption.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mail } from './mail/mail.ts';
import type { Texts } from './mail/texts.ts';
import type { AdminGraphql } from './platform/admin-graphql.ts';
import type { ShipStation } from './shipstation/client.ts';
import type { Database } from './store/database.ts';

/** Everything the API works with. Nothing in it is global, so that tests and instances don't share state. */
export type SubscriptionApiDependencies = {
  /** The app's origin as merchants reach it. */
  appUrl: string;
  database: Database;
  caches: Caches;
  graphql: AdminGraphql;
  /** Like `graphql`, but with only the rights of the signed-in merchant; refused if there is none. */
  merchantGraphql: AdminGraphql;
  encryptionKeys: EncryptionKeys;
  shipStation: ShipStation;
  credentialsFor: (shop: string) => Credentials | undefined;
  /** Drops a shop's cached sessions. Call it after changing them in the database directly. */
  forgetSessions: (shop: string) => void;
  logger: Logger;
  /** Product time, which the local platform moves. */
  now: () => Date;
  /** The machine's time, by which tokens and sessions expire. */
  machineNow: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  background: Background;
  jobs: Jobs;
  /** The token for reading the metrics; nobody can read them if it is undefined. */
  metricsToken: string | undefined;
  /** One shop's limit, in requests a second. */
  shopRequests: number;
  /** Undefined if the installation has no mail server. */
  mail: Mail | undefined;
  /** Undefined if the installation has no provider of text messages. */
  texts: Texts | undefined;
  /** The domain of the vendors' sender addresses. */
  senderDomain: string;
  /** The URL of an app page in the shop's admin, by its path. */
  pageUrlFor: (shop: string, path: string) => string;
  /** The URL where the shop's merchant grants these scopes in addition to the app's own. */
  grantUrlFor: (shop: string, scopes: readonly string[]) => string;
};
