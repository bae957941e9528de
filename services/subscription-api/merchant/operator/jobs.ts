import { createLogger } from '#process/logger.ts';
import { startEngine } from '../../jobs/engine.ts';
import { runCommandLine } from './command.ts';
import { jobCommands, parseJobCommand, runJobCommand } from './job-commands.ts';

// `npm run jobs -- list`: lets an operator handle jobs that failed for good.

await runCommandLine({
  name: 'jobs',
  orders: jobCommands,
  path: 'job-commands',
  parse: parseJobCommand,
  async run({ jobConnection }, order) {
    const logger = createLogger({ level: 'warn', service: 'subscription-api' });
    const engine = await startEngine(jobConnection, logger);
    try {
      return await runJobCommand(engine, order);
    } finally {
      await engine.stop({ graceful: false });
    }
  },
});
