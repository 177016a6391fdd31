/** The state of one load, and the workers of its run in their order. */
import type { Crew, LoadControl } from './load-messages.js';

export interface RunningLoad {
  phase: LoadControl['phase'];
  /** On the clock of the queue. */
  startAt: number | null;
  /** The same on the clock of `elapsed`. */
  startMs: number | undefined;
  stoppedAtMs: number | undefined;
  hasDrained: boolean;
  isQueueLost: boolean;
}

export function newLoad(): RunningLoad {
  return {
    phase: 'prepare',
    startAt: null,
    startMs: undefined,
    stoppedAtMs: undefined,
    hasDrained: false,
    isQueueLost: false,
  };
}

export function sortedWorkers({ workers }: Crew): Crew['workers'] {
  return workers.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export function offersOf(crew: Crew): readonly number[] {
  return sortedWorkers(crew).map(({ threads }) => threads);
}
