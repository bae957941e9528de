import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withPureCurves } from './pure-curves.ts';

const module = fileURLToPath(
  new URL('../node_modules/d3-shape/dist/d3-shape.mjs', import.meta.url),
);

it('marks each call by which d3-shape makes a curve, and nothing else', () => {
  const code = readFileSync(module, 'utf8');
  const marked = withPureCurves(code);
  expect(marked.split('/* @__PURE__ */').length - 1).toBe(
    code.match(/^var \w+ = \(function /gm)?.length,
  );
  expect(marked.replaceAll('/* @__PURE__ */ ', '')).toBe(code);
});
