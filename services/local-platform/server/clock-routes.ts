import { Hono } from 'hono';
import { z } from 'zod';
import { type Clock, ClockRefusal } from './clock.ts';

const amount = z.number().min(0).max(100_000);
const moveSchema = z.union([
  z.strictObject({ to: z.iso.datetime({ offset: true }) }),
  z
    .strictObject({ days: amount.optional(), hours: amount.optional() })
    .refine(({ days, hours }) => days !== undefined || hours !== undefined, 'How far?'),
]);

/** Reads product time, and moves it to `{to}`, an ISO date, or by `{days}` and `{hours}`. Answers when everything due is done. */
export function createClockRoutes(clock: Clock): Hono {
  const routes = new Hono();
  const told = () => ({
    now: clock.now().toISOString(),
    ...(clock.movingTo && { movingTo: clock.movingTo.toISOString() }),
  });
  routes.get('/', (context) => context.json(told()));
  routes.post('/', async (context) => {
    const body = moveSchema.safeParse(await context.req.json().catch(() => null));
    if (!body.success) return context.json({ message: z.prettifyError(body.error) }, 400);
    const move = body.data;
    try {
      await ('to' in move ? clock.moveTo(new Date(move.to)) : clock.moveBy(move));
    } catch (error) {
      if (!(error instanceof ClockRefusal)) throw error;
      return context.json({ message: error.message }, 400);
    }
    return context.json(told());
  });
  return routes;
}
