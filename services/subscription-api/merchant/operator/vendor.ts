import { join } from 'node:path';
import { readDataLocation } from '#process/environment.ts';
import { openDatabase } from '../../store/database.ts';
import { FolderInUseError } from '../../store/folder-lock.ts';
import { sendToOperatorServer } from './operator-server.ts';
import {
  parseVendorCommand,
  runVendorCommand,
  type VendorCommand,
  type VendorCommandOutcome,
  vendorCommands,
} from './vendor-commands.ts';

// `npm run vendor -- approve first-crack.myshopify.com`: what an operator decides about vendors.

const usage = `Usage: npm run vendor -- ${vendorCommands.join(' | ')}`;

/** In DATABASE_URL's database, else in the PGlite folder, by way of the running service where there is one. */
async function carryOut(order: VendorCommand): Promise<VendorCommandOutcome> {
  const { databaseUrl, dataDirectory } = readDataLocation(process.env);
  try {
    const { database, close } = await openDatabase({
      databaseUrl,
      folder: join(dataDirectory, 'database'),
    });
    try {
      return await runVendorCommand(database, order);
    } finally {
      await close();
    }
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return await sendToOperatorServer(dataDirectory, order);
  }
}

const order = parseVendorCommand(process.argv.slice(2));
if (order.success) {
  try {
    const { done, lines } = await carryOut(order.data);
    console.log(lines.join('\n'));
    if (!done) process.exitCode = 1;
  } catch (error) {
    console.error(`It was not done: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
} else {
  console.error(order.error.issues[0]?.message);
  console.error(usage);
  process.exitCode = 2;
}
