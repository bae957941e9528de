import { existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PlainFailure } from '../setup/failure.ts';
import { type Ending, startProcess, type Variables } from '../setup/processes.ts';
import { nodeCommand, pathWithPackages, shortPath } from '../setup/repository.mjs';

/** How long a process may take to become ready, in ms. */
const startDeadline = 90_000;

export type Program = {
  /** For messages and the log's file name. */
  name: string;
  /** One of our programs, in TypeScript or built, relative to the checkout. */
  program: string;
  nodeOptions?: readonly string[];
  variables: Variables;
  logFolder: string;
};

export type Service = {
  announcement: Announcement;
  processId: number;
  /** Resolves with a message if the process ends by itself. */
  failed: Promise<string>;
  stop: () => Promise<void>;
};

const announcementSchema = z.looseObject({ ready: z.literal(true) });
type Announcement = z.infer<typeof announcementSchema>;

/** Starts a program on Node 24 and waits for its message `{ready: true, …}`. Its output goes to a log file. */
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

/** Runs a program on Node 24 and waits for its end. Throws if it fails. */
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
    // Skip the log, which is JSON lines; plain text is meant for the developer.
    const lines = readFileSync(logFile, 'utf8').split('\n');
    const lastWords = lines.findLast((line) => line.trim() !== '' && !line.startsWith('{'));
    const reason = lastWords?.trim() ?? `it ended with ${signal ?? `code ${code}`}.`;
    return `${reason} (log: ${shortPath(logFile)})`;
  };
  return { running, reasonOf };
}
