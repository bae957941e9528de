import { z } from 'zod';

const credentialSchema = z.object({ apiKey: z.string().min(1), apiSecret: z.string().min(1) });
export type AppCredential = z.infer<typeof credentialSchema>;

const jsonTable = z.string().transform((text, context) => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not valid JSON' });
    return z.NEVER;
  }
});

const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()));

const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(1).max(65535).default(4000),
  SHOPIFY_APP_URL: z.url().optional(),
  SHOPIFY_API_KEY: optionalText,
  SHOPIFY_API_SECRET: optionalText,
  SHOPIFY_APP_CREDENTIALS: jsonTable.pipe(z.record(z.string(), credentialSchema)).optional(),
  SCOPES: z
    .string()
    .default(
      'read_products,write_products,write_purchase_options,read_shipping,write_shipping,read_orders,read_customers,read_themes,write_online_store_pages,write_files',
    )
    .transform((list) => list.split(',').map((scope) => scope.trim())),
  DATABASE_URL: optionalText,
  DATA_DIR: z.string().default('.data'),
  ENCRYPTION_KEY: optionalText,
  SUBSCRIPTION_API_URL: z.url().optional(),
  LOCAL_PLATFORM_URL: z.url().optional(),
  LOCAL_ADMIN_URL: z.url().optional(),
  DEVELOPMENT_SHOP: optionalText,
  DEVELOPMENT_HOST: optionalText,
  SUPPORT_EMAIL: z.email().default('support@cadence.example'),
  SUPPORT_PHONE: z.string().default('+1 555 010 0199'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environmentSchema> & { appUrl: string };

/**
 * Reads the app's environment once, at boot.
 * @throws Error with one line that names every variable at fault.
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  // An empty variable is how shells and containers say "not set".
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable. ${faults.join('; ')}`);
  }
  const environment = parsed.data;
  if (environment.SHOPIFY_API_KEY !== undefined && environment.SHOPIFY_API_SECRET === undefined) {
    throw new Error('The environment is not usable. SHOPIFY_API_SECRET: missing');
  }
  return {
    ...environment,
    appUrl: environment.SHOPIFY_APP_URL ?? `http://localhost:${environment.PORT}`,
  };
}

export const environment = readEnvironment(process.env);

/**
 * The embedded-app credential of a shop: its own where the table has one, else the default (specification §2).
 * Undefined where neither is configured; the shell then shows "Missing Shopify API key".
 */
export function credentialFor(
  shop: string,
  from: Pick<
    Environment,
    'SHOPIFY_APP_CREDENTIALS' | 'SHOPIFY_API_KEY' | 'SHOPIFY_API_SECRET'
  > = environment,
): AppCredential | undefined {
  const own = from.SHOPIFY_APP_CREDENTIALS?.[shop];
  if (own) return own;
  if (from.SHOPIFY_API_KEY === undefined || from.SHOPIFY_API_SECRET === undefined) return undefined;
  return { apiKey: from.SHOPIFY_API_KEY, apiSecret: from.SHOPIFY_API_SECRET };
}
