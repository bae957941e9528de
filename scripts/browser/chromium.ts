import { existsSync } from 'node:fs';
import which from 'which';
import { PlainFailure } from '../setup/failure.ts';
import { startProcess, type Variables } from '../setup/processes.ts';
import { packageCommand, pathWithPackages } from '../setup/repository.mjs';

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
// Without a font of its own a bare machine would draw every text with no width.
const debianPackages = ['chromium', 'fonts-liberation'];

/** A Chromium of this machine: CHROMIUM_PATH, else one on PATH, else a macOS application. */
export function findChromium(environment: Variables = process.env): string | undefined {
  const find = (name: string) =>
    which.sync(name, { path: environment.PATH ?? '', nothrow: true }) ?? undefined;
  const chosen = environment.CHROMIUM_PATH;
  if (!chosen) return commands.map(find).find((path) => path !== undefined);
  if (find(chosen) !== undefined) return chosen;
  throw new PlainFailure(`CHROMIUM_PATH is ${chosen}, which is not a program.`);
}

/** Makes sure that the browser tests have a Chromium: one of this machine, else Debian's, else Playwright's own. */
export async function ensureChromium(report: (line: string) => void): Promise<void> {
  const { chromium } = await import('@playwright/test');
  if (findChromium() !== undefined || existsSync(chromium.executablePath())) return;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    report('Installing Chromium from Debian…');
    await run('apt-get', 'update', '-qq');
    await run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...debianPackages);
    if (findChromium() !== undefined) return;
  }
  report("Installing Playwright's Chromium…");
  if (!(await run(packageCommand('playwright'), 'install', 'chromium'))) {
    throw new PlainFailure(
      'No Chromium could be installed: install one, or name its program in CHROMIUM_PATH.',
    );
  }
}

async function run(command: string, ...parameters: string[]): Promise<boolean> {
  const variables = { PATH: pathWithPackages(), DEBIAN_FRONTEND: 'noninteractive' };
  return startProcess({ command, parameters, variables, output: 'inherit' }).ended.then(
    ({ code }) => code === 0,
    () => false,
  );
}
