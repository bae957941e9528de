import { createHmac, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/setup/command.ts';
import { merchantRequests } from './server/merchant-requests.ts';
import { countSchema, databaseSchema, screen, smallStore } from './server/options.ts';
import { isGood, isRefused, overload } from './server/overload.ts';
import { residentMebibytes } from './server/process-figures.ts';
import { startProject } from './server/stacks.ts';
import { percentile, type Timed, timed } from './server/timed.ts';
import { type Figure, report } from './table.ts';

// Merchants of many shops at once; after them, one shop that sends requests without end, and the platform's webhooks. See README.md.

const failedOf = (name: string, answers: readonly Timed[]): Figure => ({
  ...{ name, unit: '', goal: { atMost: 0 } },
  measured: answers.filter((answer) => !isGood(answer)).length,
});
const nearlyAllWithin = (name: string, answers: readonly Timed[], atMost: number): Figure => ({
  ...{ name, unit: 'ms', goal: { atMost } },
  measured: percentile(answers, 99),
});

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'PGlite' },
    merchants: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
  },
});
const database = databaseSchema.parse(values.database);
const merchants = countSchema.parse(values.merchants);
const seconds = countSchema.parse(values.seconds);

/** The pause between two clicks of a merchant, in ms. */
const leastPause = 3_000;
const longestPause = 9_000;
/** A merchant creates a group after this many clicks. */
const clicksBetweenEdits = 6;

const pause = () => leastPause + Math.random() * (longestPause - leastPause);

function newGroup(): URLSearchParams {
  return new URLSearchParams({
    intent: 'save-group',
    idempotencyKey: randomUUID(),
    name: `Made under load ${randomUUID().slice(0, 8)}`,
    'recurringPolicies[0].interval': 'WEEK',
    'recurringPolicies[0].intervalCount': '2',
  });
}

await runCommand(async () => {
  const project = await startProject(database);
  const { url, credentials, adminHost, processId } = project;
  const requestsOf = (shop: string) => merchantRequests(credentials, shop, adminHost, 4);
  const shops = await project.openStores(merchants);
  // The first requests of a process are slower and aren't measured.
  const agent = new Agent({ keepAlive: true });
  const first = requestsOf(smallStore);
  for (let asked = 0; asked < 100; asked += 1) {
    await timed(url, await first.document(screen.path), { agent });
    await timed(url, await first.data(screen.path, screen.routeId), { agent });
  }

  const endsAt = Date.now() + seconds * 1_000;
  const work = async (shop: string): Promise<Timed[]> => {
    const requests = requestsOf(shop);
    const answers: Timed[] = [];
    await wait(Math.random() * longestPause);
    answers.push(await timed(url, await requests.document(screen.path), { agent }));
    for (let click = 1; Date.now() < endsAt; click += 1) {
      await wait(pause());
      const edits = click % clicksBetweenEdits === 0;
      const list = await requests.data(screen.path, screen.routeId);
      const asked = edits ? { ...list, path: list.path.replace('?', '?index&') } : list;
      answers.push(await timed(url, asked, { agent, ...(edits && { body: newGroup() }) }));
    }
    return answers;
  };
  const answers = (await Promise.all(shops.map(work))).flat();
  const memory = residentMebibytes(processId);

  const all: Timed[] = [];
  const beside: Timed[] = [];
  await overload({
    url,
    milliseconds: 20_000,
    hammering: requestsOf(smallStore),
    other: requestsOf(shops[0] ?? smallStore),
    onHammered: (answer) => all.push(answer),
    onOther: (answer) => beside.push(answer),
  });
  const good = all.filter(isGood);
  const refused = all.filter(isRefused);

  report(`${merchants} merchants of as many shops for ${seconds} s, with ${database}`, [
    { name: 'answers', measured: answers.length, unit: '' },
    failedOf('… that failed', answers),
    { name: 'half of them within', measured: percentile(answers, 50), unit: 'ms' },
    nearlyAllWithin('99 of 100 within', answers, 1_000),
    { name: 'resident memory', measured: memory, unit: 'MiB' },
  ]);
  report('200 connections of one shop that ask without end, for 20 s', [
    { name: 'answers', measured: good.length, unit: '' },
    nearlyAllWithin('99 of 100 within', good, 2_500),
    { name: 'refused', measured: refused.length, unit: '' },
    nearlyAllWithin('99 of 100 refused within', refused, 1_000),
    {
      name: 'refused without Retry-After',
      measured: refused.filter(({ retryAfter }) => !retryAfter).length,
      unit: '',
      goal: { atMost: 0 },
    },
    {
      name: 'failed in another way',
      measured: all.length - good.length - refused.length,
      unit: '',
      goal: { atMost: 0 },
    },
    failedOf('another shop meanwhile: failed', beside),
    nearlyAllWithin('… 99 of 100 within', beside, 1_000),
    { name: 'resident memory', measured: residentMebibytes(processId), unit: 'MiB' },
  ]);
  /** Webhooks about charges of subscriptions, each of another one; `atOnce` are on their way together. */
  const tell = async (count: number, atOnce: number): Promise<Timed[]> => {
    const answers: Timed[] = [];
    const next = async () => {
      while (count > 0) {
        count -= 1;
        const contract = `gid://shopify/SubscriptionContract/9${count}`;
        const body = JSON.stringify({ admin_graphql_api_subscription_contract_id: contract });
        const headers = {
          'Content-Type': 'application/json',
          'X-Shopify-Topic': 'subscription_billing_attempts/success',
          'X-Shopify-Shop-Domain': smallStore,
          'X-Shopify-Webhook-Id': randomUUID(),
          'X-Shopify-Triggered-At': new Date().toISOString(),
          'X-Shopify-Hmac-Sha256': createHmac('sha256', credentials.apiSecret)
            .update(body)
            .digest('base64'),
        };
        answers.push(await timed(url, { path: '/webhooks', headers }, { agent, body }));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    return answers;
  };
  for (const [words, count, atOnce] of [
    ['one after the other', 200, 1],
    ['ten at a time', 600, 10],
  ] as const) {
    const told = await tell(count, atOnce);
    report(`${count} webhooks, ${words}`, [
      failedOf('failed', told),
      nearlyAllWithin('99 of 100 within', told, 250),
    ]);
  }
  const otherwise = new Set(all.map(({ status }) => status));
  process.stdout.write(`Statuses seen: ${[...otherwise].join(', ')}\n`);
  agent.destroy();
  await project.stop();
  return Number(process.exitCode ?? 0);
});
