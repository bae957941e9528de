import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Linux alone tells these of another process without a tool of its own.

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The CPU time that a process took so far with all its threads, in ms. */
export function cpuMilliseconds(processId: number): number {
  const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
  // After the program's name, which may hold anything: state is the first field, user and system time the 12th and 13th.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000;
}

/** The resident memory of a process, in MiB. */
export function residentMebibytes(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
