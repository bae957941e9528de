import { mkdirSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import { startServerForTests } from '#services/subscription-api/testing/temporary-database.ts';
import { areas } from './areas.ts';

// `npm run mutate [area…] [file…]`: makes small changes in the code of each area, and lists those that no test noticed. With files, it
// changes those instead of the area's own.

async function mutate(name: string, files: string[]): Promise<void> {
  const area = areas[name];
  if (area === undefined)
    throw new Error(`There is no area ${name}: ${Object.keys(areas).join(', ')}.`);
  process.env.MUTATION_AREA = name;
  mkdirSync('.cache/mutation', { recursive: true });
  const stryker = new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    mutate: files.length > 0 ? files : [...area.mutate],
    concurrency: 1,
    timeoutMS: 10_000,
    disableTypeChecks: false,
    tempDirName: `.cache/mutation/sandbox-${name.replaceAll(' ', '-')}`,
    ignorePatterns: ['.cache', '.data', 'build', 'e2e', 'public', 'test-results', '.wireit'],
    incremental: true,
    incrementalFile: `.cache/mutation/${name.replaceAll(' ', '-')}.incremental.json`,
    reporters: ['progress-append-only', 'json', 'clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false },
    jsonReporter: { fileName: `.cache/mutation/${name.replaceAll(' ', '-')}.json` },
    thresholds: { high: 95, low: 90, break: null },
    allowConsoleColors: false,
  });
  await stryker.runMutationTest();
}

const asked = process.argv.slice(2).filter((word) => !word.endsWith('.ts'));
const files = process.argv.slice(2).filter((word) => word.endsWith('.ts'));
// All runs share one database, because starting one takes longer than the tests.
const stopServer = await startServerForTests();
try {
  for (const name of asked.length > 0 ? asked : Object.keys(areas)) await mutate(name, files);
} finally {
  await stopServer();
}
