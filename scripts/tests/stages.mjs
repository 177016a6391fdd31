// The stages of a run of the tests, and what is shown while the tests run.
import { setPriority } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { runQuietly, toolScript } from '../run.mjs';
import { duration } from './last-lines.mjs';

/**
 * @typedef {import('./results-reporter.mjs').Progress} Progress
 * @typedef {import('./last-lines.mjs').Problem} Problem
 * @typedef {readonly [name: string, tool: string, args: readonly string[]]} Check tool: the package of the program
 */

const PROGRESS_LINE_MS = 30_000;

/** The linter is a Go program, whose collector takes a fifth of its time; with this it needs no more memory. */
const CHECK_VARIABLES = { GOGC: '400' };

/** Checks use what the tests, which often wait, leave of the processor. */
const CHECK_PRIORITY = 10;

/**
 * @param {string} name
 * @param {() => Promise<void>} work
 */
export async function stage(name, work) {
  const started = Date.now();
  await work();
  console.log(`${name}: ok (${duration(Date.now() - started)})`);
}

/**
 * All at once, beside the tests.
 * @param {readonly Check[]} checks
 * @returns {Promise<Problem[]>}
 */
export async function runChecks(checks) {
  const problems = await Promise.all(
    checks.map(async ([name, tool, args]) => {
      const started = Date.now();
      const { code, output } = await runQuietly(
        process.execPath,
        [toolScript(tool), ...args],
        CHECK_VARIABLES,
        {
          onStart: yieldToTests,
        },
      );
      if (code === 0) {
        console.log(`${name}: ok (${duration(Date.now() - started)})`);
        return [];
      }
      console.log(`FAILED ${name}, which is described at the end`);
      return [{ title: `The check of ${name} failed`, text: stripVTControlCharacters(output).trim() }];
    }),
  );
  return problems.flat();
}

/** @param {number} processId */
function yieldToTests(processId) {
  try {
    setPriority(processId, CHECK_PRIORITY);
  } catch {
    // The check has ended already, or the system does not permit it: it runs beside the tests all the same.
  }
}

/** Tells each failure at once, and now and then how far the tests are. */
export function createProgress() {
  const started = Date.now();
  let shownAt = started;
  return (/** @type {Progress} */ { passed, failed, failure }) => {
    if (failure) {
      const [first = ''] = failure.faults.map(({ message }) => message.split('\n')[0] ?? '');
      console.log(`FAILED ${failure.file} > ${failure.name}\n  ${first}`);
    }
    if (Date.now() < shownAt + PROGRESS_LINE_MS) return;
    shownAt = Date.now();
    console.log(`tests so far: ${passed} passed, ${failed} failed (${duration(shownAt - started)})`);
  };
}
