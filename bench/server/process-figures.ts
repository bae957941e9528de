import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Linux only: other systems need a tool to read these figures of another process.

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The CPU time that a process has used so far in all its threads, in ms. */
export function cpuMilliseconds(processId: number): number {
  const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
  // The fields after the program's name, which may contain anything: state comes first, user and system time are 12th and 13th.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000;
}

export function residentMebibytes(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
