import { createHash } from 'node:crypto';
import { launchParameters } from '../admin/router/addresses.ts';
import type { AppIdentity } from '../graphql/context.ts';
import type { Store } from '../store/store.ts';
import { issueCode } from './access-tokens.ts';
import { mintSessionToken } from './session-tokens.ts';
import { signParameters } from './signature.ts';

function secondsOf(now: Date): string {
  return String(Math.floor(now.getTime() / 1000));
}

/** The address at which the admin's frame opens a path of the app, signed like the platform's. */
export async function launchUrl(options: {
  store: Store;
  app: AppIdentity;
  now: Date;
  /** The admin's host with its port, such as `admin.localhost:4443`. */
  adminHost: string;
  path: string;
  search: string;
}): Promise<string> {
  const { store, app, now, adminHost } = options;
  const appUrl = new URL(app.url);
  const url = new URL(options.path.startsWith('/') ? options.path : `/${options.path}`, appUrl);
  if (url.origin !== appUrl.origin) throw new Error('A launch stays within the app');
  for (const [name, value] of new URLSearchParams(options.search)) {
    if (!launchParameters.includes(name)) url.searchParams.append(name, value);
  }
  const { handle, ownerUserId } = store.shop;
  const host = Buffer.from(`${adminHost}/store/${handle}`).toString('base64').replace(/=+$/, '');
  url.searchParams.set('embedded', '1');
  url.searchParams.set('host', host);
  url.searchParams.set('id_token', await mintSessionToken(store, app, now));
  url.searchParams.set('locale', 'en');
  url.searchParams.set(
    'session',
    createHash('sha256').update(`launch ${store.domain} ${ownerUserId}`).digest('hex'),
  );
  url.searchParams.set('shop', store.domain);
  url.searchParams.set('timestamp', secondsOf(now));
  url.searchParams.set('hmac', signParameters(url.searchParams, app.apiSecret));
  return url.href;
}

/** The signed query with which the platform gives an app an authorization code. */
export function grantedCode(store: Store, app: AppIdentity, now: Date) {
  const parameters = new URLSearchParams({
    code: issueCode(store, now),
    shop: store.domain,
    timestamp: secondsOf(now),
  });
  return {
    ...Object.fromEntries(parameters),
    hmac: signParameters(parameters, app.apiSecret),
  };
}
