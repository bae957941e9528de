import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './setup/repository.mjs';

// If the registry lacks optional packages of other platforms, npm leaves them out of package-lock.json, and `npm ci` then refuses the
// lock. This script adds them, with the platforms that their names tell. Run it after npm has changed the lock.

const file = join(repositoryFolder, 'package-lock.json');
/** @type {{packages: Record<string, {dev?: boolean, license?: string, optionalDependencies?: Record<string, string>}>}} */
const lock = JSON.parse(readFileSync(file, 'utf8'));

/** @type {Record<string, object>} */
const added = {};
const places = Object.keys(lock.packages);
for (const asking of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(asking.optionalDependencies ?? {})) {
    if (places.some((each) => each.endsWith(`node_modules/${name}`))) continue;
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

lock.packages = { ...lock.packages, ...added };
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`Added ${Object.keys(added).length} packages.`);
