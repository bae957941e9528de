import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/setup/command.ts';
import { compare, type Round, type Target } from './server/fire.ts';
import { groupRows } from './server/group-rows.ts';
import { requestsOfGrown, shopsInTurn } from './server/merchant-requests.ts';
import { countSchema, databaseSchema, mostMemory, screen } from './server/options.ts';
import { residentMebibytes } from './server/process-figures.ts';
import { startBare, startProject } from './server/stacks.ts';
import { type Figure, report } from './table.ts';

// The server's CPU time and memory for the list of selling plans, compared with the bare stack in the same run. See README.md.

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'PGlite' },
    rounds: { type: 'string', default: '3' },
    /** Documents per round. A round has twice as many data requests; warming up takes one and a half rounds. */
    requests: { type: 'string', default: '400' },
  },
});
const database = databaseSchema.parse(values.database);
const rounds = countSchema.parse(values.rounds);
const requests = countSchema.parse(values.requests);

const bareRoute = 'routes/fixed-subscription._index';

/** A figure of the project as a multiple of the bare stack's. */
function overBare(
  name: string,
  { project, bare }: { project: Round; bare: Round },
  what: keyof Round,
  goal: Figure['goal'],
): Figure {
  return { name: `${name}, over bare`, measured: project[what] / bare[what], unit: '×', goal };
}

await runCommand(async () => {
  const project = await startProject(database);
  const shops = await project.openStores(2 * shopsInTurn);
  const ofSmall = await requestsOfGrown(project, shops.slice(0, shopsInTurn), 50);
  const ofLarge = await requestsOfGrown(project, shops.slice(shopsInTurn), 1_000);
  const bare = await startBare(groupRows(50), project.credentials);
  const memoryAtStart = residentMebibytes(project.processId);

  const target = (server: { url: string; processId: number }, next: Target['next']): Target => ({
    url: server.url,
    processId: server.processId,
    next,
  });
  const documents = await compare(
    {
      project: target(project, () => ofSmall.document(screen.path)),
      bare: target(bare, () => ofSmall.document(screen.path)),
    },
    { rounds, requests, warmUp: 1.5 * requests },
  );
  const data = await compare(
    {
      project: target(project, () => ofSmall.data(screen.path, screen.routeId)),
      bare: target(bare, () => ofSmall.data(screen.path, bareRoute)),
    },
    { rounds, requests: 2 * requests, warmUp: 3 * requests },
  );
  const sizes = await compare(
    {
      small: target(project, () => ofSmall.data(screen.path, screen.routeId)),
      large: target(project, () => ofLarge.data(screen.path, screen.routeId)),
    },
    { rounds, requests, warmUp: 50 },
  );
  const memoryAfter = residentMebibytes(project.processId);
  const memoryGoal = { atMost: mostMemory[database] };

  report(`What the server spends on a list of 50, with ${database}; median of ${rounds} rounds`, [
    { name: 'CPU a document', measured: documents.project.cpuPerRequest, unit: 'ms' },
    { name: '… of the bare stack', measured: documents.bare.cpuPerRequest, unit: 'ms' },
    overBare('CPU a document', documents, 'cpuPerRequest', { atMost: 2 }),
    { name: 'CPU a data request', measured: data.project.cpuPerRequest, unit: 'ms' },
    { name: '… of the bare stack', measured: data.bare.cpuPerRequest, unit: 'ms' },
    overBare('CPU a data request', data, 'cpuPerRequest', { atMost: 4 }),
    overBare('documents a second', documents, 'requestsPerSecond', { atLeast: 0.45 }),
    overBare('data requests a second', data, 'requestsPerSecond', { atLeast: 0.2 }),
    {
      name: 'CPU with 1,000 groups, over 50',
      measured: sizes.large.cpuPerRequest / sizes.small.cpuPerRequest,
      unit: '×',
      goal: { atMost: 1.1 },
    },
    { name: 'resident memory at start', measured: memoryAtStart, unit: 'MiB', goal: memoryGoal },
    { name: '… after the rounds', measured: memoryAfter, unit: 'MiB', goal: memoryGoal },
  ]);
  await bare.stop();
  await project.stop();
  return Number(process.exitCode ?? 0);
});
