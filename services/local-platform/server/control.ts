import { Hono } from 'hono';
import { z } from 'zod';
import { createClockRoutes } from './clock-routes.ts';
import { faultSchema } from './faults.ts';
import type { Platform } from './platform.ts';
import { controlActions } from './store-actions.ts';
import { webhookFaultSchema } from './webhook-faults.ts';

const shopSchema = z.object({ shop: z.string() });
const countSchema = z.object({ count: z.number().int().min(1).max(1_000) });
const machineClockSchema = z.object({ offsetSeconds: z.number() });

/** Lets tests and benchmarks control the platform. */
export function createControl(platform: Platform): Hono {
  const control = new Hono();

  /** Adds a POST route that checks its body, acts, and answers with the result. */
  const does = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    act: (body: z.output<Schema>) => object,
  ) =>
    control.post(path, async (context) => {
      const body = schema.safeParse(await context.req.json().catch(() => null));
      return body.success
        ? context.json(act(body.data))
        : context.json({ message: z.prettifyError(body.error) }, 400);
    });
  does('/faults', faultSchema, (fault) => {
    platform.faults.add(fault);
    return { added: true };
  });
  does('/webhook-faults', webhookFaultSchema, (fault) => {
    platform.webhooks.faults.add(fault);
    return { added: true };
  });
  does('/machine-clock', machineClockSchema, ({ offsetSeconds }) => {
    platform.machineClock.setOffset(offsetSeconds);
    return { now: platform.machineClock.now().toISOString() };
  });
  control.route('/clock', createClockRoutes(platform.clock));
  does('/stores', countSchema, ({ count }) => ({ shops: platform.openNumberedStores(count) }));
  control.post('/reset', async (context) => {
    const { isMoved } = platform.clock;
    platform.reset();
    // Tell the app, which has followed the moved clock.
    if (isMoved) await platform.clock.tellTime();
    return context.json({ reset: true });
  });
  for (const [name, act] of Object.entries(controlActions)) {
    control.post(`/${name}`, async (context) => {
      const body: unknown = await context.req.json().catch(() => null);
      const { shop = '' } = shopSchema.safeParse(body).data ?? {};
      const store = platform.storeByDomain(shop);
      if (store === undefined) return context.json({ message: `There is no store ${shop}.` }, 404);
      const answer = await act(platform, store, body);
      return context.json(answer.body, answer.status);
    });
  }
  control.delete('/faults', (context) => {
    platform.faults.clear();
    return context.json({ cleared: true });
  });
  control.delete('/webhook-faults', (context) => {
    platform.webhooks.faults.clear();
    return context.json({ cleared: true });
  });
  control.get('/webhooks', (context) =>
    context.json(platform.webhooks.deliveries(context.req.query('shop'))),
  );
  control.get('/requests', (context) => {
    const shop = context.req.query('shop');
    return context.json(
      platform.received.filter((operation) => shop === undefined || operation.shop === shop),
    );
  });
  control.delete('/requests', (context) => {
    platform.forgetReceived();
    return context.json({ cleared: true });
  });
  return control;
}
