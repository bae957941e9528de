import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import getPort from 'get-port';
import { startLocalPlatform } from '#services/local-platform/testing.ts';
import { startPlatformGate } from '#services/subscription-api/testing/platform-gate.ts';
import { nodeCommand } from '../scripts/setup/repository.mjs';
import { noSettings } from '../scripts/setup/settings.ts';
import { plainUserAgent } from './launch-arguments.ts';

// Stops the process that `npm start` runs while a request is under way. Needs no browser.

const shop = 'roast-and-ritual.myshopify.com';
/** The stop's own limit with some extra for a busy machine, in ms. */
const longestStop = 10_000;

/** Starts the app's process behind a gate that holds each creation of a group on its way to the platform. */
async function startApp() {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-stop-'));
  const port = await getPort();
  const appUrl = `http://localhost:${port}`;
  const app = { apiKey: 'api-key', apiSecret: 'api-secret', appUrl };
  const platform = await startLocalPlatform({ dataDirectory: join(folder, 'platform'), ...app });
  const gate = await startPlatformGate(platform.platformUrl, 'sellingPlanGroupCreate');
  const child = spawn(
    nodeCommand,
    ['--import', './scripts/setup/follow-parent.mjs', 'build/server/start.js'],
    {
      env: {
        ...process.env,
        ...noSettings,
        PORT: String(port),
        DATA_DIR: folder,
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        SHOPIFY_API_KEY: app.apiKey,
        SHOPIFY_API_SECRET: app.apiSecret,
        SHOPIFY_APP_URL: appUrl,
        LOCAL_PLATFORM_URL: gate.url,
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  await once(child, 'message');
  const remove = async () => {
    child.kill('SIGKILL');
    gate.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const token = await platform.sessionToken(shop);
  return { appUrl, gate, child, token, remove };
}

type App = Awaited<ReturnType<typeof startApp>>;

async function saveGroup({ appUrl, token }: Pick<App, 'appUrl' | 'token'>): Promise<Response> {
  const query = new URLSearchParams({ _data: 'routes/_admin.fixed-subscription._index' });
  return await fetch(`${appUrl}/fixed-subscription?index&${query}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'User-Agent': plainUserAgent,
      'X-Requested-With': 'XMLHttpRequest',
    },
    body: new URLSearchParams({
      intent: 'save-group',
      name: 'Just in time',
      'recurringPolicies[0].interval': 'WEEK',
      'recurringPolicies[0].intervalCount': '1',
    }),
  });
}

/** A connection that has received one answer and is now idle. */
async function idleConnection(url: string, agent: Agent) {
  const request = get(url, { agent });
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return request.socket;
}

test('the app answers what is under way, takes nothing new, and ends with 0', async () => {
  const app = await startApp();
  const agent = new Agent({ keepAlive: true });
  try {
    const idle = await idleConnection(`${app.appUrl}/healthz`, agent);
    expect(idle?.destroyed).toBe(false);
    const saved = saveGroup(app);
    await app.gate.arrival;
    const ended = once(app.child, 'exit');
    const stoppedAt = performance.now();
    app.child.kill('SIGTERM');
    const isAnswering = async () => {
      const answer = await fetch(`${app.appUrl}/healthz`).catch(() => null);
      return answer !== null && answer.status !== 503;
    };
    await expect.poll(isAnswering).toBe(false);
    await expect.poll(() => idle?.destroyed).toBe(true);
    app.child.kill('SIGTERM');
    app.gate.open();
    const answer = await saved;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ saved: { name: 'Just in time' } });
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - stoppedAt).toBeLessThan(longestStop);
  } finally {
    agent.destroy();
    await app.remove();
  }
});
