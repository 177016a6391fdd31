/** What the coordinator of a run needs of whatever runs units elsewhere. */
import type { RequestOutcome } from '../outcome/result.js';
import type { FinishedDependency } from './finished-dependency.js';
import type { Unit } from './unit.js';

/** A unit with what it needs of requests that have run before. */
export interface UnitOrder {
  readonly unit: Unit;
  /** How many times the unit was handed out before. */
  readonly attempt: number;
  /** Its place among all units, the longest first. */
  readonly rank: number;
  readonly dependencies: readonly FinishedDependency[];
}

/** A request of a unit, and the row that it ran with. */
export interface UnitPlace {
  /** The index among the steps of the unit. */
  readonly step: number;
  /** From 1; undefined without `@data`. */
  readonly row: number | undefined;
  /** Whether no further result of this request follows. */
  readonly last: boolean;
}

export interface UnitOutcome extends UnitPlace {
  readonly outcome: RequestOutcome;
  /** Values that became secret while the request ran. */
  readonly secrets: readonly string[];
}

/** Receives what happens to the units that were handed out; nothing follows after a unit has ended or was lost. */
export interface UnitListener {
  /** `skipped` says that nothing will be sent. */
  readonly requestStart: (order: UnitOrder, place: UnitPlace, skipped: boolean) => void;
  readonly requestEnd: (order: UnitOrder, worker: string, result: UnitOutcome) => void;
  readonly unitEnd: (order: UnitOrder) => void;
  /** The worker will not report anything more of the unit. */
  readonly unitLost: (order: UnitOrder, worker: string) => void;
  /** No unit will be reported any more; the message says why. */
  readonly closed: (message: string) => void;
  /** Units cannot be handed out; the run fails with the error. */
  readonly failed: (error: unknown) => void;
}

/** Runs units on workers, which take them when they are free. */
export interface UnitExecutor {
  /** Units that wait are taken by their rank, the lowest first. */
  readonly add: (order: UnitOrder) => void;
  /** Takes back what no worker has taken yet. */
  readonly withdraw: () => Promise<readonly UnitOrder[]>;
  /** Stops the units at work; each of them still ends or is lost. */
  readonly cancel: () => void;
}

export type OpenUnitExecutor = (listener: UnitListener) => UnitExecutor;
