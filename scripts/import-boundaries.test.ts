import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

/** Who may import whom (the design's "Who may import whom"), as pairs of a file and what it imports. */
const forbidden: ReadonlyArray<readonly [file: string, imported: string]> = [
  ['contract/vendor.ts', 'hono'],
  ['contract/vendor.ts', 'node:fs'],
  ['contract/vendor.ts', '#app/environment.server.ts'],
  ['contract/vendor.ts', '../app/environment.server.ts'],
  ['contract/vendor.ts', '#services/subscription-api/embedded.ts'],
  ['contract/vendor.test.ts', '#services/subscription-api/embedded.ts'],
  ['contract/vendor.test.ts', 'hono'],

  ['app/root.tsx', '#services/subscription-api/embedded.ts'],
  ['app/root.tsx', '../services/subscription-api/embedded.ts'],
  ['app/forms/field.tsx', '../../services/subscription-api/embedded.ts'],
  ['app/forms/field.test.tsx', '#services/local-platform/testing.ts'],
  ['app/subscription-api/embedded.server.ts', '#services/local-platform/testing.ts'],
  ['app/subscription-api/embedded.server.ts', '../../services/local-platform/testing.ts'],
  ['app/subscription-api/client.server.ts', '#services/subscription-api/embedded.ts'],

  ['app/root.tsx', './routes/_index/route.tsx'],
  ['app/forms/field.tsx', '../routes/_index/route.tsx'],
  ['app/forms/field.tsx', '#app/routes/_index/route.tsx'],
  ['app/subscription-api/embedded.server.ts', '#app/routes/_index/route.tsx'],
  ['app/routes/contact-us.tsx', './users.tsx'],
  ['app/routes/contact-us.tsx', '#app/routes/users.tsx'],
  ['app/routes/contact-us.tsx', '#services/subscription-api/embedded.ts'],
  ['app/routes/shipping/route.tsx', '../users.tsx'],
  ['app/routes/shipping/route.tsx', '../users/table.tsx'],
  ['app/routes/shipping/route.tsx', '../../routes/users/table.tsx'],
  ['app/routes/shipping/route.tsx', '../../../services/subscription-api/embedded.ts'],
  ['app/routes/shipping/parts/table.tsx', '../../users/table.tsx'],
  ['app/routes/shipping/parts/table.tsx', '#services/subscription-api/embedded.ts'],
  ['server.ts', '#app/routes/users.tsx'],
  ['e2e/shipping.spec.ts', '#app/routes/users.tsx'],
  ['e2e/shipping.spec.ts', '../app/routes/users.tsx'],

  ['services/subscription-api/api.ts', '#app/environment.server.ts'],
  ['services/subscription-api/api.ts', '../../app/environment.server.ts'],
  ['services/subscription-api/routes/vendor.ts', '../../../app/environment.server.ts'],
  ['services/subscription-api/api.test.ts', '#app/environment.server.ts'],
  ['services/local-platform/admin/frame.tsx', '#app/components/error-page.tsx'],
  ['services/another/start.ts', '#app/environment.server.ts'],

  ['services/subscription-api/api.ts', '#services/local-platform/testing.ts'],
  ['services/subscription-api/api.ts', '../local-platform/testing.ts'],
  ['services/subscription-api/api.test.ts', '#services/local-platform/start.ts'],
  ['services/subscription-api/api.test.ts', '../local-platform/start.ts'],
  ['services/local-platform/start.ts', '#services/subscription-api/embedded.ts'],
  ['services/local-platform/start.ts', '../subscription-api/embedded.ts'],
  ['services/local-platform/start.test.ts', '../subscription-api/embedded.ts'],

  ['server.ts', '#services/local-platform/start.ts'],
  ['server.ts', './services/local-platform/start.ts'],
];

