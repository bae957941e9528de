import type { ServerBuild } from '@remix-run/node';
import { type Env, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import { securedAnswers, unstoredAnswers } from '#app/auth/answer-headers.ts';
import type { FindShop } from '#app/auth/shop-of-request.ts';
import { endpoints, maximumWebhookBytes } from '#contract/endpoints.ts';
import { errorTexts } from '#contract/error-texts.ts';
import { limitBody } from './body-limit.ts';
import { compressWhole } from './compress-whole.ts';
import { type ConcurrencyLimits, limitConcurrency } from './concurrency-limiter.ts';
import { createFastRequestHandler } from './request-handler.ts';

/** A screen's form is as large as the API's largest body at most, written with an escape for every second character. */
const maximumFormBytes = 1024 * 1024;

/** Body limits other than a form's, in bytes. */
const maximumBytesAt: Readonly<Record<string, number>> = {
  '/resources/settings/picture': endpoints.uploadPicture.maximumBytes,
  '/resources/customers/import/file': endpoints.importSubscribers.maximumBytes,
  '/webhooks': maximumWebhookBytes,
};

type Site<Files extends Env> = {
  local: boolean;
  files: Hono<Files>;
  /** Whether the subscription API and its database answer. */
  isReady: () => Promise<boolean>;
  /** The API's metrics, for requests with the token. */
  readMetrics?: (authorization: string) => Promise<Response>;
  findShop: FindShop;
  /** Told of what fails outside of Remix. */
  logger: Logger;
  turns?: ConcurrencyLimits;
};

/**
 * The app as it is served in production: Remix's build behind the headers, limits and health checks that every answer has.
 * `files` are those of the browser's build; `turns` says how many requests are let in, by default as many as a machine bears.
 */
export function createProductionApp<Files extends Env>(
  build: ServerBuild,
  { local, files, isReady, readMetrics, findShop, logger, turns }: Site<Files>,
): Hono {
  const handle = createFastRequestHandler(build, 'production');
  const site = new Hono();
  site.use(compress({ encoding: 'gzip' }));
  site.use(securedAnswers({ local }));
  site.get('/healthz', (context) => context.text('ok'));
  site.get('/readyz', async (context) =>
    (await isReady()) ? context.text('ready') : context.text('not ready', 503),
  );
  if (readMetrics !== undefined) {
    site.get('/metrics', ({ req }) => readMetrics(req.header('Authorization') ?? ''));
  }
  site.route('/', files);
  site.use(unstoredAnswers);
  for (const [path, bytes] of Object.entries(maximumBytesAt)) site.use(path, limitBody(bytes));
  const usual = limitBody(maximumFormBytes);
  site.use((context, next) => (context.req.path in maximumBytesAt ? next() : usual(context, next)));
  site.use(limitConcurrency(findShop, turns));
  site.onError((error, context) => {
    logger.error({ error, path: context.req.path }, 'A request failed');
    return context.text(errorTexts.serverError, 500);
  });
  site.all('*', async (context) => compressWhole(context, await handle(context.req.raw)));
  return site;
}
