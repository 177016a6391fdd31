import type { EventPayloads } from '../../events/event.js';
import { CANCELLED } from '../../runner/outcome/outcome.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';

type RequestEvent = Extract<RunEvent, { readonly kind: 'request-start' | 'request-end' }>;

export interface ProgressInput {
  readonly id: string;
  readonly file: string;
  /** The expected number of results of each step of the plan. */
  readonly sizes: number[];
  /** Whether events have listeners. */
  readonly hasListeners: () => boolean;
  readonly onProgress: (progress: EventPayloads['request_progress']) => void;
}

/** Reports the start and the end of each request, with its position among the results. */
export function createProgressListener(input: ProgressInput): (event: RunEvent) => void {
  const { id, file, sizes, hasListeners, onProgress } = input;
  const positions = new ResultPositions(sizes);
  const head = (event: RequestEvent): { execId: string; file: string; requestName: string } => {
    return { execId: id, file, requestName: event.name };
  };
  return (event) => {
    if (event.kind === 'request-start') {
      if (event.skipped || !hasListeners()) return;
      onProgress({ ...head(event), status: 'started', ...positions.of(event.index) });
    } else if (event.kind === 'request-end') {
      const { outcome, index, last } = event;
      const position = positions.of(index);
      positions.done(index, last);
      // A request that was started before the execution was stopped has ended too.
      const wasStarted = !outcome.skipped || (outcome.skipReason === CANCELLED && outcome.attempts > 0);
      if (!wasStarted || !hasListeners()) return;
      const { passed, duration } = outcome;
      const end = { passed, duration: Math.round(duration) };
      onProgress({ ...head(event), status: 'completed', ...position, ...end });
    }
  };
}

/** Steps and results have separate numbers, since a step with data rows has several results. */
class ResultPositions {
  readonly #sizes: number[];
  readonly #done: number[];
  #total: number;

  constructor(sizes: number[]) {
    this.#sizes = sizes;
    this.#done = sizes.map(() => 0);
    this.#total = sizes.reduce((sum, size) => sum + size, 0);
    this.#hasOneResultPerStep = this.#total === sizes.length;
  }

  /** While every step has one result, positions need not be summed up. */
  #hasOneResultPerStep: boolean;

  of(step: number): { readonly index: number; readonly total: number } {
    const own = this.#done[step] ?? 0;
    if (this.#hasOneResultPerStep) return { index: step + own, total: this.#total };
    let before = 0;
    for (let at = 0; at < step; at++) before += this.#sizes[at] ?? 0;
    return { index: before + own, total: this.#total };
  }

  /** Data rows that never ran, for example after a failed dependency, are no longer counted. */
  done(step: number, last: boolean): void {
    const done = (this.#done[step] ?? 0) + 1;
    const size = this.#sizes[step] ?? 1;
    this.#done[step] = done;
    if (!last && done < size) return;
    const actualSize = last ? done : done + 1;
    if (actualSize === size) return;
    this.#sizes[step] = actualSize;
    this.#total += actualSize - size;
    this.#hasOneResultPerStep = false;
  }
}
