import { z } from 'zod';
import { accessScopes } from '#process/access-scopes.ts';

const port = (fallback: number) =>
  z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).default(fallback);

const credentialsSchema = z.record(
  z.string(),
  z.object({ apiKey: z.string().min(1), apiSecret: z.string().min(1) }),
);

const credentialsByShop = z
  .string()
  .default('{}')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(credentialsSchema);

const environmentSchema = z.object({
  ADMIN_PORT: port(4443),
  PLATFORM_PORT: port(0),
  DATA_DIR: z.string().min(1).default('.data'),
  APP_URL: z.url({ error: "must be the app's address" }).default('http://localhost:4000'),
  SHOPIFY_API_KEY: z.string({ error: 'is missing' }).min(1, 'is empty'),
  SHOPIFY_API_SECRET: z.string({ error: 'is missing' }).min(1, 'is empty'),
  SHOPIFY_APP_CREDENTIALS: credentialsByShop,
  SCOPES: z
    .string()
    .default(accessScopes.join(','))
    .transform((text) =>
      text
        .split(',')
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
  SUBSCRIBERS: z.coerce.number({ error: 'must be a number' }).int().min(0).max(400).default(400),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

type PlatformEnvironment = z.infer<typeof environmentSchema>;

/** Reads the process's settings. @throws Error with one line that names every wrong variable. */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): PlatformEnvironment {
  const parsed = environmentSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`The local platform can't start: ${wrong.join('; ')}.`);
}
