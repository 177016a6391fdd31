import { readFile } from 'node:fs/promises';

/**
 * @typedef {object} TestCounts
 * @property {boolean} passed whether no test and nothing else failed
 * @property {number} passedTests
 * @property {number} failedTests
 * @property {readonly string[]} failures the file and the name of each failed test, or of a file that could not run
 */
/** @typedef {TestCounts & { version: string, build: string, seconds: number }} ResultRow */
/**
 * @typedef {object} VitestReport what is read of it
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }[]} testResults
 */

/**
 * @param {string} path of the JSON report of vitest
 * @param {number} code with which vitest ended
 * @returns {Promise<TestCounts>}
 */
export async function readResults(path, code) {
  try {
    /** @type {VitestReport} */
    const report = JSON.parse(await readFile(path, 'utf8'));
    return countTests(report, code);
  } catch {
    // vitest ended before it wrote a report, and has printed the reason.
    return { passed: false, passedTests: 0, failedTests: 0, failures: ['vitest wrote no report'] };
  }
}

/**
 * @param {VitestReport} report
 * @param {number} code
 * @returns {TestCounts}
 */
export function countTests({ numPassedTests, numFailedTests, testResults }, code) {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = name.replaceAll('\\', '/').replace(/^.*?\/(?=(?:test|src|web)\/)/, '');
    if (failed.length === 0) return status === 'failed' ? [file] : [];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
  return {
    // The exit code covers errors outside of tests, such as an uncaught one; a run without any test proves nothing.
    passed: code === 0 && failures.length === 0 && numPassedTests > 0,
    passedTests: numPassedTests,
    failedTests: numFailedTests,
    failures,
  };
}

/** @param {readonly ResultRow[]} rows */
export function resultTable(rows) {
  const head = ['Node', 'program', 'passed', 'failed', 'seconds', ''];
  const lines = rows.map((row) => [
    row.version,
    row.build,
    String(row.passedTests),
    String(row.failedTests),
    row.seconds.toFixed(0),
    row.passed ? 'ok' : 'FAILED',
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  const table = [head, ...lines].map((line) =>
    line
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const failures = rows.flatMap(({ version, build, failures }) =>
    failures.map((failure) => `Node ${version}, ${build}: ${failure}`),
  );
  return [...table, ...(failures.length > 0 ? ['', ...failures] : [])].join('\n');
}
