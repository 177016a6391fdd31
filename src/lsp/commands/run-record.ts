import { FILTERED_OUT, shownName } from '../../request-file/model/request-filter.js';
import type { RunPlan, Step } from '../../runner/plan/plan.js';
import type { RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import type { Run } from '../../runner/run.js';
import { KeptResponses } from './kept-responses.js';
import type { OpenTexts } from './open-texts.js';
import type { RunOutput, ThreadEvent } from './run-operations.js';
import type { RunResult, RunTest, RunVerdict } from './run-result.js';
import { toBrokenTest, toKeptResponse, toRunTest } from './test-result.js';

export interface RecordInput {
  readonly plan: RunPlan;
  readonly run: Pick<Run, 'secrets' | 'signal'>;
  readonly texts: OpenTexts;
  /** The document of the command, by the name that the editor uses, and its shown path. */
  readonly uri: string;
  readonly shown: string;
  readonly emit: (event: ThreadEvent) => void;
}

interface Finished {
  readonly step: Step;
  readonly outcome: RequestOutcome;
}

/** Follows the events of a run and makes its result of them. */
export class RunRecord {
  readonly #input: RecordInput;
  readonly #finished: Finished[] = [];

  constructor(input: RecordInput) {
    this.#input = input;
  }

  /** The number of steps that are selected or needed; data rows are counted when they run. */
  get total(): number {
    const { files } = this.#input.plan;
    return files.flatMap(({ steps }) => steps.filter(isPart)).length;
  }

  readonly onEvent = (event: RunEvent): void => {
    if (event.kind === 'run-end') this.#input.emit({ kind: 'ended', output: this.#output(event.outcome) });
    if (event.kind !== 'request-start' && event.kind !== 'request-end') return;
    const step = this.#input.plan.files[event.fileIndex]?.steps[event.index];
    if (step === undefined || !isPart(step)) return;
    if (event.kind === 'request-start') this.#started(step, event.name);
    else this.#ended(step, event.outcome);
  };

  #started(step: Step, name: string): void {
    const { run, emit } = this.#input;
    const { line } = step.node.request;
    emit({ kind: 'started', test: { uri: this.#uriOf(step), name: run.secrets.redact(name), line } });
  }

  #ended(step: Step, outcome: RequestOutcome): void {
    this.#finished.push({ step, outcome });
    this.#input.emit({ kind: 'finished', test: this.#testOf({ step, outcome }) });
  }

  /** Everything is redacted once more, since a run learns secrets until its end. */
  #output(outcome: RunOutcome): RunOutput {
    const { run, uri } = this.#input;
    const broken = outcome.files.filter((file) => file.broken.length > 0);
    // The sort keeps the order of data rows, which share a position.
    const inOrder = [...this.#finished].sort((a, b) => a.step.position - b.step.position);
    const tests = [
      ...broken.map((file) => toBrokenTest(file, uri, run.secrets)),
      ...inOrder.map((each) => this.#testOf(each)),
    ];
    const count = (status: RunTest['status']): number =>
      tests.filter((test) => test.status === status).length;
    const result: Omit<RunResult, 'run'> = {
      verdict: run.signal.aborted ? 'cancelled' : verdictOf(tests, outcome),
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      durationMs: Math.round(outcome.duration),
      environment: outcome.environment,
      tests,
    };
    for (const message of outcome.problems ?? []) this.#input.emit({ kind: 'warning', message });
    return { result, responses: this.#responses() };
  }

  #testOf({ step, outcome }: Finished): RunTest {
    const { secrets, signal } = this.#input.run;
    return toRunTest({ outcome, uri: this.#uriOf(step), secrets, isCancelled: signal.aborted });
  }

  #responses(): RunOutput['responses'] {
    const kept = new KeptResponses();
    const { secrets } = this.#input.run;
    for (const { step, outcome } of this.#finished) {
      const { request } = step.node;
      const response = toKeptResponse(outcome, secrets);
      const name = secrets.redact(shownName(request));
      if (response) kept.add({ uri: this.#uriOf(step), line: request.line, name, response });
    }
    return kept.entries();
  }

  #uriOf({ node }: Step): string {
    const { uri, shown, texts } = this.#input;
    const { runnable } = node.owner;
    return runnable.shown === shown ? uri : texts.uriOf(runnable);
  }
}

/** Requests that nobody asked for are part of the plan only because reports list them as skipped. */
function isPart({ skipReason }: Step): boolean {
  return skipReason !== FILTERED_OUT;
}

/** A run that left something out because of its files, or could not write what it should, is not a success. */
function verdictOf(tests: readonly RunTest[], { unresolved = [], problems = [] }: RunOutcome): RunVerdict {
  const failed = tests.filter(({ status }) => status === 'failed');
  if (failed.some(({ response }) => response !== undefined)) return 'failed';
  return failed.length + unresolved.length + problems.length > 0 ? 'error' : 'passed';
}
