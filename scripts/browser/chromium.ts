import { existsSync, readFileSync } from 'node:fs';
import which from 'which';
import { PlainFailure } from '../setup/failure.ts';
import { startProcess, type Variables } from '../setup/processes.ts';
import { packageCommand, pathWithPackages } from '../setup/repository.mjs';

/** Chromium without a window: it shows the same pages with three quarters of the CPU time. */
const headlessShell = 'chromium-headless-shell';
const wholeBrowsers = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
// Fails soon without a network, because another Chromium may do.
const quickly = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
// Without fonts, no text would have a width.
const debianPackages = ['chromium', headlessShell, 'fonts-liberation'];

/** A Chromium of this machine: CHROMIUM_PATH, else one on PATH, else a macOS application. */
export function findChromium(environment: Variables = process.env): string | undefined {
  const chosen = environment.CHROMIUM_PATH;
  if (!chosen) return findOf([headlessShell, ...wholeBrowsers], environment);
  if (findOf([chosen], environment) !== undefined) return chosen;
  throw new PlainFailure(`CHROMIUM_PATH is ${chosen}, which is not a program.`);
}

/** The same without the headless shell, which doesn't store a profile's settings. */
export function findWholeChromium(environment: Variables = process.env): string | undefined {
  return environment.CHROMIUM_PATH ? findChromium(environment) : findOf(wholeBrowsers, environment);
}

function findOf(commands: readonly string[], { PATH = '' }: Variables): string | undefined {
  for (const command of commands) {
    const path = which.sync(command, { path: PATH, nothrow: true });
    if (path !== null) return path;
  }
  return undefined;
}

/** Makes sure that the browser tests have a Chromium: Debian's with its headless shell, else this machine's, else Playwright's own. */
export async function ensureChromium(report: (line: string) => void): Promise<void> {
  const { chromium } = await import('@playwright/test');
  const hasBoth = findChromium() !== findWholeChromium() && findWholeChromium() !== undefined;
  const isChosen = Boolean(process.env.CHROMIUM_PATH);
  if (hasBoth || isChosen || existsSync(chromium.executablePath())) return;
  // Only Debian has the headless shell; systems derived from it don't.
  if (isDebian() && process.getuid?.() === 0) {
    report('Installing Chromium from Debian…');
    await run('apt-get', ...quickly, 'update', '-qq');
    await run(
      'apt-get',
      ...quickly,
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      ...debianPackages,
    );
  }
  if (findChromium() !== undefined) return;
  report("Installing Playwright's Chromium…");
  if (!(await run(packageCommand('playwright'), 'install', 'chromium'))) {
    throw new PlainFailure(
      'No Chromium could be installed: install one, or name its program in CHROMIUM_PATH.',
    );
  }
}

function isDebian(): boolean {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'));
}

async function run(command: string, ...parameters: string[]): Promise<boolean> {
  const variables = { PATH: pathWithPackages(), DEBIAN_FRONTEND: 'noninteractive' };
  return startProcess({ command, parameters, variables, output: 'inherit' }).ended.then(
    ({ code }) => code === 0,
    () => false,
  );
}
