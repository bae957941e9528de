import { withTimeLimit } from '#process/time-limit.ts';
import { unlessAborted } from '#process/unless-aborted.ts';
import type { ApiFetch } from './transport.ts';

const readyMilliseconds = 2_000;

/** Whether the subscription API at an origin says in time that it and its database are ready. */
export async function answersInTime(
  origin: string,
  send: ApiFetch,
  milliseconds = readyMilliseconds,
): Promise<boolean> {
  const asked = withTimeLimit(milliseconds, undefined, (signal) =>
    unlessAborted(signal, send(new Request(`${origin}/readyz`), { signal })),
  );
  return await asked.then(
    ({ ok }) => ok,
    () => false,
  );
}
