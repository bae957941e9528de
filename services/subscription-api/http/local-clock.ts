import { Hono } from 'hono';
import { z } from 'zod';
import { localClockPath } from '#contract/endpoints.ts';
import { isSigned } from '#process/signature.ts';
import type { ProductClock } from '../product-clock.ts';

const bodySchema = z.object({ now: z.iso.datetime({ offset: true }) });

/**
 * `POST /local/clock {now}`, in local mode only: the local platform sets the time, signed like its webhooks. Answers `{nextDue}`, ISO or null, once
 * all jobs that are due by then have run.
 */
export function localClockRoutes(options: {
  apiSecrets: readonly [string, ...string[]];
  clock: ProductClock;
  /** Runs everything that is due; resolves with when the next job is due. */
  catchUp: () => Promise<Date | null>;
}): Hono {
  const { apiSecrets, clock, catchUp } = options;
  return new Hono().post(localClockPath, async (context) => {
    const body = await context.req.text();
    const hmac = context.req.header('X-Shopify-Hmac-Sha256') ?? '';
    if (!isSigned(apiSecrets, body, hmac, 'base64')) return context.body(null, 401);
    const told = bodySchema.safeParse(JSON.parse(body));
    if (!told.success) return context.body(null, 400);
    clock.set(new Date(told.data.now));
    const nextDue = await catchUp();
    return context.json({ nextDue: nextDue?.toISOString() ?? null });
  });
}
