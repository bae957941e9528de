import { expect, test } from 'vitest';
import { countTests } from './counts.ts';

const vitest = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = []) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults });
const playwright = (expected: number, unexpected: number, flaky = 0) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 1 } });

test('vitest: tests are counted', () => {
  expect(countTests('vitest', vitest(12, 0), true)).toEqual({ passed: 12, failed: 0 });
  const failed = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
  expect(countTests('vitest', vitest(12, 1, failed), false)).toEqual({ passed: 12, failed: 1 });
});

test('vitest: a file that cannot be loaded, or whose hooks fail, counts as a failure', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'passed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(countTests('vitest', vitest(3, 0, files), false)).toEqual({ passed: 3, failed: 2 });
});

test('playwright: tests are counted, and one that passed only at the second try failed', () => {
  expect(countTests('playwright', playwright(5, 0), true)).toEqual({ passed: 5, failed: 0 });
  expect(countTests('playwright', playwright(5, 2, 1), false)).toEqual({ passed: 5, failed: 3 });
});

test.each(['vitest', 'playwright'] as const)('%s: a runner that ran nothing failed', (runner) => {
  expect(countTests(runner, '', true)).toEqual({ passed: 0, failed: 1 });
  expect(countTests(runner, 'no JSON', true)).toEqual({ passed: 0, failed: 1 });
  expect(countTests(runner, '{}', true)).toEqual({ passed: 0, failed: 1 });
});

test('a runner that ends badly without a failed test failed', () => {
  expect(countTests('vitest', vitest(4, 0), false)).toEqual({ passed: 4, failed: 1 });
  expect(countTests('playwright', playwright(4, 0), false)).toEqual({ passed: 4, failed: 1 });
});
