import { withTimeLimit } from '#process/time-limit.ts';
import { unlessAborted } from '#process/unless-aborted.ts';

/** The platform's answer to a token exchange has this long, in ms: nobody is left before nothing for more than 10 s. */
const longest = 8_000;

/**
 * What the platform's library makes of a request, unless the platform doesn't answer it in time. The exchange itself goes on until
 * `fetch` gives up: the library takes no signal for it, and its one hook for `fetch` belongs to the whole process.
 * @throws Response 504
 */
export async function authenticateInTime<Admitted>(
  admission: Promise<Admitted>,
): Promise<Admitted> {
  const message = 'Your store’s admin did not answer in time.';
  return await withTimeLimit(longest, undefined, (late) =>
    unlessAborted(late, admission, () => Response.json({ message }, { status: 504 })),
  );
}
