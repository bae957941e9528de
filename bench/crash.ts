import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { originalIdOf } from '#contract/original-id.ts';
import { runCommand } from '../scripts/setup/command.ts';
import { claimMilliseconds, groupChangeWriter, groupWriter } from './crash/group-writers.ts';
import { type CrashingService, prepareService } from './crash/service.ts';
import {
  isGood,
  linkWriter,
  rotationWriter,
  settingWriter,
  signUpWriter,
  type Writer,
} from './crash/writers.ts';
import { countSchema, databaseSchema, largeStore, smallStore } from './server/options.ts';
import { report } from './table.ts';

// Kills the subscription API in the middle of writes, again and again. It must not lose an acknowledged write, nor show a partial one.
// See README.md.

const { values } = parseArgs({
  options: {
    database: { type: 'string', multiple: true, default: ['PGlite', 'PostgreSQL'] },
    times: { type: 'string', default: '100' },
  },
});
const kinds = values.database.map((kind) => databaseSchema.parse(kind));
const times = countSchema.parse(values.times);

/** The longest time between start and kill, in ms. */
const longestLife = 800;

const productsSchema = z.object({
  products: z.object({ nodes: z.array(z.object({ id: z.string() })) }),
});

async function productIds({ platform }: CrashingService): Promise<string[]> {
  const { data } = z
    .object({ data: z.unknown() })
    .parse(
      await platform.graphql(
        smallStore,
        'query { products(first: 7, query: "status:active AND -tag:rotating") { nodes { id } } }',
      ),
    );
  return productsSchema.parse(data).products.nodes.map(({ id }) => originalIdOf(id));
}

async function crash(kind: (typeof kinds)[number]): Promise<void> {
  const service = await prepareService(kind, [smallStore, largeStore]);
  const [ownerId = '', ...others] = await productIds(service);
  const groups = groupWriter(service, smallStore);
  const writers: Writer[] = [
    settingWriter(service, smallStore),
    rotationWriter(service, smallStore, ownerId, others),
    signUpWriter(service, largeStore),
    linkWriter(service, smallStore),
    groups,
    groupChangeWriter(service, smallStore),
  ];
  const problems: string[] = [];
  const starts: number[] = [];
  const tell = (problem: string) => {
    problems.push(problem);
    console.log(problem);
  };
  let acknowledged = 0;
  let cutOff = 0;
  const checkAll = async (round: number) => {
    for (const writer of writers) {
      const found = await writer.check();
      for (const problem of found) tell(`after kill ${round}, ${writer.name}: ${problem}`);
    }
  };

  for (let round = 1; round <= times; round += 1) {
    const startedAt = performance.now();
    await service.start();
    starts.push(performance.now() - startedAt);
    await checkAll(round - 1);
    let isAlive = true;
    const writing = writers.map(async (writer) => {
      while (isAlive) {
        const outcome = await writer.write();
        if (isGood(outcome)) acknowledged += 1;
        else if (outcome === null && !isAlive) cutOff += 1;
        else tell(`before kill ${round}, ${writer.name}: ${JSON.stringify(outcome)}`);
      }
    });
    await pause(Math.random() * longestLife);
    isAlive = false;
    await service.kill();
    await Promise.all(writing);
    if (round % 10 === 0) console.log(`${kind}: ${round} kills, ${problems.length} problems`);
  }

  await service.start();
  await checkAll(times);
  await pause(claimMilliseconds);
  for (const problem of await groups.finish()) tell(problem);
  await service.remove();
  const none = { atMost: 0 };
  report(`${times} kills of the subscription API on ${kind}`, [
    { name: 'writes acknowledged', measured: acknowledged, unit: '' },
    { name: 'writes cut off', measured: cutOff, unit: '', goal: { atLeast: 1 } },
    { name: 'longest start after a kill', measured: Math.max(...starts), unit: 'ms' },
    { name: 'lost, half-made or made twice', measured: problems.length, unit: '', goal: none },
  ]);
  console.log(
    `${kind}: ${acknowledged} writes acknowledged, ${cutOff} cut off, ${problems.length} wrong; ${times} kills.`,
  );
}

await runCommand(async () => {
  for (const kind of kinds) await crash(kind);
  return Number(process.exitCode ?? 0);
});
