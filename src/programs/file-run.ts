/** The run of one file whose requests are tests. */
import type { RequestOutcome } from '../runner/outcome/result.js';
import type { RunEvent } from '../runner/outcome/run-event.js';
import { executeProgramRun } from './execute-program-run.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { knownSecrets } from '../runner/prepare/known-secrets.js';
import type { PlannedRun } from './prepare-run.js';
import type { RunOptions } from './run-types.js';
import { testFailure } from './test-failure.js';
import type { TestContext } from './test-types.js';

/** A request of the file, or of another one that it needs; all its rows, elements and passes are one test. */
export interface TestKey {
  readonly file: string;
  readonly line: number;
}

export class FileRun {
  readonly #planned: PlannedRun;
  readonly #options: RunOptions;
  /** Grows while the file runs. */
  readonly #secrets: SecretSet;
  readonly #tests = new Map<string, TestProgress>();
  #run: Promise<unknown> | undefined;

  constructor(planned: PlannedRun, options: RunOptions, keys: readonly TestKey[]) {
    const { request, settings } = planned;
    this.#secrets = knownSecrets(settings.options, request.files);
    this.#planned = { ...planned, request: { ...request, secrets: this.#secrets } };
    this.#options = options;
    const passes = options.repeat ?? 1;
    for (const key of keys) this.#progressOf(key).awaited += passes;
  }

  /** Starts the run unless it has started, and settles as the request does: returns, skips the test, or throws. */
  async settle(key: TestKey, context: TestContext): Promise<void> {
    const run = (this.#run ??= this.#start());
    const progress = this.#progressOf(key);
    await progress.finished;
    // The file ends with its last test: snapshots and history are written, and the test runner may end the process.
    if (progress.results.length === 0 || this.#hasFinished()) await run;
    const { results } = progress;
    const failed = results.filter(({ passed, skipped }) => !passed && !skipped);
    const seen = [...this.#tests.values()].flatMap((each) => each.results);
    if (failed.length > 0) throw testFailure(failed, seen, { ...this.#planned, secrets: this.#secrets });
    const reasons = new Set(results.map(({ skipped, skipReason }) => (skipped ? skipReason : '')));
    if (!reasons.has('')) context.skip([...reasons].join('; '));
  }

  #start(): Promise<unknown> {
    const run = executeProgramRun(this.#planned, { ...this.#options, onRunnerEvent: this.#note });
    const release = (): void => {
      for (const progress of this.#tests.values()) progress.finish();
    };
    // No test may be waiting for a run that fails; those that wait later get its error.
    run.then(release, release);
    return run;
  }

  readonly #note = (event: RunEvent): void => {
    if (event.kind === 'file-end') {
      const [broken] = event.outcome.broken.length > 0 ? event.outcome.results : [];
      if (broken) this.#progressOf(broken).results.push(broken);
    }
    if (event.kind !== 'request-end') return;
    const progress = this.#progressOf(event.outcome);
    progress.results.push(event.outcome);
    if (event.last) progress.awaited -= 1;
    if (event.last && progress.awaited === 0) progress.finish();
  };

  #hasFinished(): boolean {
    return [...this.#tests.values()].every(({ awaited }) => awaited <= 0);
  }

  #progressOf({ file, line }: TestKey): TestProgress {
    const id = `${line} ${file}`;
    const progress = this.#tests.get(id) ?? new TestProgress();
    this.#tests.set(id, progress);
    return progress;
  }
}

class TestProgress {
  readonly results: RequestOutcome[] = [];
  /** How many executions of the request are still to come. */
  awaited = 0;
  finish: () => void = () => undefined;
  readonly finished = new Promise<void>((resolve) => {
    this.finish = resolve;
  });
}
