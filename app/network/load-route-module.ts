import { loadScript } from './load-script.ts';

/**
 * Stands in for Remix's own (`vite/route-modules.ts` puts it there), which reloads the document where a screen's script does not
 * come: without the network that leaves the browser's error page in the frame.
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (!(route.id in loaded)) {
    const target = globalThis.__remixRouter?.state.navigation.location;
    loaded[route.id] = await loadScript(
      () => import(/* @vite-ignore */ route.module),
      target && { path: target.pathname + target.search + target.hash },
    );
  }
  return loaded[route.id];
}
