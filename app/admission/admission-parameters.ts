/** What the admin adds to the address of a frame's document. A merchant neither sees nor shares any of it. */
export const admissionParameters = [
  'embedded',
  'hmac',
  'host',
  'id_token',
  'locale',
  'session',
  'shop',
  'timestamp',
] as const;

/** A query without what the admin added to it. */
export function withoutAdmission(query: URLSearchParams | string): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of admissionParameters) rest.delete(name);
  return rest;
}
