/**
 * What coordinator and workers of a suite say to each other. Workers take units from a queue and ask for each of them;
 * only what the coordinator grants is run, so that neither a queue that comes back empty nor anybody who writes to it
 * can have a unit run twice.
 */
import type { Place } from '../sealing/queue-keys.js';

export const UNIT_ORDER = 'units';

/** In the order in which they happen; each has a number of its worker, and is sent until it is acknowledged. */
export type UnitEvent =
  | { readonly kind: 'taken'; readonly unit: number }
  | { readonly kind: 'report'; readonly unit: number; readonly body: unknown }
  /** Nothing more of it follows. */
  | { readonly kind: 'done'; readonly unit: number }
  /** Nothing of it was done. */
  | { readonly kind: 'returned'; readonly unit: number }
  /** It was begun, and will not be finished. */
  | { readonly kind: 'left'; readonly unit: number };

/** The whole state, with every beat. */
export interface UnitControl {
  /** By worker, the highest number of its events that was read. */
  readonly read: Readonly<Record<string, number>>;
  /** By worker, the units that it may run. */
  readonly granted: Readonly<Record<string, readonly number[]>>;
  /** The units at work are to end. */
  readonly isCancelled: boolean;
  /** Workers that count as lost, whatever they still do. */
  readonly dropped: readonly string[];
}

export function unitPlace(run: string, unit: number): Place {
  return { direction: 'toWorker', kind: 'unit', scope: run, sender: run, sequence: unit };
}

export function eventPlace(run: string, worker: string, sequence: number): Place {
  return { direction: 'toCoordinator', kind: 'event', scope: run, sender: worker, sequence };
}

/** The name of a unit in the queue; one that is put there again gets another, since BullMQ remembers names. */
export function jobName(unit: number, puts: number): string {
  return `u${unit}-${puts}`;
}

/** Undefined for anything else. */
export function unitOfJob(name: string): number | undefined {
  const [, unit] = /^u([0-9]{1,9})-[0-9]{1,9}$/.exec(name) ?? [];
  return unit === undefined ? undefined : Number(unit);
}
