/** Runs what was prepared, within its time, and makes of it what is kept. */
import { offAbort, onAbort } from '../../primitives/stop-signal.js';
import type { RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { openRun, type Run } from '../../runner/run.js';
import { runFiles } from '../../runner/run-files.js';
import type { ToolCall } from '../call/tool.js';
import { BodyBudget } from './body-budget.js';
import type { KeptResult, KeptRun, RunVerdict } from './kept-run.js';
import type { PreparedRun } from './prepare-run.js';
import { withUses } from './result-uses.js';
import { RunProgress } from './run-progress.js';
import { toKeptResult } from './to-kept-result.js';

export interface RunCall extends Pick<ToolCall, 'signal' | 'onProgress'> {
  readonly id: string;
  /** The limit of the whole run. */
  readonly timeoutMs: number;
}

/** Also resolves for a run that was cancelled or took too long: what ran is in its results. */
export async function performRun(prepared: PreparedRun, call: RunCall): Promise<KeptRun> {
  const { plan } = prepared;
  const end = new RunEnd(call);
  const bodies = new BodyBudget(prepared.request.options.keptBody);
  // Read for each result anew.
  const options = {
    ...prepared.request.options,
    get keptBody() {
      return bodies.next;
    },
  };
  const run = openRun({ ...prepared.request, options, signal: end.signal }, plan);
  const progress = new RunProgress(prepared.total, run.secrets, call.onProgress);
  try {
    const outcome = await runFiles(run, plan, (event: RunEvent) => {
      if (event.kind === 'request-end') bodies.take(event.outcome.response.body.length);
      progress.note(event);
    });
    progress.close();
    return keptRun(outcome, run, prepared, { id: call.id, end });
  } finally {
    progress.close();
    end.release();
    run.close();
  }
}

/** Aborts the requests of a run when the client cancels the call or the time is over. */
class RunEnd {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #call: RunCall;
  readonly #cancel = (): void => this.#stop('cancelled');
  /** Empty while the run may go on. */
  reason: 'cancelled' | 'timed out' | '' = '';

  constructor(call: RunCall) {
    this.#call = call;
    this.#timer = setTimeout(() => this.#stop('timed out'), call.timeoutMs);
    onAbort(call.signal, this.#cancel);
    if (call.signal.aborted) this.#cancel();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  release(): void {
    clearTimeout(this.#timer);
    offAbort(this.#call.signal, this.#cancel);
  }

  #stop(reason: 'cancelled' | 'timed out'): void {
    if (this.reason !== '') return;
    this.reason = reason;
    this.#controller.abort(new Error(`the run was ${reason}`));
  }
}

function keptRun(
  outcome: RunOutcome,
  run: Run,
  { plan, warnings }: PreparedRun,
  { id, end: { reason } }: { readonly id: string; readonly end: RunEnd },
): KeptRun {
  const outcomes = outcome.files.flatMap((file): readonly RequestOutcome[] => file.results);
  const numbered = outcomes.map((each, index) =>
    toKeptResult(each, { number: index + 1, secrets: run.secrets, endReason: reason }),
  );
  const count = (status: KeptResult['status']): number =>
    numbered.filter((result) => result.status === status).length;
  return {
    id,
    verdict: verdictOf(numbered, outcome, reason),
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    durationMs: Math.round(outcome.duration),
    environment: run.secrets.redact(outcome.environment),
    results: withUses(numbered, run, plan),
    warnings: [...warnings, ...(outcome.problems ?? [])].map((warning) => run.secrets.redact(warning)),
  };
}

/** A run that left something out because of its files, or could not write what it should, is not a success. */
function verdictOf(
  results: readonly Pick<KeptResult, 'status' | 'response'>[],
  { unresolved = [], problems = [] }: RunOutcome,
  endReason: string,
): RunVerdict {
  const failed = results.filter(({ status }) => status === 'failed');
  if (endReason === 'cancelled') return 'cancelled';
  if (endReason === 'timed out') return 'timed_out';
  if (failed.some(({ response }) => response !== undefined)) return 'failed';
  return failed.length + unresolved.length + problems.length > 0 ? 'error' : 'passed';
}
