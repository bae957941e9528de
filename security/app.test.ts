import { afterAll, beforeAll } from 'vitest';
import { type AppInTest, startAppInTest } from './app-in-test.ts';
import { describeTokens } from './app-tokens.ts';

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
