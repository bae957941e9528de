import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { PlainFailure } from '../setup/failure.mjs';
import { startProcess } from '../setup/processes.mjs';
import {
  nodeCommand,
  pathWithPackages,
  repositoryFolder,
  shortPath,
} from '../setup/repository.mjs';

const followParent = pathToFileURL(join(repositoryFolder, 'scripts/setup/follow-parent.mjs')).href;
/** How long a process may take until it says that it is ready, in ms. */
const startDeadline = 90_000;

/**
 * @typedef {object} Service
 * @property {string} name
 * @property {Record<string, unknown>} announcement the line in which it said that it is ready
 * @property {string} logFile
 * @property {Promise<string>} failed settles only when it ends without being asked to; with a sentence that says so
 * @property {() => Promise<void>} stop
 */

/**
 * Starts one of our TypeScript programs on Node 24 and waits until it prints `{"ready":true,…}`. All that it prints
 * goes to a log file.
 * @param {object} options
 * @param {string} options.name what people call it
 * @param {string} options.program relative to the checkout
 * @param {import('../setup/processes.mjs').Variables} options.variables
 * @param {string} options.logFolder
 * @returns {Promise<Service>}
 */
export async function startService({ name, program, variables, logFolder }) {
  const { running, logFile, lastWords } = launch({ name, program, variables, logFolder });
  let asked = false;
  const stop = async () => {
    asked = true;
    await running.stop();
  };
  const announcement = await new Promise((resolve, reject) => {
    const give = (/** @type {string} */ reason) =>
      reject(new PlainFailure(`The ${name} did not start: ${reason} (log: ${shortPath(logFile)})`));
    const deadline = setTimeout(async () => {
      await stop();
      give(`it was not ready after ${startDeadline / 1000} seconds.`);
    }, startDeadline);
    running.ended.then(
      ({ code, signal }) => {
        clearTimeout(deadline);
        give(lastWords() ?? `it ended with ${signal ?? `code ${code}`}.`);
      },
      (error) => {
        clearTimeout(deadline);
        give(error.message);
      },
    );
    onLine(running.child.stdout, (line) => {
      const found = readAnnouncement(line);
      if (!found) return;
      clearTimeout(deadline);
      resolve(found);
    });
  });
  const failed = new Promise((resolve) => {
    running.ended.then(({ code, signal }) => {
      if (asked) return;
      const why = lastWords() ?? `ended with ${signal ?? `code ${code}`}`;
      resolve(`The ${name} stopped by itself: ${why} (log: ${shortPath(logFile)})`);
    });
  });
  return { name, announcement, logFile, failed, stop };
}

/**
 * Runs one of our TypeScript programs on Node 24 to its end; fails unless it succeeds.
 * @param {Parameters<typeof startService>[0]} options
 */
export async function runProgram({ name, program, variables, logFolder }) {
  const { running, logFile, lastWords } = launch({ name, program, variables, logFolder });
  const { code, signal } = await running.ended;
  if (code === 0) return;
  const why = lastWords() ?? `it ended with ${signal ?? `code ${code}`}.`;
  throw new PlainFailure(`The ${name} failed: ${why} (log: ${shortPath(logFile)})`);
}

/**
 * The announcement in a line of output, if it is one.
 * @param {string} line
 * @returns {Record<string, unknown> | undefined}
 */
export function readAnnouncement(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line);
    return value?.ready === true ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Parameters<typeof startService>[0]} options */
function launch({ name, program, variables, logFolder }) {
  const logFile = join(logFolder, `${name.replaceAll(' ', '-')}.log`);
  // The log of the start before is kept: it says what happened when this start is the attempt after a failure.
  if (existsSync(logFile)) renameSync(logFile, logFile.replace(/\.log$/, '.previous.log'));
  const log = createWriteStream(logFile);
  // A full disk must not take the services down with it.
  log.on('error', () => {});
  const running = startProcess({
    command: nodeCommand,
    parameters: ['--import', followParent, program],
    variables: { ...variables, PATH: pathWithPackages() },
    output: 'pipe',
    followsParent: true,
  });
  running.child.stdout?.pipe(log, { end: false });
  running.child.stderr?.pipe(log, { end: false });
  /** @type {string | undefined} */
  let lastErrorLine;
  onLine(running.child.stderr, (line) => {
    // JSON lines are the log's; what a program says to people is plain text.
    if (line.trim() !== '' && !line.startsWith('{')) lastErrorLine = line.trim();
  });
  const endLog = () => log.end();
  running.ended.then(endLog, endLog);
  return { running, logFile, lastWords: () => lastErrorLine };
}

/**
 * @param {import('node:stream').Readable | null} stream
 * @param {(line: string) => void} listener
 */
function onLine(stream, listener) {
  if (stream) createInterface({ input: stream }).on('line', listener);
}
