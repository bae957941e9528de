import getPort from 'get-port';
import { PlainFailure } from '../setup/failure.ts';
import type { Variables } from '../setup/processes.ts';

export function readPort(
  variable: string,
  fallback: number,
  environment: Variables = process.env,
): number {
  const text = environment[variable]?.trim();
  if (!text) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new PlainFailure(`${variable} must be a port number from 1 to 65535, not "${text}".`);
}

/** Fails with one sentence if nobody can listen on the port; the sentence names `variable`, which sets another port. */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  if ((await getPort({ port }).catch(() => undefined)) === port) return;
  throw new PlainFailure(
    `Port ${port} is in use or not allowed: stop what uses it, or choose another with ${variable}.`,
  );
}
