import { ensureBuilt } from '../scripts/setup/build.mjs';

/** Tests run against what the sources say now, not against an old build. */
export default async function buildFirst(): Promise<void> {
  await ensureBuilt({ report: (line) => process.stdout.write(`${line}\n`) });
}
