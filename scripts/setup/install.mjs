import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nodeCommand, pathWithoutPackages, repositoryFolder } from './repository.mjs';

// Runs before the packages exist, on the machine's own Node, so it imports only what comes with Node.

const wantedFile = join(repositoryFolder, 'package-lock.json');
/** npm's own record of the installed packages. */
const presentFile = join(repositoryFolder, 'node_modules', '.package-lock.json');
const lockFolder = join(repositoryFolder, '.cache', 'install.lock');
/** An install takes a minute or two; a lock this old (ms) is left over from a killed start. */
const abandonedAfter = 600_000;

/**
 * Installs the packages of package-lock.json, unless exactly these are installed already.
 * @param {(line: string) => void} report
 * @returns {Promise<string | undefined>} what went wrong, in one sentence
 */
export async function ensureInstalled(report) {
  if (isInstalled()) return undefined;
  mkdirSync(join(repositoryFolder, '.cache'), { recursive: true });
  for (let attempt = 0; !takeLock(); attempt += 1) {
    if (attempt === 0) report('Waiting for another start to install the packages…');
    await wait(500);
  }
  try {
    // Another start may have installed everything while this one waited.
    if (isInstalled()) return undefined;
    report('Installing packages (about a minute the first time)…');
    return install();
  } finally {
    rmSync(lockFolder, { recursive: true, force: true });
  }
}

/** Creating a folder is atomic, so it serves as a lock between processes. */
function takeLock() {
  try {
    mkdirSync(lockFolder);
    return true;
  } catch {
    const age = Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > abandonedAfter) rmSync(lockFolder, { recursive: true, force: true });
    return false;
  }
}

function isInstalled() {
  if (!existsSync(nodeCommand) || !existsSync(presentFile)) return false;
  return agrees(readFileSync(wantedFile, 'utf8'), readFileSync(presentFile, 'utf8'));
}

/**
 * Whether the installed packages are those of the lock. Ignores packages that the lock doesn't have, such as the binary that "node"
 * installs by itself.
 * @param {string} lock
 * @param {string} account
 */
export function agrees(lock, account) {
  const present = JSON.parse(account).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([place, { version, optional }]) =>
      place === '' ||
      (present[place] === undefined ? optional : present[place].version === version),
  );
}

function install() {
  // npm runs on the machine's own Node: the one among the packages is about to be replaced.
  const flags = ['--include=dev', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  const { error, status } = spawnSync('npm', ['ci', ...flags], {
    cwd: repositoryFolder,
    env: { ...process.env, PATH: pathWithoutPackages() },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) return 'npm was not found: install Node with npm, then run the command again.';
  if (status !== 0) return 'The packages could not be installed; npm says why above.';
  if (existsSync(nodeCommand)) return undefined;
  return 'Node 24 did not come with the packages: npm is set to ignore install scripts. Allow them (npm config set ignore-scripts false), delete node_modules and run the command again.';
}
