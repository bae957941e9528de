import { runCommandLine } from './command.ts';
import { jobCommands, parseJobCommand, runJobCommand } from './job-commands.ts';

// `npm run jobs -- list`: lets an operator handle jobs that failed for good.

await runCommandLine({
  name: 'jobs',
  orders: jobCommands,
  path: 'job-commands',
  parse: parseJobCommand,
  run: ({ engine }, order) => runJobCommand(engine, order),
});
