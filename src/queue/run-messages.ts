/** What coordinator and workers of a run say to each other; the parts called `body` belong to the kind of run. */
import type { Place } from './sealing/queue-keys.js';

export interface OrderMessage {
  /** When it was given, by the queue's clock. */
  readonly at: number;
  /** Of the coordinator. */
  readonly version: string;
  readonly kind: string;
  readonly threads: number;
  /** How long the run's keys may be needed. */
  readonly expiryMs: number;
  readonly body: unknown;
}

/** The whole state of the control of a run: a lost message costs nothing, because the next one says the same. */
export interface ControlMessage {
  /** By worker, the highest number of its reports that was read. */
  readonly acknowledged: Readonly<Record<string, number>>;
  /** By worker, for how long nothing was heard of it; those that speak are left out. */
  readonly silentMs: Readonly<Record<string, number>>;
  /** The run is over: nothing more is read. */
  readonly isOver: boolean;
  readonly body: unknown;
}

export type ReportMessage =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'body'; readonly body: unknown };

/** A run has one coordinator, so that its id stands for both. */
export function orderPlace(run: string, worker: string): Place {
  return { direction: 'toWorker', kind: 'order', scope: run, sender: run, recipient: worker, sequence: 0 };
}

export function controlPlace(run: string, sequence: number): Place {
  return { direction: 'toWorker', kind: 'control', scope: run, sender: run, sequence };
}

export function reportPlace(run: string, worker: string, sequence: number): Place {
  return { direction: 'toCoordinator', kind: 'report', scope: run, sender: worker, sequence };
}

export function keptPlace(run: string, who: string): Place {
  return { direction: 'kept', kind: 'kept', scope: run, sender: who, sequence: 0 };
}
