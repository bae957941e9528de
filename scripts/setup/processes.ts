import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { errorCode } from './failure.ts';
import { repositoryFolder } from './repository.mjs';

/** How long a process may take to stop by itself before it is killed, in ms. */
const patience = 9_000;

/** Environment variables added to our own; undefined removes one. */
export type Variables = Record<string, string | undefined>;

export type Ending = { code: number | null; signal: NodeJS.Signals | null };

type RunningProcess = {
  child: ChildProcess;
  /** Settles when the process is gone; rejects when it could not start. */
  ended: Promise<Ending>;
  /** Asks it to stop, kills what remains, and resolves when nothing of it is left. */
  stop: () => Promise<void>;
};

const running = new Set<RunningProcess>();
// Children must not outlive this process, however it ends.
process.on('exit', killAllProcesses);

/**
 * Starts a process as the leader of its own group, so that it stops together with its descendants and a Ctrl-C reaches it only
 * through us. Its output goes to the terminal or to an open file. `followsParent` opens a channel that closes when this process ends
 * (follow-parent.mjs).
 */
export function startProcess(options: {
  command: string;
  parameters: readonly string[];
  variables: Variables;
  output: 'inherit' | number;
  followsParent?: boolean;
}): RunningProcess {
  const { command, parameters, variables, output, followsParent = false } = options;
  const child = spawn(command, parameters, {
    cwd: repositoryFolder,
    env: { ...process.env, ...variables },
    detached: true,
    stdio: ['ignore', output, output, ...(followsParent ? (['ipc'] as const) : [])],
  });
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal }));
  const stop = async () => {
    signalGroup(child, 'SIGTERM');
    const impatience = setTimeout(() => signalGroup(child, 'SIGKILL'), patience);
    await ended.catch(() => {});
    clearTimeout(impatience);
  };
  const started: RunningProcess = { child, ended, stop };
  running.add(started);
  const forget = () => running.delete(started);
  ended.then(forget, forget);
  // Kills descendants that it left running.
  child.once('exit', () => signalGroup(child, 'SIGKILL'));
  return started;
}

export async function stopAllProcesses(): Promise<void> {
  await Promise.all([...running].map((each) => each.stop()));
}

export function killAllProcesses(): void {
  for (const each of running) signalGroup(each.child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (failure) {
    // The group is empty or, on macOS, its processes are just ending.
    const code = errorCode(failure);
    if (code !== 'ESRCH' && code !== 'EPERM') throw failure;
  }
}
