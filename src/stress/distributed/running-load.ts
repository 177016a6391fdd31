/** The state of one load, and what its workers offer. */
import { sortWorkers, type Crew, type LoadControl } from './load-messages.js';

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

export function offersOf(crew: Crew): readonly number[] {
  return sortWorkers(crew.workers).map(({ threads }) => threads);
}
