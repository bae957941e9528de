import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { startSubscriptionApi } from '../../embedded.ts';
import { approveVendor, findVendor } from '../../shop/vendor.ts';
import { openDatabase } from '../../store/database.ts';
import { rowsOf } from '../../store/rows-of.ts';
import { createTemporaryDatabase } from '../../testing/temporary-database.ts';

// Each test starts a program.
vi.setConfig({ testTimeout: 120_000 });

const shop = 'first-crack.myshopify.com';
const program = fileURLToPath(new URL('./vendor.ts', import.meta.url));

const jobsProgram = fileURLToPath(new URL('./jobs.ts', import.meta.url));

async function runVendor(variables: Record<string, string>, ...words: string[]) {
  return await runProgram(program, variables, words);
}

async function runProgram(
  program: string,
  variables: Record<string, string>,
  words: readonly string[],
) {
  return await new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...words],
      { env: { PATH: process.env.PATH, NODE_ENV: 'test', ...variables } },
      (_failure, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

it('acts through the service that has the folder open, for who may read the folder', async () => {
  const { dataDirectory, remove } = await createTemporaryDatabase('PGlite');
  onTestFinished(remove);
  const keyFile = join(dataDirectory, 'operator.json');
  writeFileSync(keyFile, 'left by one that was killed');
  const api = await startSubscriptionApi({
    DATA_DIR: dataDirectory,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOG_LEVEL: 'silent',
  });
  const { database } = api.shopContextOf(shop);
  await approveVendor(database, { shop, status: 'onboarding', simpleSubscription: false });
  expect(await runVendor({ DATA_DIR: dataDirectory }, 'approve', shop)).toEqual({
    code: 0,
    output: `${shop} is approved.\n`,
  });
  expect(await findVendor(database, shop)).toMatchObject({ status: 'active' });

  expect(await runProgram(jobsProgram, { DATA_DIR: dataDirectory }, ['list'])).toEqual({
    code: 0,
    output: 'No job has failed for good.\n',
  });

  expect(statSync(keyFile).mode & 0o077).toBe(0);
  const { port } = JSON.parse(readFileSync(keyFile, 'utf8'));
  for (const headers of [new Headers(), new Headers({ Authorization: 'Bearer nobody' })]) {
    const refused = await fetch(`http://127.0.0.1:${port}/vendor-commands`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ action: 'suspend', shop }),
    });
    expect(refused.status).toBe(401);
  }
  expect(await findVendor(database, shop)).toMatchObject({ status: 'active' });
  await api.close();
  expect(() => statSync(keyFile)).toThrow(/ENOENT/);
  expect(await runVendor({ DATA_DIR: dataDirectory }, 'suspend', shop)).toEqual({
    code: 0,
    output: `${shop} is suspended, and nothing is charged for it.\n`,
  });
});

it('leaves a PostgreSQL as the version has it that runs on it', async () => {
  const { databaseUrl = '', dataDirectory, remove } = await createTemporaryDatabase('PostgreSQL');
  onTestFinished(remove);
  const { database, close } = await openDatabase({ databaseUrl, folder: '' });
  onTestFinished(close);
  await approveVendor(database, { shop, status: 'onboarding', simpleSubscription: false });
  await database.execute(sql`delete from drizzle.__drizzle_migrations
    where id = (select max(id) from drizzle.__drizzle_migrations)`);
  await database.execute(sql`update jobs.queue set retry_limit = 1`);
  const state = sql`select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
    (select max(retry_limit) from jobs.queue) as retries`;
  const schema = z.object({ migrations: z.number(), retries: z.number() });
  const before = await rowsOf(database, schema, state);
  const variables = { DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory };
  expect(await runProgram(jobsProgram, variables, ['list'])).toEqual({
    code: 0,
    output: 'No job has failed for good.\n',
  });
  expect(await runVendor(variables, 'approve', shop)).toEqual({
    code: 0,
    output: `${shop} is approved.\n`,
  });
  expect(await rowsOf(database, schema, state)).toEqual(before);
});

it('says how it is used', async () => {
  const { code, output } = await runVendor({}, 'delete', shop);
  expect(code).toBe(2);
  expect(output).toMatch(/^Say what to do: list, .*\nUsage: npm run vendor -- list .*\n$/);
});
