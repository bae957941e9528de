import { withTimeLimit } from '#process/time-limit.ts';
import { unlessAborted } from '#process/unless-aborted.ts';

/** The platform has this long for a token exchange, in ms, so that no merchant looks at nothing for more than 10 s. */
const longest = 8_000;

/**
 * Waits for the platform's library to authenticate a request, but not for long. The token exchange itself continues until `fetch`
 * gives up, because the library takes no signal.
 * @throws Response 504
 */
export async function authenticateInTime<Authenticated>(
  authentication: Promise<Authenticated>,
): Promise<Authenticated> {
  const message = 'Your store’s admin did not answer in time.';
  return await withTimeLimit(longest, undefined, (late) =>
    unlessAborted(late, authentication, () => Response.json({ message }, { status: 504 })),
  );
}
