import type { EventPayloads } from '../../events/event.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';

type RequestEvent = Extract<RunEvent, { readonly kind: 'request-start' | 'request-end' }>;

export interface ProgressInput {
  readonly id: string;
  readonly file: string;
  /** How many results each step of the plan will have. */
  readonly sizes: number[];
  /** Whether anybody wants to know. */
  readonly isHeard: () => boolean;
  readonly onProgress: (progress: EventPayloads['request_progress']) => void;
}

/** Tells of each request that it started and completed, with its place among the results (server.md 16). */
export function progressListener(input: ProgressInput): (event: RunEvent) => void {
  const { id, file, sizes, isHeard, onProgress } = input;
  const places = new ResultPlaces(sizes);
  const head = (event: RequestEvent): { execId: string; file: string; requestName: string } => {
    return { execId: id, file, requestName: event.name };
  };
  return (event) => {
    if (event.kind === 'request-start') {
      if (event.skipped || !isHeard()) return;
      onProgress({ ...head(event), status: 'started', ...places.of(event.index) });
    } else if (event.kind === 'request-end') {
      const { outcome, index, last } = event;
      const place = places.of(index);
      places.done(index, last);
      if (outcome.skipped || !isHeard()) return;
      const { passed, duration } = outcome;
      const end = { passed, duration: Math.round(duration) };
      onProgress({ ...head(event), status: 'completed', ...place, ...end });
    }
  };
}

/** Steps and results are numbered apart: a step with data rows has several results. */
class ResultPlaces {
  readonly #sizes: number[];
  readonly #done: number[];
  #total: number;

  constructor(sizes: number[]) {
    this.#sizes = sizes;
    this.#done = sizes.map(() => 0);
    this.#total = sizes.reduce((sum, size) => sum + size, 0);
    this.#single = this.#total === sizes.length;
  }

  /** While every step has one result there is nothing to add up. */
  #single: boolean;

  of(step: number): { readonly index: number; readonly total: number } {
    const own = this.#done[step] ?? 0;
    if (this.#single) return { index: step + own, total: this.#total };
    let before = 0;
    for (let at = 0; at < step; at++) before += this.#sizes[at] ?? 0;
    return { index: before + own, total: this.#total };
  }

  /** Rows that never came, as after a failed dependency, are not counted any longer. */
  done(step: number, last: boolean): void {
    const done = (this.#done[step] ?? 0) + 1;
    const size = this.#sizes[step] ?? 1;
    this.#done[step] = done;
    if (!last && done < size) return;
    const real = last ? done : done + 1;
    if (real === size) return;
    this.#sizes[step] = real;
    this.#total += real - size;
    this.#single = false;
  }
}
