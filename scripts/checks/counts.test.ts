import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './counts.ts';

const vitest = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = []) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults });
const playwright = (expected: number, unexpected: number, flaky = 0) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 1 } });

test('vitest: tests are counted', () => {
  expect(countVitest(vitest(12, 0), true)).toEqual({ passed: 12, failed: 0 });
  const failed = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
  expect(countVitest(vitest(12, 1, failed), false)).toEqual({ passed: 12, failed: 1 });
});

test('vitest: a file that cannot be loaded, or whose hooks fail, counts as a failure', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'passed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(countVitest(vitest(3, 0, files), false)).toEqual({ passed: 3, failed: 2 });
});

test('playwright: tests are counted, and one that passed only at the second try failed', () => {
  expect(countPlaywright(playwright(5, 0), true)).toEqual({ passed: 5, failed: 0 });
  expect(countPlaywright(playwright(5, 2, 1), false)).toEqual({ passed: 5, failed: 3 });
});

test.each([countVitest, countPlaywright])('%o: a runner that ran nothing failed', (count) => {
  expect(count('', true)).toEqual({ passed: 0, failed: 1 });
  expect(count('no JSON', true)).toEqual({ passed: 0, failed: 1 });
  expect(count('{}', true)).toEqual({ passed: 0, failed: 1 });
});

test('a runner that ends badly without a failed test failed', () => {
  expect(countVitest(vitest(4, 0), false)).toEqual({ passed: 4, failed: 1 });
  expect(countPlaywright(playwright(4, 0), false)).toEqual({ passed: 4, failed: 1 });
});
