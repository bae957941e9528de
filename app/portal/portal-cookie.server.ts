import { createCookie } from '@remix-run/node';
import { portalSessionMilliseconds, portalTokenSchema } from '#contract/portal.ts';
import { portalPath } from '#contract/portal-paths.ts';
import { environment } from '../admission/environment.server.ts';

const secure = new URL(environment.appUrl).protocol === 'https:';

// Its token is all: what it opens is in the database, where it can be ended.
const cookie = createCookie(secure ? '__Secure-cadence-portal' : 'cadence-portal', {
  httpOnly: true,
  secure,
  sameSite: 'lax',
  path: portalPath,
});

/** The token of the portal session that the browser has. */
export async function portalTokenIn(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get('Cookie'));
  return portalTokenSchema.safeParse(value).data;
}

/** The header that gives a browser its portal session. */
export async function keepPortalToken(token: string): Promise<string> {
  return await cookie.serialize(token, { maxAge: portalSessionMilliseconds / 1000 });
}

/** The header that takes it away. */
export async function dropPortalToken(): Promise<string> {
  return await cookie.serialize('', { maxAge: 0 });
}
