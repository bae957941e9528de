import { ensureBuilt } from '../scripts/setup/build.ts';

/** Builds first, so that the tests run against the current sources. */
export default async function buildFirst(): Promise<void> {
  await ensureBuilt();
}
