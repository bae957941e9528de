import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#process/logger.ts';
import { startEngine } from '../../jobs/engine.ts';
import { JobSender } from '../../jobs/jobs.ts';
import { deadLetterQueue } from '../../jobs/queues.ts';
import { type OpenDatabase, openDatabase } from '../../store/database.ts';
import {
  createTemporaryDatabase,
  databases,
  type TemporaryDatabase,
} from '../../testing/temporary-database.ts';
import { parseJobCommand, runJobCommand } from './job-commands.ts';

const shop = 'first-crack.myshopify.com';
const unknown = '00000000-0000-4000-8000-000000000000';

describe.each(databases)('jobs that failed for good on %s', (kind) => {
  let place: TemporaryDatabase;
  let opened: OpenDatabase;
  let engine: Awaited<ReturnType<typeof startEngine>>;

  beforeAll(async () => {
    place = await createTemporaryDatabase(kind);
    opened = await openDatabase({
      databaseUrl: place.databaseUrl,
      folder: `${place.dataDirectory}/database`,
    });
    engine = await startEngine(
      opened.jobConnection,
      createLogger({ level: 'silent', service: 'subscription-api' }),
    );
  });
  afterAll(async () => {
    await engine.stop({ graceful: false });
    await opened.close();
    await place.remove();
  });

  /** Sends a job and fails it until it has no retries left. */
  async function failForGood(webhook: string, message: string): Promise<void> {
    await new JobSender(engine, () => new Date()).send(opened.database, 'webhook', {
      shop,
      webhook,
    });
    for (;;) {
      const [job] = await engine.fetch('webhook', { ignoreStartAfter: true });
      if (job === undefined) return;
      await engine.fail('webhook', job.id, { message });
    }
  }

  it('are listed, shown and sent again, one or all', async () => {
    expect(await runJobCommand(engine, { action: 'list' })).toEqual({
      done: true,
      lines: ['No job has failed for good.'],
    });
    await failForGood('one', 'Error: no\u001b[31m water');
    await failForGood('two', 'Error: no beans');
    const { lines } = await runJobCommand(engine, { action: 'list' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(new RegExp(` webhook {2}${shop} {2}Error: no \\[31m water$`));
    const id = lines[0]?.split(' ')[0] ?? '';
    const shown = await runJobCommand(engine, { action: 'show', id });
    expect(shown.lines.join('\n')).toContain(`Contents:   {"shop":"${shop}","webhook":"one"}`);
    expect(shown.lines.join('\n')).toContain('after 13 attempts');

    expect(await runJobCommand(engine, { action: 'retry', id })).toMatchObject({ done: true });
    expect(await engine.fetch('webhook')).toMatchObject([{ data: { webhook: 'one' } }]);
    for (const action of ['show', 'retry'] as const) {
      expect(await runJobCommand(engine, { action, id: unknown })).toMatchObject({ done: false });
    }
    expect(await runJobCommand(engine, { action: 'retry', id: 'all' })).toEqual({
      done: true,
      lines: ['1 job was sent again.'],
    });
    expect(await engine.fetch('webhook')).toMatchObject([{ data: { webhook: 'two' } }]);
  });

  it('are all sent again, also where there are more than a list shows', async () => {
    await failForGood('many', 'Error: no water');
    await opened.database.execute(sql`
      insert into jobs.job
      select (jsonb_populate_record(job, jsonb_build_object('id', gen_random_uuid()))).*
      from jobs.job, generate_series(1, 1000) where name = ${deadLetterQueue}`);
    const { lines } = await runJobCommand(engine, { action: 'list' });
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toBe('… and more');
    expect(await runJobCommand(engine, { action: 'retry', id: 'all' })).toEqual({
      done: true,
      lines: ['1001 jobs were sent again.'],
    });
  });
});

it.each([
  [['list'], { action: 'list' }],
  [['show', unknown], { action: 'show', id: unknown }],
  [['retry', 'all'], { action: 'retry', id: 'all' }],
])('reads %j', (words, order) => {
  expect(parseJobCommand(words).data).toEqual(order);
});

it.each([
  [['show', 'all'], /^Name the job/],
  [['retry'], /^Name the job|^Invalid/],
  [['delete', unknown], /^Say what to do/],
  [['retry', 'all', 'now'], /^Say what to do/],
])('refuses %j', (words, message) => {
  expect(parseJobCommand(words).error?.issues[0]?.message).toMatch(message);
});
