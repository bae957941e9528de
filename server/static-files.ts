import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';

type FoundFile = { Variables: { foundFile?: string } };

/**
 * Sends the files of a build, compressed where there is a `.br` or `.gz` beside them. What lies in `assets` has a hash of its
 * content in its name and stays with browsers for a year.
 * @param folder relative to where the process runs, as `./build/client`
 */
export function staticFiles(folder: string): Hono<FoundFile> {
  const files = new Hono<FoundFile>();
  files.use('/assets/*', etag(), async (context, next) => {
    await next();
    const file = context.get('foundFile');
    if (file === undefined) return;
    context.header('Cache-Control', 'public, max-age=31536000, immutable');
    // The name includes the content's hash and its encoding.
    context.header('ETag', JSON.stringify(basename(file)));
  });
  files.use(
    '/assets/*',
    serveStatic<FoundFile>({
      root: folder,
      precompressed: true,
      // It's too late to set headers here.
      onFound: (path, context) => context.set('foundFile', path),
    }),
  );
  // By name, so that a screen's request doesn't search the folder.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`;
    if (entry.name !== 'assets') files.use(path, serveStatic({ root: folder }));
  }
  return files;
}
