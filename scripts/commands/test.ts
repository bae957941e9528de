import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
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

// `npm test`: runs every check, even after one has failed. The last line is the sum.

const reports = mkdtempSync(join(tmpdir(), 'cadence-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const reportOf = {
  vitest: join(reports, 'vitest.json'),
  playwright: join(reports, 'playwright.json'),
};

const jsonOutput = `--outputFile.json=${reportOf.vitest}`;

type Checks = Record<string, () => Promise<Counts>>;

/** Each check uses one CPU, so both lists run in parallel. The output of a check appears when it ends. */
const onOneProcessor: readonly Checks[] = [
  { types: () => check('types', 'tsc', '--noEmit') },
  {
    lint: () => check('lint', 'biome', 'check', '--error-on-warnings'),
    'who imports whom': () =>
      check('who imports whom', 'depcruise', '--config', 'dependency-cruiser.config.mjs', '.'),
    build: () => ensureBuilt(reports).then(() => countCheck(true)),
    'what each screen loads': () =>
      check('what each screen loads', 'node', 'bench/weight/check.ts'),
  },
];

const onAllProcessors: Checks = {
  'unit and integration tests': () =>
    tests('vitest', 'run', '--reporter=default', '--reporter=json', jsonOutput),
  'end-to-end tests': async () => {
    await ensureChromium(console.log);
    return await tests('playwright', 'test', '--reporter=list,json');
  },
};

const lines: string[] = [];
const sum = { passed: 0, failed: 0 };

await runCommand(async () => {
  await Promise.all(
    onOneProcessor.map((checks) =>
      inOrder(checks, (name) => {
        heading(name);
        console.log(existsSync(logOf(name)) ? readFileSync(logOf(name), 'utf8') : '');
      }),
    ),
  );
  await inOrder(onAllProcessors);
  console.log(['', ...lines, `${sum.passed} passed, ${sum.failed} failed`].join('\n'));
  return sum.failed === 0 ? 0 : 1;
});

/** Without `show`, the checks write to the terminal themselves. */
async function inOrder(checks: Checks, show?: (name: string) => void): Promise<void> {
  for (const [name, work] of Object.entries(checks)) {
    if (!show) heading(name);
    const { passed, failed, failures, unsteady } = await work().catch((failure: unknown) => ({
      ...countCheck(false),
      failures: [describeFailure(failure)],
    }));
    show?.(name);
    lines.push(...(failures ?? []));
    lines.push(...(unsteady ?? []).map((name) => `passed only at the second try: ${name}`));
    sum.passed += passed;
    sum.failed += failed;
    lines.push(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed`);
  }
}

function heading(name: string): void {
  console.log(`\n── ${name} ──`);
}

/** `ensureBuilt` names its log the same way. */
function logOf(name: string): string {
  return join(reports, `${name}.log`);
}

async function check(name: string, command: string, ...parameters: string[]): Promise<Counts> {
  return countCheck(await run(command, parameters, openSync(logOf(name), 'w')));
}

async function tests(runner: 'vitest' | 'playwright', ...parameters: string[]): Promise<Counts> {
  const succeeded = await run(runner, parameters, 'inherit');
  const report = reportOf[runner];
  return countTests(runner, existsSync(report) ? readFileSync(report, 'utf8') : '', succeeded);
}

async function run(
  command: string,
  parameters: readonly string[],
  output: 'inherit' | number,
): Promise<boolean> {
  const { code } = await startProcess({
    command: packageCommand(command),
    parameters,
    variables: {
      // Tests must not use the shell's settings, and React's tests need its development build.
      ...noSettings,
      PATH: pathWithPackages(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf.playwright,
    },
    output,
  }).ended;
  return code === 0;
}
