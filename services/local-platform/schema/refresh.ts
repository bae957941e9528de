/**
 * Makes `admin-2026-10.graphql` again: takes the types and fields that it names from the platform's full Admin schema. To use another field,
 * add its name to that file, with any type, and run this. The full schema comes from the npm package `@shopify/dev-mcp`. This downloads the
 * package into a temporary folder instead of installing it, because it has a great many dependencies.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  assertValidSchema,
  buildClientSchema,
  buildSchema,
  type IntrospectionQuery,
  printSchema,
} from 'graphql';
import { z } from 'zod';
import { fieldsIn, pruneSchema } from './prune.ts';

const packageName = '@shopify/dev-mcp';
const apiVersion = '2026-10';
const target = fileURLToPath(new URL(`./admin-${apiVersion}.graphql`, import.meta.url));

// Checks only the outline, because graphql checks the introspection result while building the schema.
const introspectionSchema = z.object({
  data: z.custom<IntrospectionQuery>(
    (value) => typeof value === 'object' && value !== null && '__schema' in value,
  ),
});

function fetchPackedData(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'admin-schema-'));
  try {
    execFileSync('npm', ['pack', packageName, '--silent'], { cwd: folder });
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    if (archive === undefined) throw new Error(`npm pack ${packageName} left no archive`);
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    return readFileSync(join(folder, 'package', 'dist', 'data', `admin_${apiVersion}.json.gz`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const introspection = introspectionSchema.parse(
  JSON.parse(gunzipSync(fetchPackedData()).toString()),
);
const sdl = pruneSchema(
  printSchema(buildClientSchema(introspection.data, { assumeValid: true })),
  fieldsIn(readFileSync(target, 'utf8')),
);
assertValidSchema(buildSchema(sdl));
writeFileSync(target, sdl);
process.stdout.write(`${target}: ${sdl.split('\n').length} lines\n`);
