import { ensureBuilt } from '../setup/build.mjs';
import { runCommand } from '../setup/command.mjs';
import { PlainFailure } from '../setup/failure.mjs';
import { ensureInstalled } from '../setup/install.mjs';
import { shortPath } from '../setup/repository.mjs';
import { ensureCredentials } from '../stack/credentials.mjs';
import { takeDataFolder } from '../stack/data-folder.mjs';
import { readPort, requireFreePort } from '../stack/ports.mjs';
import { startStack } from '../stack/stack.mjs';

// `npm run demo`: from a fresh clone to a running admin with the app in it. Only what comes with Node is imported here
// and below: the packages may not be installed yet, and the machine's Node may be an old one.

const stores = { main: 'roast-and-ritual', second: 'first-crack' };

await runCommand(async () => {
  const adminPort = readPort('ADMIN_PORT', 4443);
  const appPort = readPort('PORT', 4000);
  if (adminPort === appPort) throw new PlainFailure('ADMIN_PORT and PORT must be different.');
  // What can be wrong with the machine is told before the long part.
  await requireFreePort(adminPort, 'ADMIN_PORT');
  await requireFreePort(appPort, 'PORT');
  const { dataFolder, logFolder, release } = takeDataFolder(process.env.DATA_DIR || '.data');
  process.on('exit', release);

  await ensureInstalled(say);
  await ensureBuilt({ report: say, logFolder });
  say('Starting…');
  const credentials = ensureCredentials(dataFolder);
  const stack = await startStack({
    dataFolder,
    logFolder,
    credentials,
    adminPort,
    appPort,
    databaseUrl: process.env.DATABASE_URL,
  });

  const addressOf = (/** @type {string} */ store) =>
    `${stack.adminUrl}/store/${store}/apps/cadence`;
  say(`Logs   ${shortPath(logFolder)}`);
  say('Note   the browser will warn once: the certificate of the local admin is self-made.');
  say(`Also   ${addressOf(stores.second)}  (a new store)`);
  say(`Ready  ${addressOf(stores.main)}`);
  throw new PlainFailure(await stack.failed);
});

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}
