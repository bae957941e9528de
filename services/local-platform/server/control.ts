import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { setGrantedScopes } from '../oauth/access-tokens.ts';
import { mintSessionToken } from '../oauth/session-tokens.ts';
import { growStore } from '../seed/grow.ts';
import { faultSchema } from './faults.ts';
import type { Platform } from './platform.ts';

/** Body of POST /control/clock: how far the platform's clock shall be ahead of the machine's. */
export const clockSchema = z.object({ offsetSeconds: z.number() });
/** Body of POST /control/scopes: all that the store's owner has granted the app from now on. */
export const scopesSchema = z.object({ shop: z.string(), scopes: z.array(z.string().min(1)) });
/** Body of POST /control/grow: how big the store shall be. */
export const growthSchema = z.object({
  shop: z.string(),
  products: z.number().int().min(0).max(20_000).optional(),
  groups: z.number().int().min(0).max(5_000).optional(),
  variantsInGroup: z.number().int().min(0).max(50_000).optional(),
  profiles: z.number().int().min(0).max(1_000).optional(),
});
const shopSchema = z.object({ shop: z.string() });

async function read<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<{ value: z.output<Schema> } | { refusal: Response }> {
  const parsed = schema.safeParse(await context.req.json().catch(() => null));
  if (parsed.success) return { value: parsed.data };
  return { refusal: context.json({ message: z.prettifyError(parsed.error) }, 400) };
}

/** How tests and benchmarks steer the platform. */
export function createControl(platform: Platform): Hono {
  const control = new Hono();
  const unknownShop = (context: Context, shop: string) =>
    context.json({ message: `There is no store ${shop}.` }, 404);

  control.post('/faults', async (context) => {
    const fault = await read(context, faultSchema);
    if ('refusal' in fault) return fault.refusal;
    platform.faults.add(fault.value);
    return context.json({ added: true });
  });
  control.delete('/faults', (context) => {
    platform.faults.clear();
    return context.json({ cleared: true });
  });
  control.post('/clock', async (context) => {
    const clock = await read(context, clockSchema);
    if ('refusal' in clock) return clock.refusal;
    platform.clock.setOffset(clock.value.offsetSeconds);
    return context.json({ now: platform.clock.now().toISOString() });
  });
  control.post('/scopes', async (context) => {
    const request = await read(context, scopesSchema);
    if ('refusal' in request) return request.refusal;
    const store = platform.storeByDomain(request.value.shop);
    if (store === undefined) return unknownShop(context, request.value.shop);
    setGrantedScopes(store, request.value.scopes);
    return context.json({ scopes: store.shop.grantedScopes });
  });
  control.post('/grow', async (context) => {
    const growth = await read(context, growthSchema);
    if ('refusal' in growth) return growth.refusal;
    const store = platform.storeByDomain(growth.value.shop);
    if (store === undefined) return unknownShop(context, growth.value.shop);
    growStore(store, growth.value);
    const { products, variants, groups, profiles } = store.tables;
    return context.json({
      products: products.size,
      variants: variants.size,
      groups: groups.size,
      profiles: profiles.size,
    });
  });
  control.post('/session-token', async (context) => {
    const request = await read(context, shopSchema);
    if ('refusal' in request) return request.refusal;
    const store = platform.storeByDomain(request.value.shop);
    if (store === undefined) return unknownShop(context, request.value.shop);
    const now = platform.clock.now();
    return context.json({
      sessionToken: await mintSessionToken(store, platform.appOf(store), now),
    });
  });
  control.post('/reset', (context) => {
    platform.reset();
    return context.json({ reset: true });
  });
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