const allowed: ReadonlyArray<readonly [file: string, imported: string]> = [
  ['contract/vendor.ts', 'zod'],
  ['contract/vendor.ts', 'zod/v4'],
  ['contract/vendor.ts', './errors.ts'],
  ['contract/vendor.ts', '#contract/errors.ts'],
  ['contract/vendor.test.ts', 'vitest'],
  ['contract/vendor.test.ts', 'fast-check'],
  ['contract/vendor.test.ts', './vendor.ts'],

  ['app/root.tsx', '#contract/errors.ts'],
  ['app/root.tsx', './components/error-page.tsx'],
  ['app/forms/field.tsx', '#app/components/error-page.tsx'],
  ['app/forms/field.tsx', '../components/error-page.tsx'],
  ['app/forms/field.tsx', '@shopify/polaris'],
  ['app/subscription-api/embedded.server.ts', '#services/subscription-api/embedded.ts'],
  ['app/subscription-api/embedded.server.ts', '../../services/subscription-api/embedded.ts'],
  ['app/routes/contact-us.tsx', '#app/components/error-page.tsx'],
  ['app/routes/contact-us.tsx', '../components/error-page.tsx'],
  ['app/routes/shipping/route.tsx', './table.tsx'],
  ['app/routes/shipping/route.tsx', './parts/table.tsx'],
  ['app/routes/shipping/route.tsx', '../../components/error-page.tsx'],
  ['app/routes/shipping/route.tsx', 'react'],
  ['app/routes/shipping/parts/table.tsx', '../names.ts'],
  ['app/routes/shipping/parts/table.tsx', '#app/components/error-page.tsx'],

  ['services/subscription-api/api.ts', './routes/vendor.ts'],
  ['services/subscription-api/routes/vendor.ts', '../store/schema.ts'],
  ['services/subscription-api/api.ts', '#services/subscription-api/store/schema.ts'],
  ['services/subscription-api/api.ts', '#contract/errors.ts'],
  ['services/subscription-api/api.test.ts', '#services/local-platform/testing.ts'],
  ['services/subscription-api/api.test.ts', '../local-platform/testing.ts'],
  ['services/subscription-api/routes/vendor.test.ts', '../../local-platform/testing.ts'],
  ['services/local-platform/start.ts', '#services/local-platform/admin-api/routes.ts'],
  ['services/local-platform/start.ts', 'hono'],

  ['server.ts', '#app/environment.server.ts'],
  ['e2e/shipping.spec.ts', '#services/local-platform/testing.ts'],
];

/** The three ways in which a file can bring another one in. */
const ways = [
  (imported: string) => `import '${imported}';`,
  (imported: string) => `export * from '${imported}';`,
  (imported: string) => `export const load = () => import('${imported}');`,
];

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const lintReport = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
});

let folder = '';
const flagged = new Set<string>();

beforeAll(() => {
  // The rules are tried on a tree of small files laid out as the repository is, in one run.
  folder = mkdtempSync(join(tmpdir(), 'cadence-import-boundaries-'));
  const configuration = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(repository, 'biome.json'), 'utf8')));
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ ...configuration, vcs: { enabled: false } }),
  );
  const linesByFile = new Map<string, string[]>();
  for (const [file, imported] of [...forbidden, ...allowed]) {
    const lines = linesByFile.get(file) ?? [];
    lines.push(...ways.map((way) => way(imported)));
    linesByFile.set(file, lines);
  }
  for (const [file, lines] of linesByFile) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  }
  const biome = spawnSync(
    join(repository, 'node_modules/.bin/biome'),
    [
      'lint',
      '--only=style/noRestrictedImports',
      '--reporter=json',
      '--max-diagnostics=none',
      '--error-on-warnings',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  const report = lintReport.parse(JSON.parse(biome.stdout));
  for (const { category, location } of report.diagnostics) {
    if (category !== 'lint/style/noRestrictedImports') continue;
    const line = linesByFile.get(location.path)?.[location.start.line - 1];
    flagged.add(`${location.path}: ${line}`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(forbidden)('%s may not import %s', (file, imported) => {
  for (const way of ways) expect(flagged).toContain(`${file}: ${way(imported)}`);
});

test.each(allowed)('%s may import %s', (file, imported) => {
  for (const way of ways) expect(flagged).not.toContain(`${file}: ${way(imported)}`);
});
