import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const routeSchema = z.object({
  parentId: z.string().optional(),
  module: z.string(),
  imports: z.array(z.string()).default([]),
});

const manifestSchema = z.object({
  entry: z.object({ module: z.string(), imports: z.array(z.string()) }),
  routes: z.record(z.string(), routeSchema),
});

/** The files that a route's document makes the browser load before it answers. Sizes are bytes of gzip. */
type RouteWeight = { route: string; bytes: number; files: string[] };

/** The weight of each route of a build, from the manifest that browsers get. */
export function weighRoutes(build: string): RouteWeight[] {
  const assets = join(build, 'client/assets');
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error(`${assets} has no manifest.`);
  const text = readFileSync(join(assets, name), 'utf8');
  const { entry, routes } = manifestSchema.parse(
    JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)),
  );
  return Object.keys(routes).map((route) => {
    const files = new Set([entry.module, ...entry.imports]);
    for (let step = routes[route]; step; step = routes[step.parentId ?? '']) {
      for (const file of [step.module, ...step.imports]) files.add(file);
    }
    const bytes = [...files].reduce((sum, file) => sum + gzipOf(join(build, 'client', file)), 0);
    return { route, bytes, files: [...files] };
  });
}

/** Bytes of gzip of the style sheets. */
export function weighStyles(build: string): number {
  const assets = join(build, 'client/assets');
  return readdirSync(assets)
    .filter((file) => file.endsWith('.css'))
    .reduce((sum, file) => sum + gzipOf(join(assets, file)), 0);
}

function gzipOf(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}
