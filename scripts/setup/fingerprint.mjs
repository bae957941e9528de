import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One hash over the names and contents of files and folders (folders with all that is in them).
 * A path that does not exist counts as such, so that its appearing changes the hash.
 * @param {string} root
 * @param {readonly string[]} paths relative to the root
 * @param {(path: string) => boolean} [counts] which of the files in folders count; all by default
 */
export function fingerprint(root, paths, counts = () => true) {
  const hash = createHash('sha256');
  for (const path of [...paths].sort()) {
    for (const file of filesUnder(root, path)) {
      if (file !== path && !counts(file)) continue;
      hash.update(`${file}\0`);
      hash.update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : 'absent');
      hash.update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} sorted, relative to the root; the path itself when it is a file or absent
 */
function filesUnder(root, path) {
  const place = join(root, path);
  if (!existsSync(place) || !statSync(place).isDirectory()) return [path];
  return readdirSync(place, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() || entry.isFile() ? filesUnder(root, `${path}/${entry.name}`) : [],
    );
}
