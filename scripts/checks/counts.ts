import { z } from 'zod';

/** How many tests passed and failed. */
export type Counts = { passed: number; failed: number };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Counts of a command that is one check by itself. */
export function countCheck(succeeded: boolean): Counts {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Counts from the text of vitest's JSON report. A file that could not even be loaded is one failure. `succeeded` says
 * whether vitest itself ended well.
 */
export function countVitest(text: string, succeeded: boolean): Counts {
  const report = parse(vitestReport, text);
  if (report === undefined) return countCheck(false);
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  return settle(report.numPassedTests, report.numFailedTests + unloaded.length, succeeded);
}

/** Counts from the text of Playwright's JSON report. A test that passed only when tried again counts as failed. */
export function countPlaywright(text: string, succeeded: boolean): Counts {
  const report = parse(playwrightReport, text);
  if (report === undefined) return countCheck(false);
  const { expected, unexpected, flaky } = report.stats;
  return settle(expected, unexpected + flaky, succeeded);
}

/** A runner that ran nothing, or that ended badly without naming a failed test, is a failure in itself. */
function settle(passed: number, failed: number, succeeded: boolean): Counts {
  const unexplained = failed === 0 && (passed === 0 || !succeeded);
  return { passed, failed: unexplained ? 1 : failed };
}

function parse<Report>(schema: z.ZodType<Report>, text: string): Report | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
