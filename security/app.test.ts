import { afterAll, beforeAll, vi } from 'vitest';
import { describeHeaders } from './app-headers.ts';
import { type AppInTest, startAppInTest } from './app-in-test.ts';
import { describeTokens } from './app-tokens.ts';

// So many requests in a moment would only meet the limit.
vi.mock('#services/subscription-api/http/shop-limit.ts', () => ({
  shopLimit: () => (_context: unknown, next: () => Promise<void>) => next(),
}));

// One app for all of it: to start it takes longer than any of these.
let started: AppInTest | undefined;
beforeAll(async () => {
  started = await startAppInTest();
});
afterAll(async () => await started?.close());

function app(): AppInTest {
  if (started === undefined) throw new Error('The app starts with the first test.');
  return started;
}

describeTokens(app);
describeHeaders(app);
