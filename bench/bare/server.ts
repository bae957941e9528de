import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { createRequestHandler, installGlobals, type ServerBuild } from '@remix-run/node';
import { Hono } from 'hono';
import { compress } from 'hono/compress';

// The project's server, around the bare build.

installGlobals({ nativeFetch: true });
const address = new URL('./build/server/index.js', import.meta.url);
const build: ServerBuild = await import(address.href);
const handle = createRequestHandler(build, 'production');

const site = new Hono();
site.use(compress());
site.use('/*', serveStatic({ root: './bench/bare/build/client' }));
site.all('*', (context) => handle(context.req.raw));

serve({ fetch: site.fetch, port: 0, overrideGlobalObjects: false }, ({ port }) => {
  process.send?.({ ready: true, url: `http://localhost:${port}` });
});
process.on('SIGTERM', () => process.exit(0));
