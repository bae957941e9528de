import { ensureBuilt } from '../scripts/setup/build.ts';

/** Tests run against what the sources say now, not against an old build. */
export default async function buildFirst(): Promise<void> {
  await ensureBuilt();
}
