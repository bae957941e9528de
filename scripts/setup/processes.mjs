import { spawn } from 'node:child_process';
import { errorCode } from './failure.mjs';
import { repositoryFolder } from './repository.mjs';

/** How long a process may take to stop by itself before it is killed, in ms. */
export const patience = 4_200;

/**
 * Environment variables on top of our own; undefined takes one away.
 * @typedef {Record<string, string | undefined>} Variables
 */

/**
 * @typedef {object} Ending
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 */

/**
 * @typedef {object} RunningProcess
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<Ending>} ended settles when the process is gone and its output is read; rejects when it could not start
 * @property {() => boolean} isRunning
 * @property {() => Promise<void>} stop asks it to stop, kills what remains, and resolves when nothing of it is left
 */

/** @type {Set<RunningProcess>} */
const running = new Set();
// The last resort: whatever ends this process, its children do not outlive it.
process.on('exit', () => {
  for (const each of running) signalGroup(each.child, 'SIGKILL');
});

/**
 * Starts a process as the leader of its own group, so that it and all its descendants can be stopped together, and so
 * that a Ctrl-C reaches it through us, in order, and not past us.
 * @param {object} options
 * @param {string} options.command
 * @param {readonly string[]} options.parameters
 * @param {Variables} options.variables
 * @param {'inherit' | 'pipe'} options.output
 * @param {boolean} [options.followsParent] opens a channel that closes when this process ends (see follow-parent.mjs)
 * @returns {RunningProcess}
 */
export function startProcess({ command, parameters, variables, output, followsParent = false }) {
  const child = spawn(command, parameters, {
    cwd: repositoryFolder,
    env: Object.assign({}, process.env, variables),
    detached: true,
    stdio: ['ignore', output, output, ...(followsParent ? [/** @type {const} */ ('ipc')] : [])],
  });
  /** @type {Promise<Ending>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  /** @type {RunningProcess} */
  const started = {
    child,
    ended,
    isRunning: () =>
      child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    stop: async () => {
      signalGroup(child, 'SIGTERM');
      const impatience = setTimeout(() => signalGroup(child, 'SIGKILL'), patience);
      await ended.catch(() => {});
      clearTimeout(impatience);
    },
  };
  running.add(started);
  const forget = () => {
    // What the process itself left running in its group goes with it.
    signalGroup(child, 'SIGKILL');
    running.delete(started);
  };
  ended.then(forget, forget);
  child.once('exit', () => signalGroup(child, 'SIGKILL'));
  return started;
}

/**
 * Runs a command to its end.
 * @param {Parameters<typeof startProcess>[0]} options
 * @returns {Promise<Ending>}
 */
export function runToEnd(options) {
  return startProcess(options).ended;
}

/** Stops everything that was started here; resolves when it is gone. */
export async function stopAllProcesses() {
  await Promise.all([...running].map((each) => each.stop()));
}

/** Kills everything that was started here, at once. */
export function killAllProcesses() {
  for (const each of running) signalGroup(each.child, 'SIGKILL');
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (failure) {
    // Nobody is left in the group, or (on macOS) only processes that are just ending.
    const code = errorCode(failure);
    if (code !== 'ESRCH' && code !== 'EPERM') throw failure;
  }
}
