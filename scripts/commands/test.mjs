import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../browser/chromium.mjs';
import { addCounts, countCheck, countPlaywright, countVitest } from '../checks/counts.mjs';
import { ensureBuilt } from '../setup/build.mjs';
import { runCommand } from '../setup/command.mjs';
import { describeFailure } from '../setup/failure.mjs';
import { ensureInstalled } from '../setup/install.mjs';
import { runToEnd } from '../setup/processes.mjs';
import { packageCommand, pathWithPackages } from '../setup/repository.mjs';
import { settings } from '../setup/settings.mjs';

// `npm test`: every check there is, one after the other, all of them even when one fails. The last line is the sum.

/** @typedef {import('../checks/counts.mjs').Counts} Counts */

await runCommand(async () => {
  const reports = mkdtempSync(join(tmpdir(), 'cadence-test-'));
  process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
  const vitestReport = join(reports, 'vitest.json');
  const playwrightReport = join(reports, 'playwright.json');

  /** @type {Array<[name: string, work: () => Promise<Counts>]>} */
  const checks = [
    ['lint', async () => countCheck(await run('biome', ['check', '--error-on-warnings']))],
    ['types', async () => countCheck(await run('tsc', ['--noEmit']))],
    [
      'unit and integration tests',
      async () => {
        const succeeded = await run('vitest', [
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${vitestReport}`,
        ]);
        return countVitest(read(vitestReport), succeeded);
      },
    ],
    [
      'build',
      async () => {
        await ensureBuilt({ report: say });
        return countCheck(true);
      },
    ],
    [
      'end-to-end tests',
      async () => {
        await ensureChromium(say);
        const succeeded = await run('playwright', ['test', '--reporter=list,json'], {
          PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
        });
        return countPlaywright(read(playwrightReport), succeeded);
      },
    ],
  ];

  /** @type {Array<{name: string, counts: Counts}>} */
  const results = [];
  // Without the packages nothing else can run.
  const installed = await attempt('install', async () => {
    await ensureInstalled(say);
    return { passed: 0, failed: 0 };
  });
  if (installed.failed > 0) results.push({ name: 'install', counts: installed });
  else for (const [name, work] of checks) results.push({ name, counts: await attempt(name, work) });

  say('');
  for (const { name, counts } of results) {
    say(`${counts.failed === 0 ? '✓' : '✗'} ${name}: ${inWords(counts)}`);
  }
  const sum = addCounts(results.map(({ counts }) => counts));
  say(inWords(sum));
  return sum.failed === 0 ? 0 : 1;
});

/**
 * @param {string} name
 * @param {() => Promise<Counts>} work
 * @returns {Promise<Counts>}
 */
async function attempt(name, work) {
  say(`\n── ${name} ──`);
  try {
    return await work();
  } catch (failure) {
    say(describeFailure(failure));
    return countCheck(false);
  }
}

/**
 * Runs a command of the packages with its output on the terminal.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {import('../setup/processes.mjs').Variables} [variables]
 * @returns {Promise<boolean>} whether it succeeded
 */
async function run(command, parameters, variables = {}) {
  const { code } = await runToEnd({
    command: packageCommand(command),
    parameters,
    variables: {
      // Tests never touch what the shell points at, and React's tests need its development build.
      ...Object.fromEntries([...settings, 'NODE_ENV'].map((name) => [name, undefined])),
      PATH: pathWithPackages(),
      ...variables,
    },
    output: 'inherit',
  });
  return code === 0;
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {Counts} counts */
function inWords({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}
