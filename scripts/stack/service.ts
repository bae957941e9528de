import { existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PlainFailure } from '../setup/failure.ts';
import { type Ending, startProcess, type Variables } from '../setup/processes.ts';
import { nodeCommand, pathWithPackages, shortPath } from '../setup/repository.mjs';

/** How long a process may take until it says that it is ready, in ms. */
const startDeadline = 90_000;

export type Program = {
  /** What people call it. */
  name: string;
  /** One of our programs, in TypeScript or built, relative to the checkout. */
  program: string;
  /** For Node itself. */
  nodeOptions?: readonly string[];
  variables: Variables;
  logFolder: string;
};

export type Service = {
  /** What it said when it was ready. */
  announcement: Announcement;
  processId: number;
  /** Settles only when it ends without being asked to; with a sentence that says so. */
  failed: Promise<string>;
  stop: () => Promise<void>;
};

const announcementSchema = z.looseObject({ ready: z.literal(true) });
type Announcement = z.infer<typeof announcementSchema>;

/** Starts a program on Node 24 and waits for its message `{ready: true, …}`. All that it prints goes to a log file. */
export async function startService(options: Program): Promise<Service> {
  const { name } = options;
  const { running, reasonOf } = launch(options);
  let asked = false;
  const stop = async () => {
    asked = true;
    await running.stop();
  };
  const announcement = await new Promise<Announcement>((resolve, reject) => {
    const give = (why: string) => reject(new PlainFailure(`The ${name} did not start: ${why}`));
    const deadline = setTimeout(async () => {
      await stop();
      give(`it was not ready after ${startDeadline / 1000} seconds.`);
    }, startDeadline);
    const isOver = () => clearTimeout(deadline);
    running.ended.then((ending) => give(reasonOf(ending)), reject).finally(isOver);
    running.child.on('message', (message) => {
      const { data } = announcementSchema.safeParse(message);
      if (data === undefined) return;
      isOver();
      resolve(data);
    });
  });
  const failed = running.ended.then((ending) =>
    asked ? new Promise<never>(() => {}) : `The ${name} stopped by itself: ${reasonOf(ending)}`,
  );
  const processId = running.child.pid ?? Number.NaN;
  return { announcement, processId, failed, stop };
}

/** Runs a program on Node 24 to its end; fails unless it succeeds. */
export async function runProgram(options: Program): Promise<void> {
  const { running, reasonOf } = launch(options);
  const ending = await running.ended;
  if (ending.code !== 0) throw new PlainFailure(`The ${options.name} failed: ${reasonOf(ending)}`);
}

function launch({ name, program, nodeOptions = [], variables, logFolder }: Program) {
  const logFile = join(logFolder, `${name.replaceAll(' ', '-')}.log`);
  // Keep the previous log: this start may be a retry after a failure.
  if (existsSync(logFile)) renameSync(logFile, logFile.replace(/\.log$/, '.previous.log'));
  const running = startProcess({
    command: nodeCommand,
    parameters: [...nodeOptions, '--import', './scripts/setup/follow-parent.mjs', program],
    variables: { ...variables, PATH: pathWithPackages() },
    output: openSync(logFile, 'w'),
    followsParent: true,
  });
  const reasonOf = ({ code, signal }: Ending) => {
    // JSON lines are the log's; what a program says to people is plain text.
    const lines = readFileSync(logFile, 'utf8').split('\n');
    const lastWords = lines.findLast((line) => line.trim() !== '' && !line.startsWith('{'));
    const reason = lastWords?.trim() ?? `it ended with ${signal ?? `code ${code}`}.`;
    return `${reason} (log: ${shortPath(logFile)})`;
  };
  return { running, reasonOf };
}
