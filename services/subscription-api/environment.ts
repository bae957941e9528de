import { z } from 'zod';

/** An API key and its secret, as the platform gives them to an app. */
export interface Credentials {
  apiKey: string;
  apiSecret: string;
}

/** What the service needs to know, checked. Made by {@link readSubscriptionApiEnvironment}. */
export interface SubscriptionApiEnvironment {
  /** Folder for PGlite; used without `databaseUrl`. */
  dataDirectory: string;
  databaseUrl: string | undefined;
  /** 32 bytes. */
  encryptionKey: Buffer;
  defaultCredentials: Credentials | undefined;
  /** By shop domain; these win over the default. */
  credentialsByShop: ReadonlyMap<string, Credentials>;
  scopes: readonly string[];
  /** The app's origin as merchants reach it. */
  appUrl: string;
  /** Set in local mode only: where `https://{shop}/…` is sent instead. */
  localPlatformUrl: string | undefined;
  localAdminUrl: string | undefined;
  logLevel: string;
  /** Where the service listens when it runs alone. */
  apiPort: number;
}

const credentialsTableSchema = z.record(
  z.string(),
  z.object({ apiKey: z.string().min(1), apiSecret: z.string().min(1) }),
);

const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === '' ? undefined : value));

const optionalUrl = optionalText.pipe(
  z
    .url({ error: 'must be a URL' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
);

const variablesSchema = z.object({
  DATA_DIR: optionalText.default('.data'),
  DATABASE_URL: optionalText,
  ENCRYPTION_KEY: z
    .string({ error: 'must be set: base64 of 32 random bytes (openssl rand -base64 32)' })
    .transform((value) => Buffer.from(value, 'base64'))
    .refine((key) => key.length === 32, { error: 'must be base64 of exactly 32 bytes' }),
  SHOPIFY_API_KEY: optionalText,
  SHOPIFY_API_SECRET: optionalText,
  SHOPIFY_APP_CREDENTIALS: optionalText.transform((value, context) => {
    if (value === undefined) return {};
    try {
      const table = credentialsTableSchema.safeParse(JSON.parse(value));
      if (table.success) return table.data;
    } catch {
      // Reported below; the parser's own message would quote the secrets.
    }
    context.addIssue({
      code: 'custom',
      message: 'must be JSON such as {"x.myshopify.com":{"apiKey":"…","apiSecret":"…"}}',
    });
    return z.NEVER;
  }),
  SCOPES: optionalText.default(''),
  SHOPIFY_APP_URL: optionalUrl,
  LOCAL_PLATFORM_URL: optionalUrl,
  LOCAL_ADMIN_URL: optionalUrl,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  API_PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(4100),
});

/** Thrown when the environment is wrong; the message is one line that names every variable at fault. */
export class EnvironmentError extends Error {}

/**
 * Reads and checks the service's environment variables (the configuration table of the README).
 * Throws an EnvironmentError; its message never holds a secret.
 */
export function readSubscriptionApiEnvironment(
  variables: Record<string, string | undefined>,
): SubscriptionApiEnvironment {
  const parsed = variablesSchema.safeParse(variables);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      (issue) => `${String(issue.path[0] ?? 'environment')} ${issue.message}`,
    );
    throw new EnvironmentError(`The environment is not complete: ${faults.join('; ')}.`);
  }
  const values = parsed.data;
  if ((values.SHOPIFY_API_KEY === undefined) !== (values.SHOPIFY_API_SECRET === undefined)) {
    throw new EnvironmentError(
      'The environment is not complete: SHOPIFY_API_KEY and SHOPIFY_API_SECRET must be set together.',
    );
  }
  return {
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    encryptionKey: values.ENCRYPTION_KEY,
    defaultCredentials:
      values.SHOPIFY_API_KEY === undefined || values.SHOPIFY_API_SECRET === undefined
        ? undefined
        : { apiKey: values.SHOPIFY_API_KEY, apiSecret: values.SHOPIFY_API_SECRET },
    credentialsByShop: new Map(Object.entries(values.SHOPIFY_APP_CREDENTIALS)),
    scopes: values.SCOPES.split(/[\s,]+/).filter((scope) => scope !== ''),
    appUrl: values.SHOPIFY_APP_URL ?? 'http://localhost:4000',
    localPlatformUrl: values.LOCAL_PLATFORM_URL,
    localAdminUrl: values.LOCAL_ADMIN_URL,
    logLevel: values.LOG_LEVEL,
    apiPort: values.API_PORT,
  };
}

/** The credentials of one shop: its own from the table, else the default; undefined where there is neither. */
export function credentialsFor(
  environment: Pick<SubscriptionApiEnvironment, 'credentialsByShop' | 'defaultCredentials'>,
  shop: string,
): Credentials | undefined {
  return environment.credentialsByShop.get(shop) ?? environment.defaultCredentials;
}
