import { describeFailure } from './failure.ts';
import { killAllProcesses, stopAllProcesses } from './processes.ts';

/** Runs one of our commands: stops what it started when it's asked to stop, and reports a failure in one line. `work` returns the exit code. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  // A closed terminal must not keep us from stopping what we started.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

  let stopping = false;
  const stop = async () => {
    if (stopping) return killAllProcesses();
    stopping = true;
    await stopAllProcesses();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

  let code = 1;
  try {
    code = await work();
  } catch (failure) {
    // Work that was stopped fails; that isn't worth a report.
    if (!stopping) console.error(describeFailure(failure));
  }
  if (stopping) return;
  stopping = true;
  await stopAllProcesses();
  process.exit(code);
}
