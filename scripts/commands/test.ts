import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../browser/chromium.ts';
import { type Counts, countCheck, countPlaywright, countVitest } from '../checks/counts.ts';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, say } from '../setup/command.ts';
import { describeFailure } from '../setup/failure.ts';
import { startProcess } from '../setup/processes.ts';
import { packageCommand, pathWithPackages } from '../setup/repository.mjs';
import { noSettings } from '../setup/settings.ts';

// `npm test`: every check there is, one after the other, all of them even when one fails. The last line is the sum.

const reports = mkdtempSync(join(tmpdir(), 'cadence-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const checks: Record<string, () => Promise<Counts>> = {
  lint: async () => countCheck(await run('biome', 'check', '--error-on-warnings')),
  types: async () => countCheck(await run('tsc', '--noEmit')),
  'who imports whom': async () => countCheck(await run('depcruise', ...importRules)),
  'unit and integration tests': async () => {
    const output = `--outputFile.json=${vitestReport}`;
    const succeeded = await run('vitest', 'run', '--reporter=default', '--reporter=json', output);
    return countVitest(read(vitestReport), succeeded);
  },
  build: async () => {
    await ensureBuilt();
    return countCheck(true);
  },
  'end-to-end tests': async () => {
    await ensureChromium(say);
    const succeeded = await run('playwright', 'test', '--reporter=list,json');
    return countPlaywright(read(playwrightReport), succeeded);
  },
};
const importRules = ['--config', 'dependency-cruiser.config.mjs', '.'];

await runCommand(async () => {
  const lines: string[] = [];
  const sum = { passed: 0, failed: 0 };
  for (const [name, work] of Object.entries(checks)) {
    say(`\n── ${name} ──`);
    const { passed, failed } = await work().catch((failure: unknown) => {
      say(describeFailure(failure));
      return countCheck(false);
    });
    sum.passed += passed;
    sum.failed += failed;
    lines.push(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed`);
  }
  say(['', ...lines, `${sum.passed} passed, ${sum.failed} failed`].join('\n'));
  return sum.failed === 0 ? 0 : 1;
});

/** Runs a command of the packages with its output on the terminal; answers whether it succeeded. */
async function run(command: string, ...parameters: string[]): Promise<boolean> {
  const { code } = await startProcess({
    command: packageCommand(command),
    parameters,
    variables: {
      // Tests never touch what the shell points at, and React's tests need its development build.
      ...noSettings,
      PATH: pathWithPackages(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    },
    output: 'inherit',
  }).ended;
  return code === 0;
}

function read(report: string): string {
  return existsSync(report) ? readFileSync(report, 'utf8') : '';
}
