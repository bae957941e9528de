import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './setup/repository.mjs';

// npm leaves the optional packages of other platforms out of package-lock.json when the registry at hand lacks them, and
// `npm ci` then refuses the lock. This adds them, by what their names say. Run it after npm changed the lock.

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [license]
 * @property {boolean} [dev]
 * @property {Record<string, string>} [optionalDependencies]
 */

const file = join(repositoryFolder, 'package-lock.json');
/** @type {{packages: Record<string, LockedPackage>}} */
const lock = JSON.parse(readFileSync(file, 'utf8'));

/** @type {Record<string, object>} */
const added = {};
for (const [place, asking] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(asking.optionalDependencies ?? {})) {
    if (isLocked(place, name)) continue;
    // "@biomejs/cli-linux-x64-musl", "@rollup/rollup-darwin-arm64"
    const [system = '', processor = '', library = ''] = name
      .slice(name.indexOf('/') + 1)
      .replace(/^(cli|rollup)-/, '')
      .split('-');
    added[`node_modules/${name}`] = {
      version,
      cpu: [processor],
      ...(asking.dev ? { dev: true } : {}),
      ...(system === 'linux' ? { libc: [library.startsWith('musl') ? 'musl' : 'glibc'] } : {}),
      license: asking.license,
      optional: true,
      os: [system],
    };
  }
}

const entries = Object.entries({ ...lock.packages, ...added });
lock.packages = Object.fromEntries(
  entries.sort(([one], [other]) => one.localeCompare(other, 'en')),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Added ${Object.keys(added).length} packages.`);

/**
 * @param {string} place of the package that asks
 * @param {string} name
 * @returns {boolean}
 */
function isLocked(place, name) {
  const candidate = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
  if (candidate in lock.packages || candidate in added) return true;
  if (place === '') return false;
  const outer = place.lastIndexOf('/node_modules/');
  return isLocked(outer === -1 ? '' : place.slice(0, outer), name);
}
