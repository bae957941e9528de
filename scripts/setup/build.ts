import { openSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from './failure.ts';
import { startProcess } from './processes.ts';
import { pathWithPackages, shortPath } from './repository.mjs';

/** Builds what is missing or out of date. The output goes to `build.log` in `logFolder`, or to the terminal. */
export async function ensureBuilt(logFolder?: string): Promise<void> {
  const logFile = logFolder && join(logFolder, 'build.log');
  const { code } = await startProcess({
    command: 'npm',
    parameters: ['run', '--silent', 'build'],
    variables: { PATH: pathWithPackages(), WIREIT_LOGGER: 'quiet-ci' },
    output: logFile ? openSync(logFile, 'w') : 'inherit',
  }).ended;
  if (code === 0) return;
  const where = logFile ? `see ${shortPath(logFile)}` : 'see above';
  throw new PlainFailure(`The app could not be built; ${where}.`);
}
