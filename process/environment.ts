import { z } from 'zod';

/** An app's API key and secrets, the newest first: the app asks for tokens with that one, and trusts signatures of any. */
export type Credentials = { apiKey: string; apiSecrets: readonly [string, ...string[]] };

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.string().optional();
const webAddress = z
  .url({ error: 'must be a URL' })
  .transform((address) => address.replace(/\/+$/, ''));
const url = webAddress.optional();

function port(usual: number) {
  const message = 'must be a port number';
  return z.coerce.number(message).int(message).min(0, message).max(65_535, message).default(usual);
}

/** Requests per second of a shop: far above what its staff can do by hand, and below a runaway loop. */
export const usualShopRequests = 60;

/** One secret, or several with commas between, the newest first. */
const secrets = z.string().transform((list, context): Credentials['apiSecrets'] => {
  const [newest, ...older] = list.split(',').map((secret) => secret.trim());
  if (newest && older.every((secret) => secret !== '')) return [newest, ...older];
  const message = 'must be one secret, or several with commas between';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const credentialsTableSchema = z.record(
  z.string(),
  z
    .object({ apiKey: z.string().min(1), apiSecret: secrets })
    .transform(({ apiKey, apiSecret: apiSecrets }): Credentials => ({ apiKey, apiSecrets })),
);

const credentialsTable = z
  .string()
  .default('{}')
  .transform((table, context) => {
    try {
      const parsed = credentialsTableSchema.safeParse(JSON.parse(table));
      if (parsed.success) return new Map(Object.entries(parsed.data));
    } catch {
      // Reported below; the parser's own message would quote the secrets.
    }
    const message = 'must be JSON such as {"x.myshopify.com":{"apiKey":"…","apiSecret":"…"}}';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const keyLength = 32;

/** One key, or several with commas between, the newest first. */
const encryptionKeys = z
  .string({ error: 'must be set: base64 of 32 random bytes (openssl rand -base64 32)' })
  .transform((list, context): readonly [Buffer, ...Buffer[]] => {
    const [newest, ...older] = list.split(',').map((key) => Buffer.from(key, 'base64'));
    const isKey = (key: Buffer | undefined) => key?.length === keyLength;
    if (newest !== undefined && [newest, ...older].every(isKey)) return [newest, ...older];
    const message = `must be base64 of exactly ${keyLength} bytes, or several such with commas between`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const variablesSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port(4000),
  API_PORT: port(4100),
  SHOPIFY_APP_URL: url,
  SHOPIFY_API_KEY: text,
  SHOPIFY_API_SECRET: secrets.optional(),
  SHOPIFY_APP_CREDENTIALS: credentialsTable,
  DATABASE_URL: text,
  DATA_DIR: z.string().default('.data'),
  ENCRYPTION_KEY: encryptionKeys,
  SHIPSTATION_URL: webAddress.default('https://ssapi.shipstation.com'),
  SUBSCRIPTION_API_URL: url,
  LOCAL_PLATFORM_URL: url,
  LOCAL_ADMIN_URL: url,
  DEVELOPMENT_SHOP: text,
  DEVELOPMENT_HOST: text,
  SUPPORT_EMAIL: z.email({ error: 'must be an email address' }).default('support@cadence.example'),
  SUPPORT_PHONE: z.string().default('+1 555 010 0199'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[\da-f]{32})$/, {
      error: 'must be a phone number such as +15550100199, or a messaging service MG…',
    })
    .optional(),
  TWILIO_URL: webAddress.default('https://api.twilio.com'),
  SHOP_REQUESTS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(usualShopRequests),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  JOBS_RUN_IN: z.enum(['app', 'workers'], { error: 'must be app or workers' }).default('app'),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
});

/** The names of all these variables, NODE_ENV among them. */
export const variableNames = Object.keys(variablesSchema.shape);

/** The checked environment of the app and the subscription API. Made by {@link readEnvironment}. */
export type Environment = {
  mode: 'development' | 'production' | 'test';
  /** Where the app listens. */
  port: number;
  /** The app's origin as merchants reach it. */
  appUrl: string;
  /** Where the subscription API listens when it runs alone. */
  apiPort: number;
  /** Where the app finds a subscription API that runs elsewhere. */
  subscriptionApiUrl: string | undefined;
  defaultCredentials: Credentials | undefined;
  /** Credentials by shop, which win over the default ones. */
  credentialsByShop: ReadonlyMap<string, Credentials>;
  databaseUrl: string | undefined;
  /** Folder for PGlite; used without `databaseUrl`. */
  dataDirectory: string;
  /** 32 bytes each, the newest first: that one encrypts, all of them decrypt. */
  encryptionKeys: readonly [Buffer, ...Buffer[]];
  /** Where ShipStation's API is, without a slash at the end. */
  shipStationUrl: string;
  /** In local mode only: the address that requests to `https://{shop}/…` go to instead. */
  localPlatformUrl: string | undefined;
  localAdminUrl: string | undefined;
  /** The shop and host to use if an address names none (specification §2). */
  developmentShop: string | undefined;
  developmentHost: string | undefined;
  supportEmail: string;
  supportPhone: string;
  /** The mail server, with user and password; nothing is sent without one. */
  smtpUrl: string | undefined;
  /** Who sends text messages; none are sent without one. `from` is a phone number in E.164 or a messaging service. */
  twilio: { accountSid: string; authToken: string; from: string; url: string } | undefined;
  /** How many requests per second a shop may make. Its other limits scale with it. */
  shopRequests: number;
  /** The bearer token for reading the metrics; without it nobody may. */
  metricsToken: string | undefined;
  /** Whether the app's own process runs jobs, or `npm run start:worker` does. */
  jobsRunIn: 'app' | 'workers';
  logLevel: (typeof logLevels)[number];
};

/** The message is one line that names every invalid variable. */
export class EnvironmentError extends Error {}

/**
 * Reads and checks the environment variables (docs/configuration.md). An empty one counts as not set.
 * @throws EnvironmentError; its message never holds a secret
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.entries(variables).map(([name, value]) => [name, value?.trim()]);
  const parsed = variablesSchema.safeParse(
    Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== '')),
  );
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new EnvironmentError(`The environment is not usable: ${faults.join('; ')}.`);
  }
  const values = parsed.data;
  const { SHOPIFY_API_KEY: apiKey, SHOPIFY_API_SECRET: apiSecrets } = values;
  if ((apiKey === undefined) !== (apiSecrets === undefined)) {
    throw new EnvironmentError(
      'The environment is not usable: SHOPIFY_API_KEY and SHOPIFY_API_SECRET must be set together.',
    );
  }
  if (values.JOBS_RUN_IN === 'workers' && values.DATABASE_URL === undefined) {
    throw new EnvironmentError(
      'The environment is not usable: JOBS_RUN_IN=workers needs DATABASE_URL.',
    );
  }
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
  } = values;
  const twilio =
    accountSid === undefined || authToken === undefined || from === undefined
      ? undefined
      : { accountSid, authToken, from, url: values.TWILIO_URL };
  if (twilio === undefined && [accountSid, authToken, from].some((one) => one !== undefined)) {
    throw new EnvironmentError(
      'The environment is not usable: TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set together.',
    );
  }
  return {
    mode: values.NODE_ENV,
    port: values.PORT,
    appUrl: values.SHOPIFY_APP_URL ?? `http://localhost:${values.PORT}`,
    apiPort: values.API_PORT,
    subscriptionApiUrl: values.SUBSCRIPTION_API_URL,
    defaultCredentials:
      apiKey === undefined || apiSecrets === undefined ? undefined : { apiKey, apiSecrets },
    credentialsByShop: values.SHOPIFY_APP_CREDENTIALS,
    databaseUrl: values.DATABASE_URL,
    dataDirectory: values.DATA_DIR,
    encryptionKeys: values.ENCRYPTION_KEY,
    shipStationUrl: values.SHIPSTATION_URL,
    localPlatformUrl: values.LOCAL_PLATFORM_URL,
    localAdminUrl: values.LOCAL_ADMIN_URL,
    developmentShop: values.DEVELOPMENT_SHOP,
    developmentHost: values.DEVELOPMENT_HOST,
    supportEmail: values.SUPPORT_EMAIL,
    supportPhone: values.SUPPORT_PHONE,
    smtpUrl: values.SMTP_URL,
    twilio,
    shopRequests: values.SHOP_REQUESTS,
    metricsToken: values.METRICS_TOKEN,
    jobsRunIn: values.JOBS_RUN_IN,
    logLevel: values.LOG_LEVEL,
  };
}

/** Where the data is: PostgreSQL if `databaseUrl` is set, else PGlite in the folder. For commands that need nothing else. */
export function readDataLocation(
  variables: Record<string, string | undefined>,
): Pick<Environment, 'databaseUrl' | 'dataDirectory'> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory } = variables;
  return {
    databaseUrl: databaseUrl?.trim() || undefined,
    dataDirectory: dataDirectory?.trim() || variablesSchema.shape.DATA_DIR.parse(undefined),
  };
}

/**
 * The credentials of a shop: its own where the table has them, else the default (specification §2, "a per-shop
 * embedded-app key is looked up with a default fallback"). Undefined where there is neither.
 */
export function credentialsFor(
  environment: Pick<Environment, 'credentialsByShop' | 'defaultCredentials'>,
  shop: string,
): Credentials | undefined {
  return environment.credentialsByShop.get(shop) ?? environment.defaultCredentials;
}
