import type { Logger } from 'pino';
import type { Credentials } from '#process/environment.ts';
import type { Background } from './background.ts';
import type { Caches } from './caches.ts';
import type { EncryptionKeys } from './encryption.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mail } from './mail/mail.ts';
import type { AdminGraphql } from './platform/admin-graphql.ts';
import type { ShipStation } from './shipstation/client.ts';
import type { Database } from './store/database.ts';

/** All that the API works with; nothing in it is global, so that tests and instances don't share state. */
export type SubscriptionApiDependencies = {
  /** The app's origin as merchants reach it. */
  appUrl: string;
  database: Database;
  caches: Caches;
  graphql: AdminGraphql;
  /** The same with the rights of the merchant at the screen; refused where none is there. */
  merchantGraphql: AdminGraphql;
  encryptionKeys: EncryptionKeys;
  shipStation: ShipStation;
  credentialsFor: (shop: string) => Credentials | undefined;
  /** After a shop's stored sessions were changed in the database itself. */
  forgetSessions: (shop: string) => void;
  logger: Logger;
  /** Product time, which the local platform moves. */
  now: () => Date;
  /** By which tokens and sessions expire. */
  machineNow: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  background: Background;
  jobs: Jobs;
  /** What who reads the metrics presents; nobody may where it is undefined. */
  metricsToken: string | undefined;
  /** How many requests a second one shop may make. */
  shopRequests: number;
  /** Undefined where the installation has no mail server. */
  mail: Mail | undefined;
  /** What stands behind the @ of a vendor's sender. */
  senderDomain: string;
  /** A page of the app in the shop's admin, by its path. */
  pageUrlFor: (shop: string, path: string) => string;
  /** Where the shop's merchant grants these scopes beside the app's own. */
  grantUrlFor: (shop: string, scopes: readonly string[]) => string;
};
