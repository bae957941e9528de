import { createHmac } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import { portalSessionMilliseconds } from '#contract/portal.ts';
import { portalPath } from '#contract/portal-paths.ts';
import type { Environment } from '#process/environment.ts';

const valueSchema = z.object({ shop: z.string(), until: z.number() });

/**
 * A signed cookie that names the shop whose portal a browser has open, so that its requests are limited by shop without asking the
 * database. It grants no access.
 */
export function portalShopCookie({
  appUrl,
  encryptionKeys,
}: Pick<Environment, 'appUrl' | 'encryptionKeys'>) {
  const secure = new URL(appUrl).protocol === 'https:';
  const cookie = createCookie(`${secure ? '__Secure-' : ''}cadence-portal-shop`, {
    secure,
    sameSite: 'lax',
    path: portalPath,
    httpOnly: true,
    maxAge: portalSessionMilliseconds / 1000,
    secrets: encryptionKeys.map((key) =>
      createHmac('sha256', key).update('portal shop cookie').digest('base64url'),
    ),
  });
  return {
    /** The shop that the browser proves; undefined where it doesn't, or no longer. */
    async shopIn(request: Request): Promise<string | undefined> {
      const { data } = valueSchema.safeParse(await cookie.parse(request.headers.get('Cookie')));
      return data !== undefined && data.until > Date.now() ? data.shop : undefined;
    },
    /** The header that lets a browser prove it; signed with its end, which a browser's `Max-Age` doesn't enforce. */
    keep: async (shop: string): Promise<string> =>
      await cookie.serialize({ shop, until: Date.now() + portalSessionMilliseconds }),
    drop: async (): Promise<string> => await cookie.serialize('', { maxAge: 0 }),
  };
}
