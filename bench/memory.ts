import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/setup/command.ts';
import { fire, type Target } from './server/fire.ts';
import { merchantRequests, requestsOfGrown, shopsInTurn } from './server/merchant-requests.ts';
import { countSchema, databaseSchema, mostMemory, screen, smallStore } from './server/options.ts';
import { isGood, isRefused, overload } from './server/overload.ts';
import { residentMebibytes } from './server/process-figures.ts';
import { startProject } from './server/stacks.ts';
import { type Figure, report } from './table.ts';

// Whether the app's memory stays where it is under a long load: documents and data requests in turn, or (--overload) one shop that
// asks for more than it is given, without end. See README.md.

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'PGlite' },
    minutes: { type: 'string', default: '30' },
    overload: { type: 'boolean', default: false },
  },
});
const database = databaseSchema.parse(values.database);
const milliseconds = countSchema.parse(values.minutes) * 60_000;
const requestsAtOnce = 100;
const sampledEvery = 2_000;

type Project = Awaited<ReturnType<typeof startProject>>;

/** What the load was, and what was read of the memory under it, in MiB. */
type Load = { what: string; readings: number[]; growthAtMost: number; beside: Figure[] };

async function usualLoad(project: Project): Promise<Load> {
  const { url, processId } = project;
  const requests = await requestsOfGrown(project, await project.openStores(shopsInTurn), 50);
  const targets: Target[] = [
    { url, processId, next: () => requests.document(screen.path) },
    { url, processId, next: () => requests.data(screen.path, screen.routeId) },
  ];
  const endsAt = Date.now() + milliseconds;
  const readings: number[] = [];
  while (Date.now() < endsAt) {
    for (const target of targets) await fire(target, requestsAtOnce);
    readings.push(residentMebibytes(processId));
  }
  const sent = readings.length * targets.length * requestsAtOnce;
  return { what: `over ${sent} requests`, readings, growthAtMost: 1.05, beside: [] };
}

async function overloaded(project: Project): Promise<Load> {
  const { url, processId, credentials, adminHost } = project;
  const [shop = smallStore] = await project.openStores(1);
  const readings: number[] = [];
  const count = { good: 0, refused: 0, failed: 0, ofOther: 0, otherFailed: 0 };
  const sampling = setInterval(() => readings.push(residentMebibytes(processId)), sampledEvery);
  await overload({
    url,
    milliseconds,
    hammering: merchantRequests(credentials, smallStore, adminHost),
    other: merchantRequests(credentials, shop, adminHost),
    onHammered: (answer) => {
      if (isGood(answer)) count.good += 1;
      else if (isRefused(answer)) count.refused += 1;
      else count.failed += 1;
    },
    onOther: (answer) => {
      count.ofOther += 1;
      if (!isGood(answer)) count.otherFailed += 1;
    },
  });
  clearInterval(sampling);
  const none = { atMost: 0 };
  return {
    what: '200 connections of one shop that ask without end',
    readings,
    growthAtMost: 1.1,
    beside: [
      { name: 'answered', measured: count.good, unit: '' },
      { name: 'refused', measured: count.refused, unit: '' },
      { name: 'failed in another way', measured: count.failed, unit: '', goal: none },
      { name: 'another shop meanwhile: answers', measured: count.ofOther, unit: '' },
      { name: '… that failed', measured: count.otherFailed, unit: '', goal: none },
    ],
  };
}

await runCommand(async () => {
  const project = await startProject(database);
  const { processId } = project;
  const atStart = residentMebibytes(processId);
  const load = await (values.overload ? overloaded(project) : usualLoad(project));
  const { what, readings, growthAtMost, beside } = load;
  const half = Math.floor(readings.length / 2);
  const mostInFirstHalf = Math.max(...readings.slice(0, half));
  const mostInSecondHalf = Math.max(...readings.slice(half));
  const goal = { atMost: mostMemory[database] };
  report(`Resident memory of the app with ${database}, ${what}`, [
    { name: 'at start', measured: atStart, unit: 'MiB', goal },
    { name: 'at most', measured: Math.max(mostInFirstHalf, mostInSecondHalf), unit: 'MiB', goal },
    { name: 'at the end', measured: residentMebibytes(processId), unit: 'MiB', goal },
    { name: 'at most in the first half', measured: mostInFirstHalf, unit: 'MiB' },
    {
      name: 'the second half over the first',
      measured: mostInSecondHalf / mostInFirstHalf,
      unit: '×',
      goal: { atMost: growthAtMost },
    },
    ...beside,
  ]);
  await project.stop();
  return Number(process.exitCode ?? 0);
});
