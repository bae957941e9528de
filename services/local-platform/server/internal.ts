import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { executeOperation } from '../graphql/execute.ts';
import { setGrantedScopes } from '../oauth/access-tokens.ts';
import { grantedCode, launchUrl } from '../oauth/launch.ts';
import { mintSessionToken } from '../oauth/session-tokens.ts';
import type { Store } from '../store/store.ts';
import { sameOriginOnly } from './middleware.ts';
import type { Platform } from './platform.ts';

const launchSchema = z.object({ path: z.string().default('/'), search: z.string().default('') });
const operationSchema = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});
const grantSchema = z.object({
  scope: z
    .string()
    .transform((scope) => scope.split(',').map((name) => name.trim()))
    .pipe(z.array(z.string().regex(/^[a-z_]+$/, 'Not an access scope')).min(1)),
});

type Answer = (store: Store, context: Context) => Response | Promise<Response>;

/** The admin's own JSON API, below /internal. */
export function createInternal(platform: Platform): Hono {
  const internal = new Hono();
  internal.use(sameOriginOnly());
  internal.use(async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
  });

  const forStore = (answer: Answer) => async (context: Context) => {
    const handle = context.req.param('handle') ?? '';
    const store = platform.storeByHandle(handle);
    if (store === undefined) return context.json({ message: `There is no store ${handle}.` }, 404);
    return await answer(store, context);
  };
  const withBody =
    <Schema extends z.ZodType>(
      schema: Schema,
      answer: (
        body: z.output<Schema>,
        store: Store,
        context: Context,
      ) => Response | Promise<Response>,
    ): Answer =>
    async (store, context) => {
      const parsed = schema.safeParse(await context.req.json().catch(() => null));
      if (!parsed.success) return context.json({ message: z.prettifyError(parsed.error) }, 400);
      return await answer(parsed.data, store, context);
    };

  internal.get('/stores', (context) =>
    context.json(
      platform.stores.map((store) => ({
        handle: store.shop.handle,
        name: store.shop.name,
        shop: store.domain,
      })),
    ),
  );
  internal.get(
    '/stores/:handle/app',
    forStore((store, context) => {
      const { name, handle, apiKey, url } = platform.appOf(store);
      return context.json({ name, handle, apiKey, appUrl: url });
    }),
  );
  internal.get(
    '/stores/:handle/session-token',
    forStore(async (store, context) => {
      const now = platform.clock.now();
      return context.json({
        sessionToken: await mintSessionToken(store, platform.appOf(store), now),
      });
    }),
  );
  internal.post(
    '/stores/:handle/launch',
    forStore(
      withBody(launchSchema, async (body, store, context) => {
        const url = await launchUrl({
          store,
          app: platform.appOf(store),
          now: platform.clock.now(),
          adminHost: new URL(platform.adminUrl).host,
          ...body,
        });
        return context.json({ url });
      }),
    ),
  );
  internal.post(
    '/stores/:handle/graphql',
    forStore(
      withBody(operationSchema, async (body, store, context) =>
        context.json(await executeOperation(body, platform.contextOf(store, null))),
      ),
    ),
  );
  internal.post(
    '/stores/:handle/grants',
    forStore(
      withBody(grantSchema, ({ scope }, store, context) => {
        setGrantedScopes(store, [...store.shop.grantedScopes, ...scope]);
        return context.json({ scope: store.shop.grantedScopes.join(',') });
      }),
    ),
  );
  internal.post(
    '/stores/:handle/authorization-code',
    forStore((store, context) =>
      context.json(grantedCode(store, platform.appOf(store), platform.clock.now())),
    ),
  );
  internal.notFound((context) => context.json({ message: 'There is nothing here.' }, 404));
  internal.onError((error, context) => {
    platform.logger.error({ err: error }, 'the admin’s API failed');
    return context.json({ message: 'The local platform failed. Its log says why.' }, 500);
  });
  return internal;
}
