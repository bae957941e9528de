import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { overBudget } from './over-budget.ts';
import { weighRoutes } from './weigh.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Text that can hardly be compressed. */
function noise(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (seed % 94));
  }).join('');
}

/** A build with two screens below the root: a light one, and one with a chunk of that length. */
function buildWith(heavyLength: number): string {
  const build = mkdtempSync(join(tmpdir(), 'cadence-weight-'));
  folders.push(build);
  const assets = join(build, 'client/assets');
  mkdirSync(assets, { recursive: true });
  for (const file of ['entry.js', 'root.js', 'light.js']) writeFileSync(join(assets, file), '//');
  writeFileSync(join(assets, 'heavy.js'), noise(heavyLength));
  writeFileSync(join(assets, 'styles.css'), noise(2_000));
  const manifest = {
    entry: { module: '/assets/entry.js', imports: [] },
    routes: {
      root: { module: '/assets/root.js', imports: [] },
      'routes/light': { parentId: 'root', module: '/assets/light.js' },
      'routes/heavy': {
        parentId: 'root',
        module: '/assets/light.js',
        imports: ['/assets/heavy.js'],
      },
    },
  };
  const text = `window.__remixManifest=${JSON.stringify(manifest)};`;
  writeFileSync(join(assets, 'manifest-1.js'), text);
  return build;
}

it('counts a file once, whoever asks for it, and what the parents ask for', () => {
  const [root, light, heavy] = weighRoutes(buildWith(10));
  expect(root?.files).toEqual(['/assets/entry.js', '/assets/root.js']);
  expect(light?.files).toEqual(['/assets/entry.js', '/assets/light.js', '/assets/root.js']);
  expect(heavy?.files).toContain('/assets/heavy.js');
  expect(light?.bytes).toBeLessThan(heavy?.bytes ?? 0);
});

it('has nothing to say of a build within its budgets', () => {
  expect(overBudget(buildWith(10_000), { default: 12 }, 3)).toEqual([]);
});

it('holds a screen without an entry to the default', () => {
  expect(overBudget(buildWith(10_000), { default: 5 }, 3)).toEqual([
    expect.stringMatching(/^routes\/heavy loads \d+\.\d KiB of JavaScript, and may load 5\.$/),
  ]);
});

it('lets a screen have more by an entry of its own, and forgets no entry whose screen is gone', () => {
  const build = buildWith(10_000);
  expect(overBudget(build, { default: 5, 'routes/heavy': 12 }, 3)).toEqual([]);
  expect(overBudget(build, { default: 12, 'routes/gone': 12 }, 3)).toEqual([
    'routes/gone has a budget and is no route.',
  ]);
});

it('weighs the style sheet too', () => {
  expect(overBudget(buildWith(10), { default: 12 }, 1)).toEqual([
    expect.stringMatching(/^The style sheets have 1\.\d KiB, and may have 1\.$/),
  ]);
});
