import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainFailure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { runToEnd } from './processes.mjs';
import { nodeCommand, pathWithoutPackages, repositoryFolder } from './repository.mjs';

const packageFolder = join(repositoryFolder, 'node_modules');
const lockFile = join(repositoryFolder, 'package-lock.json');
/** Says which package-lock.json the packages were installed from. */
const stampFile = join(packageFolder, '.installed-from');

/**
 * Installs the packages that package-lock.json names, unless just these are there already.
 * @param {(line: string) => void} report
 */
export async function ensureInstalled(report) {
  if (isInstalled()) return;
  await withLock(
    join(repositoryFolder, '.cache', 'install.lock'),
    async () => {
      // Another start may have installed everything while this one waited.
      if (isInstalled()) return;
      report('Installing packages (about a minute the first time)…');
      await install();
      writeFileSync(stampFile, expectedStamp());
    },
    () => report('Waiting for another start to install the packages…'),
  );
}

function isInstalled() {
  if (!existsSync(nodeCommand)) return false;
  if (existsSync(stampFile)) {
    if (readFileSync(stampFile, 'utf8') === expectedStamp()) return true;
  }
  // Somebody ran npm by hand. npm keeps its own account of what it put there: if that agrees, nothing is missing.
  const account = join(packageFolder, '.package-lock.json');
  if (
    !existsSync(account) ||
    !agrees(readFileSync(lockFile, 'utf8'), readFileSync(account, 'utf8'))
  )
    return false;
  writeFileSync(stampFile, expectedStamp());
  return true;
}

function expectedStamp() {
  return createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(lockFile))
    .digest('hex');
}

/**
 * Whether the packages that npm says it installed are those that the lock names.
 * @param {string} lockText package-lock.json
 * @param {string} accountText node_modules/.package-lock.json
 */
export function agrees(lockText, accountText) {
  const wanted = packagesOf(lockText);
  const present = packagesOf(accountText);
  for (const [place, version] of present) {
    // The package "node" installs the binary below itself; the lock does not know of it.
    const known = wanted.get(place);
    if (known !== undefined && known.version !== version.version) return false;
  }
  for (const [place, { optional }] of wanted) {
    if (!optional && !present.has(place)) return false;
  }
  return true;
}

/**
 * @param {string} text
 * @returns {Map<string, {version: string, optional: boolean}>} by place in node_modules
 */
function packagesOf(text) {
  /** @type {{packages?: Record<string, {version?: string, optional?: boolean, devOptional?: boolean}>}} */
  const parsed = JSON.parse(text);
  return new Map(
    Object.entries(parsed.packages ?? {})
      .filter(([place]) => place !== '')
      .map(([place, { version = '', optional = false }]) => [place, { version, optional }]),
  );
}

async function install() {
  // npm runs on the machine's own Node: the one among the packages is about to be replaced.
  const ending = await runToEnd({
    command: 'npm',
    parameters: [
      'ci',
      '--include=dev',
      '--loglevel=error',
      '--no-audit',
      '--no-fund',
      '--no-progress',
    ],
    variables: { PATH: pathWithoutPackages() },
    output: 'inherit',
  }).catch(() => {
    throw new PlainFailure('npm was not found: install Node with npm, then run the command again.');
  });
  if (ending.code !== 0) {
    throw new PlainFailure('The packages could not be installed; npm says why above.');
  }
  if (!existsSync(nodeCommand)) {
    throw new PlainFailure(
      'Node 24 did not come with the packages: npm is set to ignore install scripts. Allow them (npm config set ignore-scripts false), delete node_modules and run the command again.',
    );
  }
}
