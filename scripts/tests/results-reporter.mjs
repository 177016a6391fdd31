// A reporter of vitest: writes what every test did to the file that SVC_TEST_RESULTS names, and tells its parent
// process while the tests run.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../files.mjs';
import { SEED } from './seed.mjs';

/**
 * @typedef {{ message: string, stack: string, diff: string }} TestFault
 * @typedef {object} TestRecord
 * @property {string} file with slashes, relative to the repository
 * @property {string} project
 * @property {string} name with the titles of its suites before it
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} note why it was skipped
 * @property {number} milliseconds
 * @property {readonly TestFault[]} faults
 * @property {string} output what it printed, if it failed
 *
 * @typedef {object} FileRecord
 * @property {string} file
 * @property {string} project
 * @property {number} startedAt
 * @property {number} endedAt
 * @property {number} milliseconds of its tests and hooks
 * @property {number} importMilliseconds
 * @property {readonly TestFault[]} faults outside of its tests
 *
 * @typedef {object} RunRecord
 * @property {number} startedAt
 * @property {string} node
 * @property {number} seed of all generated cases
 * @property {readonly number[]} load of the machine, at the end
 * @property {readonly TestRecord[]} tests
 * @property {readonly FileRecord[]} files
 * @property {readonly TestFault[]} faults outside of all files
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failure?: TestRecord }} Progress
 */

const PROGRESS_MS = 1000;

export default class ResultsReporter {
  /** @type {TestRecord[]} */
  #tests = [];
  /** @type {Map<string, string>} by the id of the test */
  #output = new Map();
  /** @type {Map<string, { startedAt: number, endedAt: number }>} by the id of the file */
  #spans = new Map();
  #startedAt = Date.now();
  #reportedAt = 0;

  /** @param {Parameters<NonNullable<import('vitest/node').Reporter['onUserConsoleLog']>>[0]} log */
  onUserConsoleLog(log) {
    if (log.taskId !== undefined) {
      this.#output.set(log.taskId, (this.#output.get(log.taskId) ?? '') + log.content);
    }
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleQueued({ id }) {
    this.#spans.set(id, { startedAt: Date.now(), endedAt: Date.now() });
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd({ id }) {
    const { startedAt = this.#startedAt } = this.#spans.get(id) ?? {};
    this.#spans.set(id, { startedAt, endedAt: Date.now() });
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const result = test.result();
    if (result.state === 'pending') return;
    const record = {
      file: pathOf(test.module),
      project: test.project.name,
      name: test.fullName,
      state: result.state,
      note: result.state === 'skipped' ? (result.note ?? '') : '',
      milliseconds: Math.round(test.diagnostic()?.duration ?? 0),
      faults: (result.errors ?? []).map(toFault),
      output: result.state === 'failed' ? (this.#output.get(test.id) ?? '') : '',
    };
    this.#output.delete(test.id);
    this.#tests.push(record);
    this.#report(record);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').TestError[]} faults
   */
  onTestRunEnd(modules, faults) {
    const path = process.env['SVC_TEST_RESULTS'];
    if (path === undefined) return;
    /** @type {RunRecord} */
    const record = {
      startedAt: this.#startedAt,
      node: process.version,
      seed: SEED,
      load: loadavg(),
      tests: this.#tests,
      files: modules.map((module) => {
        const { duration, collectDuration } = module.diagnostic();
        const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
        return {
          file: pathOf(module),
          project: module.project.name,
          startedAt: this.#startedAt,
          endedAt: this.#startedAt,
          ...this.#spans.get(module.id),
          milliseconds: Math.round(duration),
          importMilliseconds: Math.round(collectDuration),
          faults: [...module.errors(), ...suites].map(toFault),
        };
      }),
      faults: faults.map(toFault),
    };
    writeFileSync(path, JSON.stringify(record));
  }

  /** @param {TestRecord} record */
  #report(record) {
    const isFailure = record.state === 'failed';
    if (process.send === undefined || (!isFailure && Date.now() < this.#reportedAt + PROGRESS_MS)) return;
    this.#reportedAt = Date.now();
    const count = (/** @type {string} */ wanted) =>
      this.#tests.filter(({ state }) => state === wanted).length;
    /** @type {Progress} */
    const progress = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
    process.send(isFailure ? { ...progress, failure: record } : progress);
  }
}

/** @param {import('vitest/node').TestModule} module */
function pathOf(module) {
  return relative(root, module.moduleId).split(sep).join('/');
}

/**
 * Without the colours that vitest gives them on build machines, whose logs are read as plain text.
 * @param {import('vitest').TestError} error
 * @returns {TestFault}
 */
function toFault({ message, stack, diff }) {
  const plain = (/** @type {string | undefined} */ text) => stripVTControlCharacters(text ?? '');
  return { message: plain(message), stack: plain(stack), diff: plain(diff) };
}
