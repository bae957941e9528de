import { z } from 'zod';

/** How many tests passed and failed. `failures` are repeated at the end of the output. */
export type Counts = { passed: number; failed: number; failures?: string[] };

const vitestFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
  ),
});

/** The schemas of the runners' JSON reports. */
const reports = {
  vitest: z
    .object({
      numPassedTests: z.number(),
      numFailedTests: z.number(),
      testResults: z.array(vitestFile),
    })
    .transform(({ numPassedTests: passed, numFailedTests, testResults }) => {
      // A file that could not even be loaded is one failure.
      const unloaded = testResults.filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
      );
      const failures = testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(
            ({ fullName, failureMessages }) =>
              `${name}: ${fullName}\n${failureMessages.join('\n')}`,
          ),
      );
      return {
        passed,
        failed: numFailedTests + unloaded.length,
        failures: [...failures, ...unloaded.map(({ name, message }) => `${name}: ${message}`)],
      };
    }),
  playwright: z
    .object({
      stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
    })
    // A test that passed only on a retry failed.
    .transform(({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      failures: [],
    })),
};

/** Counts of a command that is one check by itself. */
export function countCheck(succeeded: boolean): Counts {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Counts from a runner's JSON report. A runner that ran no test, or that failed without a failed test, counts as one failure. */
export function countTests(runner: keyof typeof reports, text: string, succeeded: boolean): Counts {
  try {
    const { passed, failed, failures } = reports[runner].parse(JSON.parse(text));
    const unexplained = failed === 0 && (passed === 0 || !succeeded);
    return { passed, failed: unexplained ? 1 : failed, failures };
  } catch {
    return countCheck(false);
  }
}
