import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createStorefront } from '../storefront/routes.ts';
import { createInternal } from './internal.ts';
import { logRequests } from './middleware.ts';
import { createPictures } from './pictures.ts';
import type { Platform } from './platform.ts';
import { createQa } from './qa.ts';
import { createFiles } from './uploads.ts';

const year = 31_536_000;

/** Serves the admin to the browser: its pages, its JSON API and the products' pictures. `assets` is the folder of its build. */
export function createAdminSite(platform: Platform, assets: string): Hono {
  const site = new Hono();
  site.use(logRequests(platform.logger, 'admin'));
  site.use(async (context, next) => {
    await next();
    context.res.headers.set('X-Content-Type-Options', 'nosniff');
  });
  site.route('/internal', createInternal(platform));
  site.route('/qa', createQa(platform));
  site.route('/pictures', createPictures());
  site.route('/files', createFiles(platform));
  site.route('/storefront', createStorefront(platform));
  site.get('/', (context) => {
    const [first] = platform.stores;
    return context.redirect(`/store/${first?.shop.handle ?? ''}`);
  });
  site.use('/assets/*', async (context, next) => {
    await next();
    // Cacheable for long, because the files' names contain a hash of their content.
    if (context.res.ok) {
      context.res.headers.set('Cache-Control', `public, max-age=${year}, immutable`);
    }
  });
  // Without a build, the last route says which command to run; serveStatic would only print a warning at every start.
  const built = existsSync(assets);
  if (built) site.use('/assets/*', serveStatic({ root: assets }));
  site.get('/assets/*', (context) => context.text('There is no such file.', 404));
  // Other files of the build, such as an icon.
  if (built) site.use(serveStatic({ root: assets, index: 'there-is-no-index-of-folders' }));
  site.get('*', async (context) => {
    // Every other path is a screen of the single-page admin.
    const page = await readFile(join(assets, 'index.html'), 'utf8').catch(() => null);
    if (page === null) {
      return context.text('The admin is not built yet. Run: npm run build:admin', 503);
    }
    context.header('Cache-Control', 'no-store');
    context.header('Content-Security-Policy', "frame-ancestors 'none'");
    return context.html(page);
  });
  return site;
}
