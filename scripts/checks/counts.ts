import { z } from 'zod';

/**
 * How many tests passed and failed. The output ends with `failures` and with the tests that passed only at a retry, so that the end of a
 * log is enough to see what to fix.
 */
export type Counts = { passed: number; failed: number; failures?: string[]; unsteady?: string[] };

/** A failed test may print a whole page; the first lines say what went wrong. */
const longestFailure = 1500;
const inShort = (message: string) => message.slice(0, longestFailure);

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['skipped', 'expected', 'unexpected', 'flaky']),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string() })) })),
    }),
  ),
});

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const vitestFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
  ),
});

const reports = {
  vitest: z
    .object({
      numPassedTests: z.number(),
      numFailedTests: z.number(),
      testResults: z.array(vitestFile),
    })
    .transform(({ numPassedTests: passed, numFailedTests, testResults }) => {
      // A file that can't be loaded counts as one failure.
      const unloaded = testResults.filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
      );
      const failures = testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(
            ({ fullName, failureMessages }) =>
              `${name}: ${fullName}\n${failureMessages.map(inShort).join('\n')}`,
          ),
      );
      return {
        passed,
        failed: numFailedTests + unloaded.length,
        failures: [...failures, ...unloaded.map(({ name, message }) => `${name}: ${message}`)],
        unsteady: testResults.flatMap(({ name, assertionResults }) =>
          assertionResults
            .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length)
            .map(({ fullName }) => `${name}: ${fullName}`),
        ),
      };
    }),
  playwright: z
    .object({
      stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
      suites: z.array(playwrightSuite),
    })
    .transform(({ stats, suites }) => {
      const withStatus = (wanted: 'unexpected' | 'flaky') =>
        suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
          tests
            .filter(({ status }) => status === wanted)
            .map(({ results }) => {
              const [error] = results.flatMap(({ errors }) => errors);
              return `${file}: ${title}\n${inShort(error?.message ?? '')}`;
            }),
        );
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        failures: withStatus('unexpected'),
        unsteady: withStatus('flaky'),
      };
    }),
};

export function countCheck(succeeded: boolean): Counts {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Reads the counts of a runner's JSON report. A runner that ran no test, or failed without a failed test, counts as one failure. */
export function countTests(runner: keyof typeof reports, text: string, succeeded: boolean): Counts {
  try {
    const counts = reports[runner].parse(JSON.parse(text));
    const { passed, failed } = counts;
    const unexplained = failed === 0 && (passed === 0 || !succeeded);
    return { ...counts, failed: unexplained ? 1 : failed };
  } catch {
    return countCheck(false);
  }
}
