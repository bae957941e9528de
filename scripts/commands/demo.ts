import { ensureBuilt } from '../setup/build.ts';
import { runCommand } from '../setup/command.ts';
import { PlainFailure } from '../setup/failure.ts';
import { shortPath } from '../setup/repository.mjs';
import { ensureCredentials } from '../stack/credentials.ts';
import { takeDataFolder } from '../stack/data-folder.ts';
import { readPort, requireFreePort } from '../stack/ports.ts';
import { startStack } from '../stack/stack.ts';

// `npm run demo`: starts the local admin with the app in it.

await runCommand(async () => {
  const adminPort = readPort('ADMIN_PORT', 4443);
  const appPort = readPort('PORT', 4000);
  if (adminPort === appPort) throw new PlainFailure('ADMIN_PORT and PORT must be different.');
  // Fail before the slow build.
  await requireFreePort(adminPort, 'ADMIN_PORT');
  await requireFreePort(appPort, 'PORT');
  const { dataFolder, logFolder, release } = await takeDataFolder(process.env.DATA_DIR || '.data');
  try {
    console.log('Building what changed, and starting…');
    await ensureBuilt(logFolder);
    const stack = await startStack({
      dataFolder,
      logFolder,
      credentials: ensureCredentials(dataFolder),
      adminPort,
      appPort,
      databaseUrl: process.env.DATABASE_URL,
      subscribers: 400,
    });
    const addressOf = (store: string) => `${stack.adminUrl}/store/${store}/apps/cadence`;
    console.log(`Logs   ${shortPath(logFolder)}`);
    console.log(
      'Note   the browser will warn once: the certificate of the local admin is self-made.',
    );
    console.log(`Also   ${addressOf('first-crack')}  (a new store)`);
    console.log(`Ready  ${addressOf('roast-and-ritual')}`);
    throw new PlainFailure(await stack.failed);
  } finally {
    await release();
  }
});
