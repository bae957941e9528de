import { afterAll, beforeAll, vi } from 'vitest';
import { describeForms } from './app-forms.ts';
import { type AppInTest, startAppInTest } from './app-in-test.ts';

// So many requests in a moment would only meet the limit.
vi.mock('#services/subscription-api/http/shop-limit.ts', () => ({
  shopLimit: () => (_context: unknown, next: () => Promise<void>) => next(),
}));

let started: AppInTest | undefined;
beforeAll(async () => {
  started = await startAppInTest();
});
afterAll(async () => await started?.close());

describeForms(() => {
  if (started === undefined) throw new Error('The app starts with the first test.');
  return started;
});
