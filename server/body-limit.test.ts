import { once } from 'node:events';
import { request } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { limitBody } from './body-limit.ts';

/** A server as the app's own is, which answers what it was sent. */
async function startedServer(): Promise<string> {
  const site = new Hono();
  site.use(limitBody(100));
  site.all('/', async (context) => context.text(await context.req.text()));
  const server = serve({ fetch: site.fetch, port: 0, overrideGlobalObjects: false });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const inParts = (text: string) => new Blob([text]).stream();

it.each([
  ['that says how long it is', 'beans', 200, 'beans'],
  ['in parts', inParts('beans'), 200, 'beans'],
  ['that says that it is too long', 'b'.repeat(101), 413, /too large/],
  ['in parts that are too many', inParts('b'.repeat(101)), 413, /too large/],
])('a body %s is answered', async (_, body, status, text) => {
  const origin = await startedServer();
  const answer = await fetch(origin, { method: 'POST', body, duplex: 'half' });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toMatch(text);
});

it.each(['DELETE', 'POST'])('a %s without a body is answered', async (method) => {
  const asked = request(await startedServer(), { method });
  asked.useChunkedEncodingByDefault = false;
  asked.end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  expect(answer.statusCode).toBe(200);
});
