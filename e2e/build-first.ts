import { ensureBuilt } from '../scripts/setup/build.ts';

export default async function buildFirst(): Promise<void> {
  await ensureBuilt();
}
