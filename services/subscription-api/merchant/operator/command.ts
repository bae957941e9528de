import { join } from 'node:path';
import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { readDataLocation } from '#process/environment.ts';
import { createLogger } from '#process/logger.ts';
import { startEngine } from '../../jobs/engine.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { FolderInUseError } from '../../store/folder-lock.ts';
import type { CommandOutcome } from './command-outcome.ts';
import { sendToOperatorServer } from './send-to-operator-server.ts';

/**
 * Runs a command line and sets the process's exit code. It uses the database of DATABASE_URL, as it is, or the PGlite folder, through the running
 * service if there is one.
 */
export async function runCommandLine<Order>(command: {
  name: string;
  orders: readonly string[];
  /** The running service's path for such orders. */
  path: string;
  parse: (words: readonly string[]) => z.ZodSafeParseResult<Order>;
  run: (opened: { database: Database; engine: PgBoss }, order: Order) => Promise<CommandOutcome>;
}): Promise<void> {
  const order = command.parse(process.argv.slice(2));
  if (!order.success) {
    console.error(order.error.issues[0]?.message);
    console.error(`Usage: npm run ${command.name} -- ${command.orders.join(' | ')}`);
    process.exitCode = 2;
    return;
  }
  try {
    const { done, lines } = await carryOut(order.data);
    console.log(lines.join('\n'));
    if (!done) process.exitCode = 1;
  } catch (error) {
    console.error(`It was not done: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }

  async function carryOut(given: Order): Promise<CommandOutcome> {
    const { databaseUrl, dataDirectory } = readDataLocation(process.env);
    // An older version may be running on a PostgreSQL. Nobody else has an opened folder.
    const isMigrated = databaseUrl === undefined;
    const folder = join(dataDirectory, 'database');
    try {
      const opened = await openDatabase({ databaseUrl, folder, isMigrated });
      try {
        const logger = createLogger({ level: 'warn', service: 'subscription-api' });
        const engine = await startEngine(opened.jobConnection, logger, { isMigrated });
        try {
          return await command.run({ database: opened.database, engine }, given);
        } finally {
          await engine.stop({ graceful: false });
        }
      } finally {
        await opened.close();
      }
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      return await sendToOperatorServer(dataDirectory, command.path, given);
    }
  }
}
