import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PlainFailure } from './failure.mjs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { startProcess } from './processes.mjs';
import { packageCommand, pathWithPackages, repositoryFolder, shortPath } from './repository.mjs';

/**
 * @typedef {object} Build
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} parameters
 * @property {readonly string[]} sources what its result depends on
 * @property {string} result a file that is there after it
 */

const shared = ['contract', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * In this order: Remix empties the whole folder `build` first, with the admin and the stamps in it.
 * @type {readonly Build[]}
 */
export const builds = [
  {
    name: 'app',
    command: 'remix',
    parameters: ['vite:build', '--logLevel', 'warn'],
    sources: [
      ...shared,
      'app',
      'public',
      'services/subscription-api',
      'remix.config.js',
      'vite.config.ts',
    ],
    result: 'build/server/index.js',
  },
  {
    name: 'admin',
    command: 'vite',
    parameters: [
      'build',
      '--config',
      'services/local-platform/admin/vite.config.ts',
      '--logLevel',
      'warn',
    ],
    sources: [...shared, 'services/local-platform'],
    result: 'build/local-platform/index.html',
  },
];

/**
 * Builds what is missing or whose sources changed since.
 * @param {object} options
 * @param {(line: string) => void} options.report
 * @param {string} [options.logFolder] where the builds' output goes; to the terminal without
 */
export async function ensureBuilt({ report, logFolder }) {
  if (!builds.some(isOutdated)) return;
  await withLock(
    join(repositoryFolder, '.cache', 'build.lock'),
    async () => {
      for (const build of builds) {
        // Looked at again: another start may have built it while this one waited.
        if (!isOutdated(build)) continue;
        report(`Building the ${build.name}…`);
        await run(build, logFolder);
      }
    },
    () => report('Waiting for another start to build…'),
  );
}

/** @param {Build} build */
function isOutdated(build) {
  return (
    !existsSync(join(repositoryFolder, build.result)) ||
    !existsSync(stampOf(build)) ||
    readFileSync(stampOf(build), 'utf8') !== sourcesOf(build)
  );
}

/** @param {Build} build */
function stampOf({ name }) {
  return join(repositoryFolder, 'build', '.made-from', name);
}

/** @param {Build} build */
function sourcesOf({ sources }) {
  return fingerprint(repositoryFolder, sources, (path) => !/\.test\.tsx?$/.test(path));
}

/**
 * @param {Build} build
 * @param {string | undefined} logFolder
 */
async function run(build, logFolder) {
  // Taken before the build: a source that changes during it makes the result outdated at once.
  const stamp = sourcesOf(build);
  rmSync(stampOf(build), { force: true });
  const { child, ended } = startProcess({
    command: packageCommand(build.command),
    parameters: build.parameters,
    variables: { PATH: pathWithPackages(), NODE_ENV: 'production' },
    output: logFolder === undefined ? 'inherit' : 'pipe',
  });
  const logFile = logFolder && join(logFolder, `build-${build.name}.log`);
  if (logFile) {
    const log = createWriteStream(logFile);
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    ended.then(
      () => log.end(),
      () => log.end(),
    );
  }
  const { code } = await ended;
  if (code !== 0) {
    const where = logFile ? `see ${shortPath(logFile)}` : 'see above';
    throw new PlainFailure(`The ${build.name} could not be built; ${where}.`);
  }
  mkdirSync(dirname(stampOf(build)), { recursive: true });
  writeFileSync(stampOf(build), stamp);
}
