import { createMagicLinkSchema } from '#contract/magic-link.ts';
import { postRoute } from '../requests/post-route.server.ts';

/** POST makes a magic link to a page of the vendor portal (specification §3). */
export const action = postRoute(createMagicLinkSchema, 'Invalid path', (client, body) =>
  client.createMagicLink({ body }),
);
