import { describeError } from '#process/logger.ts';
import { startJobWorker } from './embedded.ts';
import { onceToldToStop } from './http-server.ts';

// `npm run start:worker`: runs jobs beside the app, on the same PostgreSQL.

function fail(error: unknown): never {
  process.stderr.write(`${describeError(error).message}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const worker = await startJobWorker(process.env);
  const announcement = { ready: true };
  process.stdout.write(`${JSON.stringify(announcement)}\n`);
  process.send?.(announcement);
  // Database connections keep the process alive only while in use, so this timer does.
  const alive = setInterval(() => {}, 60_000);
  onceToldToStop(() => {
    clearInterval(alive);
    worker.close().then(() => process.exit(0), fail);
  });
}

start().catch(fail);
