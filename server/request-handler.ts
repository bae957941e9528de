import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node';

type Routes = ServerBuild['routes'];

/** The first segment of a route's whole path, in lower case; undefined where it may be anything, or nothing. */
function firstSegmentOf(routes: Routes, id: string): string | undefined {
  const segments: string[] = [];
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? '']) {
    segments.unshift(...(route.path ?? '').split('/'));
  }
  const first = segments.find((segment) => segment !== '')?.toLowerCase();
  return first !== undefined && /^[\w.~-]+$/.test(first) ? first : undefined;
}

function only<Value>(all: Record<string, Value>, ids: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}

/**
 * Remix's handler of a build's requests. For each request Remix sorts every route of the build several times: here it gets only
 * those that an address can lead to, by the address's first segment.
 */
export function createFastRequestHandler(build: ServerBuild, mode: string): RequestHandler {
  const segments = new Map(
    Object.keys(build.routes).map((id) => [id, firstSegmentOf(build.routes, id)]),
  );
  const handlerFor = (first: string): RequestHandler => {
    const isNear = (id: string) => (segments.get(id) ?? first) === first;
    const ids = new Set(Object.keys(build.routes).filter(isNear));
    const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
    return createRequestHandler({ ...build, assets, routes: only(build.routes, ids) }, mode);
  };
  const known = new Set(segments.values());
  const handlers = new Map(
    [...known].flatMap((first) => (first ? [[first, handlerFor(first)]] : [])),
  );
  // Another spelling may still match a route.
  const handleAny = createRequestHandler(build, mode);
  return (request, context) => {
    const first = new URL(request.url).pathname.split('/')[1]?.toLowerCase() ?? '';
    return (handlers.get(first) ?? handleAny)(request, context);
  };
}
