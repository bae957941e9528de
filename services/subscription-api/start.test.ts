import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { apiPrefix } from '#contract/endpoints.ts';
import { sellingPlanGroupSchema } from '#contract/selling-plan-group.ts';
import { startLocalPlatform } from '#services/local-platform/testing.ts';
import { type RunningSubscriptionApi, startSubscriptionApi } from './embedded.ts';
import { stopServing } from './http-server.ts';
import { openDatabase } from './store/database.ts';
import { sellingPlanGroupSettingsTable, webhookTable } from './store/schema.ts';
import { groupForm } from './testing/group-form.ts';
import { startPlatformGate } from './testing/platform-gate.ts';
import { roastAndRitual } from './testing/service-in-test.ts';
import { receiveWebhook } from './webhook/receive.ts';

// Each test creates databases and starts the platform and the service itself, without a hook.
vi.setConfig({ testTimeout: 120_000 });

/** A service's environment in which a gate before the platform holds every creation of a group. */
async function withHeldCreate() {
  const folder = mkdtempSync(join(tmpdir(), 'subscription-api-'));
  const platform = await startLocalPlatform({
    dataDirectory: join(folder, 'platform'),
    apiKey: 'api-key',
    apiSecret: 'api-secret',
    appUrl: 'http://localhost:4000',
  });
  const gate = await startPlatformGate(platform.platformUrl, 'sellingPlanGroupCreate');
  onTestFinished(async () => {
    gate.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const variables = {
    DATA_DIR: folder,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    SHOPIFY_API_KEY: 'api-key',
    SHOPIFY_API_SECRET: 'api-secret',
    LOCAL_PLATFORM_URL: gate.url,
    LOG_LEVEL: 'warn',
  };
  const token = await platform.sessionToken(roastAndRitual);
  const createAt = (origin: string) =>
    new Request(`${origin}${apiPrefix}/subscription/selling-plan-group`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(groupForm({ name: 'Just in time' })),
    });
  const keptSettings = async (answer: Response) => {
    expect(answer.status).toBe(201);
    const { id } = sellingPlanGroupSchema.parse(await answer.json());
    const opened = await openDatabase({ databaseUrl: undefined, folder: join(folder, 'database') });
    const rows = await opened.database.select().from(sellingPlanGroupSettingsTable);
    await opened.close();
    return rows.find(({ groupId }) => groupId === id);
  };
  return { folder, variables, gate, createAt, keptSettings };
}

async function listening({ fetch }: Pick<RunningSubscriptionApi, 'fetch'>) {
  const server = serve({ fetch, port: 0 });
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { server, origin: `http://127.0.0.1:${port}` };
}

it('finishes a create before it ends at SIGTERM', async () => {
  const { variables, gate, createAt, keptSettings } = await withHeldCreate();
  const program = fileURLToPath(new URL('./start.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, ...variables, API_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(line));
  const origin = `http://127.0.0.1:${port}`;
  // Longer than load balancers keep a connection.
  expect((await fetch(`${origin}/healthz`)).headers.get('Keep-Alive')).toBe('timeout=75');
  const created = fetch(createAt(origin));
  await gate.arrival;
  child.kill('SIGTERM');
  const ended = once(child, 'exit');
  const isAnswering = async () => (await fetch(`${origin}/healthz`).catch(() => null)) !== null;
  await expect.poll(isAnswering).toBe(false);
  gate.open();
  const answer = await created;
  expect(await ended).toEqual([0, null]);
  expect(await keptSettings(answer)).toBeDefined();
});

it('closes its database after the last request, also one that nobody listens to any more', async () => {
  const { variables, gate, createAt, keptSettings } = await withHeldCreate();
  const api = await startSubscriptionApi(variables);
  const created = api.fetch(createAt('http://subscription-api.invalid'));
  await gate.arrival;
  const closed = api.close();
  gate.open();
  await closed;
  expect(await keptSettings(await created)).toBeDefined();
});

it('starts no more jobs from when it is told to stop, though a request goes on', async () => {
  const { folder, variables, gate, createAt } = await withHeldCreate();
  const api = await startSubscriptionApi(variables);
  const { server, origin } = await listening(api);
  const created = fetch(createAt(origin));
  await gate.arrival;
  const stopped = stopServing(server, api);
  const webhook = { id: 'late', topic: 'app/uninstalled', triggeredAt: new Date(), body: {} };
  await receiveWebhook(api.shopContextOf(roastAndRitual), webhook);
  gate.open();
  expect((await created).status).toBe(201);
  expect(await stopped).toBe(true);
  const opened = await openDatabase({ databaseUrl: undefined, folder: join(folder, 'database') });
  const rows = await opened.database.select().from(webhookTable);
  await opened.close();
  expect(rows).toMatchObject([{ id: 'late', outcome: null }]);
});

it('closes its database within one deadline, though a create does not end', async () => {
  const { folder, variables, gate, createAt } = await withHeldCreate();
  const api = await startSubscriptionApi(variables);
  const { server, origin } = await listening(api);
  const cutOff = fetch(createAt(origin)).catch(() => 'cut off');
  await gate.arrival;
  const close = vi.fn(api.close);
  expect(await stopServing(server, { ...api, close }, 1_000)).toBe(false);
  expect(close.mock.calls[0]?.[0]?.left()).toBe(0);
  expect(await cutOff).toBe('cut off');
  const opened = await openDatabase({ databaseUrl: undefined, folder: join(folder, 'database') });
  await opened.close();
});
