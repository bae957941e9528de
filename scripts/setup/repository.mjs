import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout; every command runs there. */
export const repositoryFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The path of a command that the installed packages bring. @param {string} name */
export function packageCommand(name) {
  return join(repositoryFolder, 'node_modules', '.bin', name);
}

/** Node 24, which comes with the packages: everything after the install runs on it. */
export const nodeCommand = packageCommand('node');

/** PATH without this checkout's packages, which npm puts first and an install deletes while it runs. */
export function pathWithoutPackages(path = process.env.PATH ?? '') {
  const packages = join(repositoryFolder, 'node_modules') + sep;
  return path
    .split(delimiter)
    .filter((entry) => !(resolve(entry) + sep).startsWith(packages))
    .join(delimiter);
}

/** PATH with this checkout's packages first, so that commands started by commands run on Node 24 too. */
export function pathWithPackages() {
  return [dirname(nodeCommand), pathWithoutPackages()].join(delimiter);
}

/** A path relative to the current folder, if it's inside. @param {string} path absolute */
export function shortPath(path) {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || isAbsolute(short) ? path : short || '.';
}
