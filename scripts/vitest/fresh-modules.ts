import { afterAll, vi } from 'vitest';

// Test files share a process to load packages only once, but each gets fresh copies of our own modules, so caches and mocks don't
// leak.
vi.resetModules();

const variables = { ...process.env };
const { fetch } = globalThis;

// Globals are reset too, so that no test passes only because of an earlier one.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) {
    if (!(name in variables)) delete process.env[name];
  }
  Object.assign(process.env, variables);
  globalThis.fetch = fetch;
});
