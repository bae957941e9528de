import { createHmac } from 'node:crypto';
import { type Cookie, createCookie } from '@remix-run/node';
import { portalSessionMilliseconds } from '#contract/portal.ts';
import { portalPath } from '#contract/portal-paths.ts';
import type { Environment } from '#process/environment.ts';

/**
 * Says, signed, which shop's portal a browser has open: whose turn its requests take is known without asking the database. It
 * opens nothing.
 */
export function portalShopCookie({
  appUrl,
  encryptionKeys,
}: Pick<Environment, 'appUrl' | 'encryptionKeys'>): Cookie {
  const secure = new URL(appUrl).protocol === 'https:';
  return createCookie(`${secure ? '__Secure-' : ''}cadence-portal-shop`, {
    secure,
    sameSite: 'lax',
    path: portalPath,
    httpOnly: true,
    maxAge: portalSessionMilliseconds / 1000,
    secrets: encryptionKeys.map((key) =>
      createHmac('sha256', key).update('portal shop cookie').digest('base64url'),
    ),
  });
}
