/** Request files as tests: each request a test of its own, each file one run that starts with its first test. */
import { FILTERED_OUT } from '../request-file/model/request-filter.js';
import type { FilePlan, Step } from '../runner/plan/plan.js';
import { checkOptions, checkPaths, usageError } from './check-options.js';
import { FileRun, type TestKey } from './file-run.js';
import { planProgramRun, prepareRun, type PlannedRun } from './prepare-run.js';
import type { TestContext, TestOptions } from './test-types.js';

/** Both test runners know it; 0 would mean `at once` to one of them. Requests have time limits of their own. */
const TEST_TIMEOUT_MS = 3_600_000;

export async function defineTests(paths: readonly string[], options: TestOptions): Promise<void> {
  checkPaths('requestTests', paths);
  checkOptions('requestTests', options);
  for (const name of ['describe', 'it'] as const) {
    if (options[name] === undefined)
      throw usageError(`requestTests needs the option ${name}, that of vitest or node:test`);
  }
  options.signal?.throwIfAborted();
  const { describe, it, ...runOptions } = options;
  const all = await planProgramRun(await prepareRun(paths, runOptions), paths);
  for (const { runnable } of all.plan.files) {
    // Each file runs alone, so that it is planned alone: what it needs of others belongs to it.
    const planned = await planAlone(all, runnable);
    const [file] = planned?.plan.files ?? [];
    if (planned === undefined || file === undefined) continue;
    const tests = testsOf(file);
    const run = new FileRun(planned, runOptions, tests);
    describe(runnable.shown, () => {
      for (const [title, key] of distinct(tests)) {
        it(title, { timeout: TEST_TIMEOUT_MS }, (context: TestContext) => run.settle(key, context));
      }
    });
  }
}

/** Undefined when nothing of the file is selected. */
async function planAlone(all: PlannedRun, runnable: FilePlan['runnable']): Promise<PlannedRun | undefined> {
  const own = all.plan.files.find((file) => file.runnable === runnable);
  if (own === undefined || testsOf(own).length === 0) return undefined;
  return planProgramRun(all, [runnable.shown], [runnable]);
}

interface DefinedTest extends TestKey {
  readonly title: string;
}

/** In the order in which the requests are sent; a file that cannot run is one test. */
function testsOf({ runnable, broken, steps }: FilePlan): readonly DefinedTest[] {
  if (broken.length > 0) return [{ title: runnable.shown, file: runnable.shown, line: 0 }];
  const selected = [...steps].sort((a, b) => a.index - b.index);
  return selected.flatMap((step) => (step.skipReason === FILTERED_OUT ? [] : testOf(step, runnable.shown)));
}

function testOf({ node: { request, owner } }: Step, file: string): DefinedTest {
  const name = request.name === '' ? `${request.method} ${request.url}` : request.name;
  const { shown } = owner.runnable;
  return { title: shown === file ? name : `${name} (${shown})`, file: shown, line: request.line };
}

/** `run` lines may execute a request several times, which is still one test. */
function distinct(tests: readonly DefinedTest[]): readonly (readonly [string, TestKey])[] {
  const found = new Map(tests.map((test) => [`${test.line} ${test.file}`, test]));
  return [...found.values()].map((test) => [test.title, test]);
}
