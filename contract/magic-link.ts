import { z } from 'zod';

import { magicLinkMilliseconds } from './limits.ts';

export { magicLinkMilliseconds };

/**
 * A page of the vendor portal, below the portal's own address: `/`, `/users/42`, `/analytics?from=2026-01-01`. Only such segments
 * and such parameters: nothing else can be read as another host, another scheme or a step upwards.
 */
export const portalPathSchema = z
  .string({ error: 'This is not a page of the vendor portal' })
  .max(200, 'This is not a page of the vendor portal')
  .regex(
    /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:\?[a-z]+=[a-z0-9-]+(?:&[a-z]+=[a-z0-9-]+)*)?$/,
    'This is not a page of the vendor portal',
  );

/** Body of POST /vendor/magic-link (specification §3, "Magic link"). */
export const createMagicLinkSchema = z.object({ path: portalPathSchema });

/** Answer of POST /vendor/magic-link: opens the vendor portal at the path, once, within {@link magicLinkMilliseconds}. */
export const magicLinkSchema = z.object({ url: z.url() });
export type MagicLink = z.infer<typeof magicLinkSchema>;
