import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/setup/command.ts';
import { fire, type Target } from './server/fire.ts';
import { requestsOfGrown, shopsInTurn } from './server/merchant-requests.ts';
import { countSchema, databaseSchema, mostMemory, screen } from './server/options.ts';
import { residentMebibytes } from './server/process-figures.ts';
import { startProject } from './server/stacks.ts';
import { report } from './table.ts';

// Whether the app's memory stays where it is under a long load: documents and data requests in turn. See README.md.

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'PGlite' },
    minutes: { type: 'string', default: '30' },
  },
});
const database = databaseSchema.parse(values.database);
const milliseconds = countSchema.parse(values.minutes) * 60_000;
const requestsAtOnce = 100;

await runCommand(async () => {
  const project = await startProject(database);
  const { url, processId } = project;
  const requests = await requestsOfGrown(project, await project.openStores(shopsInTurn), 50);
  const targets: Target[] = [
    { url, processId, next: () => requests.document(screen.path) },
    { url, processId, next: () => requests.data(screen.path, screen.routeId) },
  ];
  const atStart = residentMebibytes(processId);
  const startedAt = Date.now();
  const readings: number[] = [];
  while (Date.now() - startedAt < milliseconds) {
    for (const target of targets) await fire(target, requestsAtOnce);
    readings.push(residentMebibytes(processId));
  }
  const half = Math.floor(readings.length / 2);
  const mostInFirstHalf = Math.max(...readings.slice(0, half));
  const mostInSecondHalf = Math.max(...readings.slice(half));
  const goal = { atMost: mostMemory[database] };
  const sent = readings.length * targets.length * requestsAtOnce;
  report(`Resident memory of the app with ${database}, over ${sent} requests`, [
    { name: 'at start', measured: atStart, unit: 'MiB', goal },
    { name: 'at most', measured: Math.max(mostInFirstHalf, mostInSecondHalf), unit: 'MiB', goal },
    { name: 'at the end', measured: residentMebibytes(processId), unit: 'MiB', goal },
    {
      name: 'the second half over the first',
      measured: mostInSecondHalf / mostInFirstHalf,
      unit: '×',
      goal: { atMost: 1.05 },
    },
  ]);
  await project.stop();
  return Number(process.exitCode ?? 0);
});
