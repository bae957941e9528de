import type { ServerBuild } from '@remix-run/node';
import { type Env, Hono } from 'hono';
import { securedAnswers, unstoredAnswers } from '#app/auth/answer-headers.ts';
import { endpoints, maximumWebhookBytes } from '#contract/endpoints.ts';
import { compressedAnswers } from '#process/compressed-answers.ts';
import { fairTurns, type TurnLimits, type WhoseTurn } from '#process/fair-turns.ts';
import { limitedBodies } from '#process/limited-bodies.ts';
import { nearbyRoutes } from '#process/nearby-routes.ts';

/** A screen's form is as large as the API's largest body at most, written with an escape for every second character. */
const maximumFormBytes = 1024 * 1024;

/** What each address takes, in bytes, where it is not a form's size. */
const maximumBytesAt: Readonly<Record<string, number>> = {
  '/resources/settings/picture': endpoints.uploadPicture.maximumBytes,
  '/webhooks': maximumWebhookBytes,
};

type Site<Files extends Env> = {
  local: boolean;
  files: Hono<Files>;
  /** Whether the subscription API and its database answer. */
  isReady: () => Promise<boolean>;
  whoseTurn: WhoseTurn;
  turns?: TurnLimits;
};

/**
 * The app as it is served in production: Remix's build behind the headers, limits and health checks that every answer has.
 * `files` are those of the browser's build; `turns` says how many requests are let in, by default as many as a machine bears.
 */
export function siteOf<Files extends Env>(
  build: ServerBuild,
  { local, files, isReady, whoseTurn, turns }: Site<Files>,
): Hono {
  const handle = nearbyRoutes(build, 'production');
  const site = new Hono();
  site.use(compressedAnswers);
  site.use(securedAnswers({ local }));
  site.get('/healthz', (context) => context.text('ok'));
  site.get('/readyz', async (context) =>
    (await isReady()) ? context.text('ready') : context.text('not ready', 503),
  );
  site.route('/', files);
  site.use(unstoredAnswers);
  for (const [path, bytes] of Object.entries(maximumBytesAt)) site.use(path, limitedBodies(bytes));
  const usual = limitedBodies(maximumFormBytes);
  site.use((context, next) => (context.req.path in maximumBytesAt ? next() : usual(context, next)));
  site.use(fairTurns(whoseTurn, turns));
  site.all('*', (context) => handle(context.req.raw));
  return site;
}
