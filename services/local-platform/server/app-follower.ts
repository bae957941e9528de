import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { ClockRefusal, type Follower } from './clock.ts';
import type { Platform } from './platform.ts';

const answerSchema = z.object({ nextDue: z.iso.datetime({ offset: true }).nullable() });

/** How long the app has for what is due at one moment, in ms. */
const deadline = 60_000;

/** Nobody listens where the app should be, or nobody ever does at that port. */
const notThereSchema = z.object({
  cause: z.union([
    z.object({ code: z.literal('ECONNREFUSED') }),
    z.object({ message: z.literal('bad port') }),
  ]),
});

/**
 * The app as a follower of the clock: it is told the time at `POST /local/clock {now}`, signed as webhooks are, and answers
 * `{nextDue}` when it has done what was due. An app that isn't running, or doesn't know that path, hinders no move; one that
 * fails or is too slow ends it.
 */
export function appFollower(platform: Platform): Follower {
  let nextDue: Date | null = null;
  let isMissing = false;
  /** What the app answered; null where it isn't there. */
  async function tell(now: Date): Promise<Response | null> {
    const { url, apiSecret } = platform.app;
    const body = JSON.stringify({ now: now.toISOString() });
    const request = new Request(new URL('/local/clock', url), {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Shopify-Hmac-Sha256': createHmac('sha256', apiSecret).update(body).digest('base64'),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(deadline),
    });
    try {
      const response = await platform.callApp(request);
      if (response.status !== 404) return response;
      await response.body?.cancel();
    } catch (error) {
      if (!notThereSchema.safeParse(error).success) throw error;
    }
    return null;
  }
  return {
    nextDue: async () => nextDue,
    async timeIs(now) {
      nextDue = null;
      try {
        const response = await tell(now);
        if (response === null) {
          if (!isMissing) platform.logger.info('the app does not follow the clock');
          isMissing = true;
          return;
        }
        isMissing = false;
        if (!response.ok) throw new Error(`it answered ${response.status}`);
        const answer = answerSchema.parse(await response.json());
        nextDue = answer.nextDue === null ? null : new Date(answer.nextDue);
      } catch (error) {
        platform.logger.warn({ err: error }, 'the app failed to follow the clock');
        const why = error instanceof Error ? error.message : String(error);
        throw new ClockRefusal(`The app did not get done with ${now.toISOString()}: ${why}`);
      }
    },
  };
}
