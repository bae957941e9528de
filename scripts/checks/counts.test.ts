import { expect, test } from 'vitest';
import { countTests } from './counts.ts';

const vitest = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = []) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults });
const playwright = (expected: number, unexpected: number, flaky = 0, suites: unknown[] = []) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 1 }, suites });

/** A test file in vitest's report; `tests` maps each test to its failure. */
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
    unsteady: [],
  });
});

test('vitest: a long failure is cut, and what passed only at the second try is named', () => {
  const [retried] = file('', '', { 'comes late': 'not yet' }).assertionResults;
  const files = [
    {
      ...file('a.test.ts', 'passed', { fits: null }),
      assertionResults: [{ ...retried, status: 'passed' }],
    },
    file('b.test.ts', 'failed', { 'adds up': `2 is not 3${' '.repeat(5000)}` }),
  ];
  const { failures = [], ...counts } = countTests('vitest', vitest(12, 1, files), false);
  expect(counts).toEqual({ passed: 12, failed: 1, unsteady: ['a.test.ts: comes late'] });
  expect(failures[0]).toHaveLength(1500 + 'b.test.ts: adds up\n'.length);
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
    unsteady: [],
  });
});

test('playwright: tests are counted, the failed and the unsteady ones named', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  });
  const suites = [
    {
      specs: [spec('opens', 'expected')],
      suites: [{ specs: [spec('saves', 'unexpected', 'no', 'again no')] }],
    },
    { specs: [spec('closes', 'flaky', 'not yet')] },
  ];
  expect(countTests('playwright', playwright(5, 1, 1, suites), false)).toEqual({
    passed: 6,
    failed: 1,
    failures: ['a.spec.ts: saves\nno'],
    unsteady: ['a.spec.ts: closes\nnot yet'],
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
