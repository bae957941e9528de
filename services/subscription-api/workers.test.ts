import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '#process/logger.ts';
import { EnvironmentError, startJobWorker, startSubscriptionApi } from './embedded.ts';
import { webhookTable } from './store/schema.ts';
import { createTemporaryDatabase } from './testing/temporary-database.ts';
import { receiveWebhook } from './webhook/receive.ts';

vi.setConfig({ testTimeout: 60_000 });

const program = fileURLToPath(new URL('./worker.ts', import.meta.url));
const shop = 'first-crack.myshopify.com';
const usual = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' };

it('an app that leaves its jobs to workers carries none out, and a worker does', async () => {
  const { databaseUrl, dataDirectory, remove } = await createTemporaryDatabase('PostgreSQL');
  onTestFinished(remove);
  const variables = { ...usual, DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl };
  let logged = '';
  const logger = createLogger({
    level: 'info',
    service: 'subscription-api',
    write: (line) => {
      logged += line;
    },
  });
  const app = await startSubscriptionApi({ ...variables, JOBS_RUN_IN: 'workers' }, { logger });
  const context = app.shopContextOf(shop);
  const outcomeOf = async (id: string) => {
    const rows = context.database.select().from(webhookTable).where(eq(webhookTable.id, id));
    return (await rows)[0]?.outcome;
  };
  const webhook = { topic: 'app/uninstalled', triggeredAt: new Date(), body: {} };
  await receiveWebhook(context, { ...webhook, id: 'before' });
  const workers = [await startJobWorker(variables), await startJobWorker(variables)];
  await receiveWebhook(context, { ...webhook, id: 'after' });
  for (const id of ['before', 'after']) {
    await expect.poll(() => outcomeOf(id), { timeout: 10_000 }).toContain('removed');
  }
  await Promise.all(workers.map((worker) => worker.close()));
  await app.close();
  expect(logged).not.toContain('a webhook was carried out');
});

it('a worker that is told twice to stop ends by itself', async () => {
  const { databaseUrl, dataDirectory, remove } = await createTemporaryDatabase('PostgreSQL');
  onTestFinished(remove);
  const env = {
    ...usual,
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
  } as const;
  const worker = fork(program, { env, stdio: 'ignore' });
  await once(worker, 'message');
  const ended = once(worker, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) worker.kill(signal);
  expect(await ended).toEqual([0, null]);
});

it('a worker refuses PGlite, and an app on PGlite cannot leave its jobs to one', async () => {
  await expect(startJobWorker(usual)).rejects.toThrow(EnvironmentError);
  await expect(startSubscriptionApi({ ...usual, JOBS_RUN_IN: 'workers' })).rejects.toThrow(
    'JOBS_RUN_IN=workers needs DATABASE_URL',
  );
  const output = await new Promise<string>((resolve) => {
    const env = { NODE_ENV: 'test', PATH: process.env.PATH, ...usual } as const;
    execFile(process.execPath, [program], { env }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(output).toBe(
    'A worker needs PostgreSQL: set DATABASE_URL. On PGlite the app carries its jobs out by itself.\n',
  );
});
