import type { ServerBuild } from '@remix-run/node';
import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { unverifiedShop } from '#app/auth/shop-of-request.ts';
import { createLogger } from '#process/logger.ts';
import { createProductionApp } from '../server/production-app.ts';
import { futureFlags } from './future-flags.ts';

const build: ServerBuild = {
  mode: 'production',
  entry: { module: { default: () => new Response('the app') } },
  routes: {},
  assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  future: futureFlags,
  isSpaMode: false,
};

const lines: string[] = [];
const logger = createLogger({
  level: 'info',
  service: 'app',
  write: (line) => void lines.push(line),
});

const askedWhile = async (isReady: boolean, path: string) => {
  const site = createProductionApp(build, {
    local: false,
    files: new Hono(),
    isReady: async () => isReady,
    findShop: async (request) => ({ shop: unverifiedShop, request }),
    logger,
  });
  const answer = await site.request(path);
  return [answer.status, await answer.text()];
};

it.each([
  ['/healthz', true, 200, 'ok'],
  ['/healthz', false, 200, 'ok'],
  ['/readyz', true, 200, 'ready'],
  ['/readyz', false, 503, 'not ready'],
])('%s, while the API is ready: %j', async (path, isReady, status, text) => {
  expect(await askedWhile(isReady, path)).toEqual([status, text]);
});

it('/metrics hands the token on to the API', async () => {
  const site = createProductionApp(build, {
    local: false,
    files: new Hono(),
    isReady: async () => true,
    readMetrics: async (authorization) => new Response(authorization, { status: 401 }),
    findShop: async (request) => ({ shop: unverifiedShop, request }),
    logger,
  });
  const answer = await site.request('/metrics', { headers: { Authorization: 'Bearer some' } });
  expect([answer.status, await answer.text()]).toEqual([401, 'Bearer some']);
});

it('what fails before Remix is answered, and logged as everything is', async () => {
  const site = createProductionApp(build, {
    local: false,
    files: new Hono(),
    isReady: async () => true,
    findShop: async () => {
      throw new Error('out of order');
    },
    logger,
  });
  const printed = vi.spyOn(console, 'error');
  expect((await site.request('/webhooks?id_token=t', { method: 'POST' })).status).toBe(500);
  expect(printed).not.toHaveBeenCalled();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { path: '/webhooks', error: { message: 'out of order' } },
  ]);
});
