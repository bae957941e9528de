import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

// The platform's own check of theme extensions, with the rules of its command-line tool.

const folder = mkdtempSync(join(tmpdir(), 'theme-check-'));

beforeAll(() => {
  // The check would download Liquid's documentation or reuse an earlier run's. The copy in the package is enough.
  vi.stubEnv('SHOPIFY_TLD_ROOT', join(folder, 'nothing'));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function offensesOf(extension: string): Promise<string[]> {
  const { themeCheckRun } = await import('@shopify/theme-check-node');
  const { theme, offenses } = await themeCheckRun(extension, 'theme-check:theme-app-extension');
  expect(theme.length).toBeGreaterThan(0);
  return offenses.map(({ check, uri, message }) => `${basename(uri)}: ${check}: ${message}`);
}

it('theme check finds nothing in the widget', async () => {
  expect(await offensesOf(resolve('extensions/subscription-widget'))).toEqual([]);
});

it('theme check would be heard', async () => {
  const extension = join(folder, 'extension');
  for (const part of ['snippets', 'locales']) mkdirSync(join(extension, part), { recursive: true });
  writeFileSync(
    join(extension, 'snippets', 'plans.liquid'),
    '{{ 1 | nothing }}{% if a %}<p>{% endif %}',
  );
  const offenses = (await offensesOf(extension)).join('\n');
  expect(offenses).toContain("plans.liquid: UnknownFilter: Unknown filter 'nothing' used.");
  expect(offenses).toContain('plans.liquid: UnclosedHTMLElement');
});
