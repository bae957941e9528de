import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../browser/chromium.ts';
import { type Counts, countCheck, countTests } from '../checks/counts.ts';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand } from '../setup/command.ts';
import { describeFailure } from '../setup/failure.ts';
import { startProcess } from '../setup/processes.ts';
import { packageCommand, pathWithPackages } from '../setup/repository.mjs';
import { noSettings } from '../setup/settings.ts';

// `npm test`: every check there is, one after the other, all of them even when one fails. The last line is the sum.

const reports = mkdtempSync(join(tmpdir(), 'cadence-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const reportOf = {
  vitest: join(reports, 'vitest.json'),
  playwright: join(reports, 'playwright.json'),
};

const jsonOutput = `--outputFile.json=${reportOf.vitest}`;

const checks: Record<string, () => Promise<Counts>> = {
  lint: () => check('biome', 'check', '--error-on-warnings'),
  types: () => check('tsc', '--noEmit'),
  'who imports whom': () => check('depcruise', '--config', 'dependency-cruiser.config.mjs', '.'),
  'unit and integration tests': () =>
    tests('vitest', 'run', '--reporter=default', '--reporter=json', jsonOutput),
  build: () => ensureBuilt().then(() => countCheck(true)),
  'what each screen loads': () => check('node', 'bench/weight/check.ts'),
  'end-to-end tests': async () => {
    await ensureChromium(console.log);
    return await tests('playwright', 'test', '--reporter=list,json');
  },
};

await runCommand(async () => {
  const lines: string[] = [];
  const sum = { passed: 0, failed: 0 };
  for (const [name, work] of Object.entries(checks)) {
    console.log(`\n── ${name} ──`);
    const { passed, failed } = await work().catch((failure: unknown) => {
      console.log(describeFailure(failure));
      return countCheck(false);
    });
    sum.passed += passed;
    sum.failed += failed;
    lines.push(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed`);
  }
  console.log(['', ...lines, `${sum.passed} passed, ${sum.failed} failed`].join('\n'));
  return sum.failed === 0 ? 0 : 1;
});

async function check(command: string, ...parameters: string[]): Promise<Counts> {
  return countCheck(await run(command, parameters));
}

async function tests(runner: 'vitest' | 'playwright', ...parameters: string[]): Promise<Counts> {
  const succeeded = await run(runner, parameters);
  const report = reportOf[runner];
  return countTests(runner, existsSync(report) ? readFileSync(report, 'utf8') : '', succeeded);
}

/** Runs a command of the packages with its output on the terminal; answers whether it succeeded. */
async function run(command: string, parameters: readonly string[]): Promise<boolean> {
  const { code } = await startProcess({
    command: packageCommand(command),
    parameters,
    variables: {
      // Tests never touch what the shell points at, and React's tests need its development build.
      ...noSettings,
      PATH: pathWithPackages(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf.playwright,
    },
    output: 'inherit',
  }).ended;
  return code === 0;
}
