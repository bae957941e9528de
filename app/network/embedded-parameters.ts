/** Says in a document's address that it was loaded again because a script of it was missing. A frame has no other memory. */
export const reloadedParameter = 'reloaded';
/** Says that the session token in a document's address was fetched for it, because the one before was none or refused. */
export const renewedParameter = 'renewed';

/** Parameters that the admin and the app add to the frame's address. Merchants never see or share them. */
export const embeddedParameters = [
  'embedded',
  'hmac',
  'host',
  'id_token',
  'locale',
  'session',
  'shop',
  'timestamp',
  reloadedParameter,
  renewedParameter,
] as const;

/** A query without what the admin added to it. */
export function withoutEmbeddedParameters(query: URLSearchParams | string): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of embeddedParameters) rest.delete(name);
  return rest;
}
