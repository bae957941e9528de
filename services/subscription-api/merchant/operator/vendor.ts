import { JobSender } from '../../jobs/jobs.ts';
import { runCommandLine } from './command.ts';
import { parseVendorCommand, runVendorCommand, vendorCommands } from './vendor-commands.ts';

// `npm run vendor -- approve first-crack.myshopify.com`: lets an operator decide about vendors.

await runCommandLine({
  name: 'vendor',
  orders: vendorCommands,
  path: 'vendor-commands',
  parse: parseVendorCommand,
  run: ({ database, engine }, order) =>
    runVendorCommand(
      { database, jobs: new JobSender(engine, () => new Date()) },
      order,
      new Date(),
    ),
});
