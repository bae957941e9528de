import { expect, test } from 'vitest';
import { countTests } from './counts.ts';

const vitest = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = []) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults });
const playwright = (expected: number, unexpected: number, flaky = 0) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 1 } });

/** A file of tests as vitest's report has it: the tests with what each failed by. */
function file(name: string, status: string, tests: Record<string, string | null>, message = '') {
  const assertionResults = Object.entries(tests).map(([fullName, failure]) => ({
    fullName,
    status: failure ? 'failed' : 'passed',
    failureMessages: failure ? [failure] : [],
  }));
  return { name, status, message, assertionResults };
}

test('vitest: tests are counted, and the failed ones named', () => {
  expect(countTests('vitest', vitest(12, 0), true)).toMatchObject({ passed: 12, failed: 0 });
  const files = [file('a.test.ts', 'failed', { 'adds up': '2 is not 3', fits: null })];
  expect(countTests('vitest', vitest(12, 1, files), false)).toEqual({
    passed: 12,
    failed: 1,
    failures: ['a.test.ts: adds up\n2 is not 3'],
  });
});

test('vitest: a file that cannot be loaded, or whose hooks fail, counts as a failure', () => {
  const files = [
    file('a.test.ts', 'failed', {}, 'no such module'),
    file('b.test.ts', 'failed', { fits: null }, 'the hook failed'),
    file('c.test.ts', 'passed', { fits: null }),
  ];
  expect(countTests('vitest', vitest(3, 0, files), false)).toEqual({
    passed: 3,
    failed: 2,
    failures: ['a.test.ts: no such module', 'b.test.ts: the hook failed'],
  });
});

test('playwright: tests are counted, and one that passed only at the second try failed', () => {
  expect(countTests('playwright', playwright(5, 0), true)).toMatchObject({ passed: 5, failed: 0 });
  expect(countTests('playwright', playwright(5, 2, 1), false)).toMatchObject({
    passed: 5,
    failed: 3,
  });
});

test.each(['vitest', 'playwright'] as const)('%s: a runner that ran nothing failed', (runner) => {
  expect(countTests(runner, '', true)).toEqual({ passed: 0, failed: 1 });
  expect(countTests(runner, 'no JSON', true)).toEqual({ passed: 0, failed: 1 });
  expect(countTests(runner, '{}', true)).toEqual({ passed: 0, failed: 1 });
});

test('a runner that ends badly without a failed test failed', () => {
  expect(countTests('vitest', vitest(4, 0), false)).toMatchObject({ passed: 4, failed: 1 });
  expect(countTests('playwright', playwright(4, 0), false)).toMatchObject({ passed: 4, failed: 1 });
});
