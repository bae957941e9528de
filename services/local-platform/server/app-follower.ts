import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { ClockRefusal, type Follower } from './clock.ts';
import type { Platform } from './platform.ts';

const answerSchema = z.object({ nextDue: z.iso.datetime({ offset: true }).nullable() });

/** How long the app may take at each moment, in ms. */
const deadline = 60_000;

/** The error if nothing listens at the app's port, or if fetch refuses the port. */
const notThereSchema = z.object({
  cause: z.union([
    z.object({ code: z.literal('ECONNREFUSED') }),
    z.object({ message: z.literal('bad port') }),
  ]),
});

/**
 * Makes the app follow the clock. `POST /local/clock {now}`, signed like webhooks, tells it the time; it does what is due and answers
 * `{nextDue}`. A move goes on without an app that isn't running or doesn't know that path. An app that fails or is too slow ends the move.
 */
export function appFollower(platform: Platform): Follower {
  let nextDue: Date | null = null;
  let isMissing = false;
  /** The app's answer; null if the app isn't there. */
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
