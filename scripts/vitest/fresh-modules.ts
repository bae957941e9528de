import { afterAll, vi } from 'vitest';

// Test files share a process, so that the packages are loaded once. Of our own modules each file gets new ones: what one keeps or mocks,
// no other sees.
vi.resetModules();

const variables = { ...process.env };
const { fetch } = globalThis;

// Nor does any see what another leaves in the process, so that none passes by those that ran before it.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) {
    if (!(name in variables)) delete process.env[name];
  }
  Object.assign(process.env, variables);
  globalThis.fetch = fetch;
});
