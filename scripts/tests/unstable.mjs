// Only of the full run: a test that failed is run again by itself, to tell a defect from a test that fails by chance.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../files.mjs';

/**
 * @typedef {import('./results-reporter.mjs').TestRecord} TestRecord
 * @typedef {import('./last-lines.mjs').Problem} Problem
 * @typedef {{ test: string, since: string, reason: string }} ListedTest test: file > name; since: year-month-day
 */

export const REPEATS = 5;
/** Of tests that nobody knows yet; more of them are a defect of the whole run. */
const MAX_UNSTABLE = 3;
const MAX_LISTED = 5;
const MAX_LISTED_DAYS = 14;
/** When so many fail, it is not by chance. */
const MAX_REPEATED = 10;

const LISTED_TESTS = join('test', 'unstable.json');

/** @param {Pick<TestRecord, 'file' | 'name'>} test */
export function titleOf({ file, name }) {
  return `${file} > ${name}`;
}

/** @returns {Promise<readonly ListedTest[]>} */
export async function readListedTests() {
  return JSON.parse(await readFile(join(root, LISTED_TESTS), 'utf8'));
}

/**
 * @param {readonly ListedTest[]} listed
 * @param {number} now
 * @returns {Problem[]}
 */
export function listedTestProblems(listed, now) {
  const text = [
    ...(listed.length > MAX_LISTED
      ? [`It names ${listed.length} tests, of ${MAX_LISTED} at most: mend some.`]
      : []),
    ...listed.flatMap(({ test, since, reason }) => {
      const days = (now - Date.parse(since)) / 86_400_000;
      if (!(days >= -1)) return [`${test}: since when is no date that has come: "${since}".`];
      if (!reason) return [`${test}: its reason is missing.`];
      return days > MAX_LISTED_DAYS
        ? [`${test}: listed for more than ${MAX_LISTED_DAYS} days, since ${since}: mend it.`]
        : [];
    }),
  ];
  return text.length > 0 ? [{ title: LISTED_TESTS, text: text.join('\n') }] : [];
}

/**
 * Whether a run of this test alone has passed it: one that was left out or not found has shown nothing.
 * @param {import('./results-reporter.mjs').RunRecord | undefined} record
 * @param {Pick<TestRecord, 'file' | 'name'>} test
 */
export function hasPassed(record, test) {
  const found = (record?.tests ?? []).filter((each) => titleOf(each) === titleOf(test));
  return found.length > 0 && found.every(({ state }) => state === 'passed');
}

/**
 * @param {readonly TestRecord[]} failed
 * @param {(test: TestRecord, number: number) => Promise<boolean>} passesAlone runs it once, by itself
 * @returns {Promise<{ failed: TestRecord[], unstable: TestRecord[] }>}
 */
export async function sortOutUnstable(failed, passesAlone) {
  if (failed.length > MAX_REPEATED) return { failed: [...failed], unstable: [] };
  /** @type {{ failed: TestRecord[], unstable: TestRecord[] }} */
  const sorted = { failed: [], unstable: [] };
  for (const test of failed) {
    let count = 0;
    while (count < REPEATS && (await passesAlone(test, count + 1))) count += 1;
    (count === REPEATS ? sorted.unstable : sorted.failed).push(test);
  }
  return sorted;
}

/**
 * @param {readonly TestRecord[]} unstable
 * @param {readonly ListedTest[]} listed
 * @returns {{ lines: string[], problems: Problem[] }}
 */
export function describeUnstable(unstable, listed) {
  const reasons = new Map(
    listed.map(({ test, reason, since }) => [test, `listed since ${since}: ${reason}`]),
  );
  const lines = unstable.map((test) => {
    const [first = ''] = test.faults.map(({ message }) => message.split('\n')[0] ?? '');
    return `${titleOf(test)}: failed once, then passed ${REPEATS} times alone (${reasons.get(titleOf(test)) ?? first})`;
  });
  const unknown = unstable.filter((test) => !reasons.has(titleOf(test)));
  if (unknown.length <= MAX_UNSTABLE) return { lines, problems: [] };
  const text = `${unknown.length} tests are unstable, of ${MAX_UNSTABLE} at most.`;
  return { lines, problems: [{ title: 'Too many unstable tests', text }] };
}

/**
 * For `vitest -t`, which sees the titles with spaces between them.
 * @param {string} name
 */
export function namePattern(name) {
  const escaped = name.replaceAll(' > ', ' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return `^${escaped}$`;
}
