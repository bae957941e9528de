/**
 * How many tests passed and failed.
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 */

/**
 * Counts of a command that is one check by itself.
 * @param {boolean} succeeded
 * @returns {Counts}
 */
export function countCheck(succeeded) {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Counts from vitest's JSON report. A file that could not even be loaded is one failure.
 * @param {string | undefined} text undefined when there is no report
 * @param {boolean} succeeded whether vitest itself ended well
 * @returns {Counts}
 */
export function countVitest(text, succeeded) {
  const report = parse(text);
  const files = Array.isArray(report?.testResults) ? report.testResults : [];
  const unloaded = files.filter(
    (/** @type {{status?: unknown, assertionResults?: unknown}} */ file) =>
      file.status === 'failed' &&
      !(
        Array.isArray(file.assertionResults) &&
        file.assertionResults.some((result) => result.status === 'failed')
      ),
  ).length;
  const failed = numberOf(report?.numFailedTests) + unloaded;
  return settle({ passed: numberOf(report?.numPassedTests), failed }, succeeded);
}

/**
 * Counts from Playwright's JSON report. A test that passed only when tried again counts as failed.
 * @param {string | undefined} text undefined when there is no report
 * @param {boolean} succeeded whether Playwright itself ended well
 * @returns {Counts}
 */
export function countPlaywright(text, succeeded) {
  const statistics = parse(text)?.stats;
  const failed = numberOf(statistics?.unexpected) + numberOf(statistics?.flaky);
  return settle({ passed: numberOf(statistics?.expected), failed }, succeeded);
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function addCounts(all) {
  return all.reduce(
    (sum, counts) => ({ passed: sum.passed + counts.passed, failed: sum.failed + counts.failed }),
    { passed: 0, failed: 0 },
  );
}

/**
 * A runner that ran nothing, or that ended badly without naming a failed test, is a failure in itself.
 * @param {Counts} counts
 * @param {boolean} succeeded
 */
function settle(counts, succeeded) {
  const nothingRan = counts.passed + counts.failed === 0;
  const unexplained = !succeeded && counts.failed === 0;
  return nothingRan || unexplained ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** @param {string | undefined} text */
function parse(text) {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value */
function numberOf(value) {
  return typeof value === 'number' ? value : 0;
}
