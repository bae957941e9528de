import { readFileSync } from 'node:fs';
import { describeFailure } from './failure.mjs';
import { killAllProcesses, stopAllProcesses } from './processes.mjs';

/** How often to look whether npm is still there, in ms. */
const parentCheck = 500;

/**
 * Runs one of our commands: stops everything it started when it is asked to stop or when whoever called it is gone,
 * and reports a failure in one line.
 * @param {() => Promise<number>} work answers with the exit code
 */
export async function runCommand(work) {
  // A closed terminal takes nothing any more; that must not keep us from stopping what we started.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});

  let stopping = false;
  const stop = async () => {
    if (stopping) {
      killAllProcesses();
      return;
    }
    stopping = true;
    await stopAllProcesses();
    process.exit(0);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, stop);
  if (process.env.npm_lifecycle_event !== undefined) {
    // npm passes a SIGTERM on, but cannot when it is killed itself; then we belong to somebody else.
    const caller = findCaller();
    setInterval(() => {
      if (findCaller() !== caller && !stopping) void stop();
    }, parentCheck).unref();
  }

  let code = 1;
  try {
    code = await work();
  } catch (failure) {
    // While stopping, what was under way fails because it was stopped.
    if (stopping) return;
    process.stderr.write(`${describeFailure(failure)}\n`);
  }
  if (stopping) return;
  stopping = true;
  await stopAllProcesses();
  process.exit(code);
}

/** The process id of npm: our parent, or the parent of the shell that npm starts us through. */
function findCaller() {
  const parent = process.ppid;
  try {
    // "123 (sh) S 122 …": id, program, state, parent's id. Only Linux tells it this way.
    const [, program = '', grandparent] =
      /\((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /^(sh|dash|bash)$/.test(program) ? Number(grandparent) : parent;
  } catch {
    return parent;
  }
}
