/** Sends what was planned, tells the listener of it, and makes the summary. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { offAbort, onAbort } from '../primitives/stop-signal.js';
import { findMissingCaptures, findRunWarnings } from '../operations/files/run-findings.js';
import { executeRun } from '../operations/runs/execute-run.js';
import { problemLine, type ProblemDetail } from '../runner/plan/problem-detail.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import type { RunEvent as RunnerEvent } from '../runner/outcome/run-event.js';
import { openRun, type Run } from '../runner/run.js';
import { EventTranslator } from './event-translator.js';
import { keepForReports } from './kept-for-reports.js';
import type { PlannedRun } from './prepare-run.js';
import type { RunSummary } from './result-types.js';
import type { RunEvent, RunOptions } from './run-types.js';
import { toRunSummary } from './to-run-summary.js';

export interface ProgramExecution extends Pick<RunOptions, 'signal' | 'onEvent' | 'repeat'> {
  /** Called with the events of the run itself, before the program is told. */
  readonly onRunnerEvent?: (event: RunnerEvent) => void;
}

/** Rejects with the reason of the signal, or with what the listener has thrown, when every connection is closed. */
export async function executeProgramRun(
  planned: PlannedRun,
  { signal, onEvent, repeat, onRunnerEvent }: ProgramExecution,
): Promise<RunSummary> {
  const { request, plan, settings } = planned;
  const end = new RunEnd(signal, onEvent);
  const run = openRun({ ...request, signal: end.signal }, plan);
  const warnings = new RunWarnings(run, planned.warnings);
  let summary: RunSummary | undefined;
  try {
    await warnings.addFindings(planned);
    const translator = new EventTranslator(settings.options.environmentName, end.emit);
    const outcome = await executeRun(run, plan, settings, {
      onEvent: (event) => {
        onRunnerEvent?.(event);
        translator.onEvent(event);
      },
      onWarning: warnings.add,
      passes: repeat,
    });
    warnings.addOutcome(outcome);
    summary = toRunSummary(outcome, translator, warnings.all());
    keepForReports(summary, { outcome, plan, hasExchanges: run.options.keepExchanges });
    end.emit({ kind: 'run-end', summary });
  } finally {
    run.close();
    end.release();
    // The sockets tell in the next turn that they are closed.
    await nextTurn();
  }
  end.throwIfEnded();
  return summary;
}

/** What ends a run before its time: the signal of the program, or its listener. */
class RunEnd {
  readonly #controller = new AbortController();
  readonly #given: AbortSignal | undefined;
  readonly #listener: ((event: RunEvent) => void) | undefined;
  readonly #abort = (): void => this.#controller.abort(this.#given?.reason);
  /** Set when the listener has thrown; it may have thrown undefined. */
  #thrown: { readonly error: unknown } | undefined;

  constructor(given: AbortSignal | undefined, listener: ((event: RunEvent) => void) | undefined) {
    this.#given = given;
    this.#listener = listener;
    if (given === undefined) return;
    onAbort(given, this.#abort);
    if (given.aborted) this.#abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** A listener that has thrown hears no more. */
  readonly emit = (event: RunEvent): void => {
    if (this.#thrown !== undefined) return;
    try {
      this.#listener?.(event);
    } catch (error) {
      this.#thrown = { error };
      this.#controller.abort(error);
    }
  };

  /** Removes the listener, because the signal of the program may outlive the run. */
  release(): void {
    if (this.#given) offAbort(this.#given, this.#abort);
  }

  throwIfEnded(): void {
    if (this.#thrown !== undefined) throw this.#thrown.error;
    this.#given?.throwIfAborted();
  }
}

/** Each warning once, without secrets, also those that only become known while the run goes on. */
class RunWarnings {
  readonly #run: Run;
  readonly #lines: Set<string>;

  constructor(run: Run, lines: readonly string[]) {
    this.#run = run;
    this.#lines = new Set(lines);
  }

  readonly add = (line: string): void => void this.#lines.add(line);

  /** What `svc run` prints before it starts. */
  async addFindings({ plan }: PlannedRun): Promise<void> {
    if (plan.unresolved.length > 0) {
      const { describeUnresolved } = await import('../operations/files/dependency-findings.js');
      for (const finding of describeUnresolved(plan.unresolved)) this.add(problemLine(finding));
    }
    this.#addAll(await findRunWarnings(this.#run.files, plan));
  }

  addOutcome(outcome: RunOutcome): void {
    this.#addAll(findMissingCaptures(outcome));
    for (const problem of outcome.problems ?? []) this.add(problem);
  }

  all(): readonly string[] {
    return [...this.#lines].map((line) => this.#run.secrets.redact(line));
  }

  #addAll(findings: readonly ProblemDetail[]): void {
    for (const finding of findings) this.add(problemLine(finding));
  }
}
