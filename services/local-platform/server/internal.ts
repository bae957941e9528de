import { type Context, Hono } from 'hono';
import { createClockRoutes } from './clock-routes.ts';
import { sameOriginOnly } from './middleware.ts';
import type { Platform } from './platform.ts';
import { adminActions, adminQuestions, type StoreAction } from './store-actions.ts';

/** The admin's own JSON API, below /internal. */
export function createInternal(platform: Platform): Hono {
  const internal = new Hono();
  internal.use(sameOriginOnly());
  internal.use(async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
  });
  internal.get('/stores', (context) =>
    context.json(
      platform.stores.map((store) => ({
        handle: store.shop.handle,
        name: store.shop.name,
        shop: store.domain,
      })),
    ),
  );
  internal.route('/clock', createClockRoutes(platform.clock));
  const forStore = (act: StoreAction) => async (context: Context) => {
    const handle = context.req.param('handle') ?? '';
    const store = platform.storeByHandle(handle);
    if (store === undefined) return context.json({ message: `There is no store ${handle}.` }, 404);
    const answer = await act(platform, store, await context.req.json().catch(() => null));
    return context.json(answer.body, answer.status);
  };
  for (const [name, act] of Object.entries(adminActions)) {
    internal.post(`/stores/:handle/${name}`, forStore(act));
  }
  for (const [name, ask] of Object.entries(adminQuestions)) {
    internal.get(`/stores/:handle/${name}`, forStore(ask));
  }
  internal.notFound((context) => context.json({ message: 'There is nothing here.' }, 404));
  internal.onError((error, context) => {
    platform.logger.error({ err: error }, 'the admin’s API failed');
    return context.json({ message: 'The local platform failed. Its log says why.' }, 500);
  });
  return internal;
}
