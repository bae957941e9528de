import { createMagicLinkSchema } from '#contract/magic-link.ts';
import { resourceAction } from '../requests/resource-route.server.ts';

/** POST creates a magic link to a page of the vendor portal (specification §3). */
export const action = resourceAction(createMagicLinkSchema, ({ client, body }) =>
  client.createMagicLink({ body }),
);
