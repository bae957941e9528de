import { redirect } from '@remix-run/node';
import { embeddedParameters } from '../network/embedded-parameters.ts';

/** A redirect to another screen that keeps the parameters a document is authenticated by: a frame has no cookies. */
export function redirectInFrame(request: Request, path: string): Response {
  if (request.headers.has('authorization')) return redirect(path);
  const current = new URL(request.url).searchParams;
  const target = new URL(path, 'http://frame.invalid');
  for (const name of embeddedParameters) {
    const value = current.get(name);
    if (value !== null) target.searchParams.set(name, value);
  }
  return redirect(target.pathname + target.search);
}
