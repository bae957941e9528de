import { Hono } from 'hono';
import { drawPicture, pictureName } from '../seed/pictures.ts';

/** Draws the products' pictures on request. */
export function createPictures(): Hono {
  const pictures = new Hono();
  pictures.get('/:file', (context) => {
    const [name = '', extension] = context.req.param('file').split('.');
    if (extension !== 'svg' || !pictureName.test(name)) return context.notFound();
    return context.body(drawPicture(name), 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
  });
  return pictures;
}
