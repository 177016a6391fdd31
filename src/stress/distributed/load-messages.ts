/** What coordinator and workers of a load say to each other, and the links that carry it. */
import type { OwnThreads } from '../load-threads.js';
import type { ThreadRounds } from '../worker-messages.js';
import type { AdoptionControl, HandedThread } from './adoption.js';
import type { PortableTask } from './portable-task.js';
import type { Acknowledgement, SumsMessage } from './sums-message.js';

/** The kind of the orders. */
export const LOAD_ORDER = 'load';

export interface LoadOrder {
  readonly task: PortableTask;
  readonly threads: OwnThreads;
}

/** The whole state: every message says all of it again. */
export interface LoadControl {
  readonly phase: 'prepare' | 'go' | 'stop';
  /** When the load starts, on the clock of the queue; null before `go`. */
  readonly startAt: number | null;
  /** By the id of the worker. */
  readonly acknowledged: Readonly<Record<string, Acknowledgement>>;
  /** Null when nobody takes threads over. */
  readonly adoption: AdoptionControl | null;
}

export interface LoadReport {
  /** From 1, rising. */
  readonly number: number;
  /** `leaving`: it ends by its own will, and starts nothing new. */
  readonly state: 'preparing' | 'ready' | 'load' | 'leaving' | 'drain' | 'done' | 'failed';
  /** Why it failed; empty when it did not. */
  readonly reason: string;
  readonly clock: { readonly roundTripMs: number; readonly errorMs: number } | null;
  readonly sums: SumsMessage | null;
  /** Milliseconds from the start of the load to these sums. */
  readonly atMs: number;
  /** Up to here, milliseconds after the start of the load, the sums contain everything that was measured. */
  readonly coveredMs: number;
  /** Milliseconds of the load phase; null as long as it lasts. */
  readonly loadMs: number | null;
  /** Whether it left before the end of the load. */
  readonly hasLeft: boolean;
  /** CPU time of the process per load thread. */
  readonly cpuPercent: number;
  /** How many threads it took over. */
  readonly adoptedThreads: number;
  /** Which rounds its users may reach; empty when nobody may take them over. */
  readonly rounds: readonly ThreadRounds[];
}

/** What is kept of a worker for whoever collects the run. */
export interface KeptReport extends LoadReport {
  /** The threads that it knows to be handed over, oldest first; left out when the coordinator kept the report. */
  readonly handed?: readonly HandedThread[];
}

/** A clock that all sides share. */
export interface SharedClock {
  readonly roundTripMs: number;
  readonly errorMs: number;
  readonly now: () => number;
  /** The same moment on the clock of `elapsed`. */
  readonly toElapsed: (sharedMs: number) => number;
}

/** The side of a worker. */
export interface WorkerLink {
  readonly worker: string;
  readonly control: { readonly body: unknown } | undefined;
  /** Returns the function that ends listening. */
  readonly onControl: (listener: (control: { readonly body: unknown }) => void) => () => void;
  /** Replaces what the coordinator hears with the next messages. */
  readonly report: (body: unknown) => void;
  readonly askClock: () => Promise<SharedClock>;
  /** Resolves when nothing more is to be expected of the coordinator. */
  readonly ended: Promise<'over' | 'coordinator lost' | 'queue lost'>;
  /** Keeps a value for whoever collects the run later. */
  readonly keep: (value: unknown) => Promise<void>;
}

/** The side of the coordinator: the workers of one run. */
export interface Crew {
  readonly run: string;
  readonly workers: readonly CrewWorker[];
  /** Milliseconds since the last response of the queue. */
  readonly queueAwayMs: number;
  /** For how long nothing of a worker was received. */
  readonly silentMs: (worker: string) => number;
  /** Why it did not respond the last time. */
  readonly queueFault: string;
  readonly sendOrder: (
    worker: string,
    order: { readonly kind: string; readonly threads: number; readonly body: unknown },
  ) => Promise<void>;
  /** What the workers see from now on. */
  readonly setControl: (body: unknown) => void;
  readonly askClock: () => Promise<SharedClock>;
  /** Frees the workers and leaves nothing behind. */
  readonly end: () => Promise<void>;
}

export interface CrewWorker {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** How many it offers. */
  readonly threads: number;
}

/** What is left of the workers of a run when some are lost before the load. */
export interface RestOfCrew {
  readonly count: number;
  /** The ids of those that are lost. */
  readonly except: ReadonlySet<string>;
}

/** Where the workers of a run come from; any that are free without either. */
export interface CrewSource {
  /** The workers of the load before. */
  readonly previous?: Crew;
  /** What is left of a crew. */
  readonly rest?: RestOfCrew;
}

/** The order in which threads are numbered, the same on every machine. */
export function sortWorkers(workers: readonly CrewWorker[]): readonly CrewWorker[] {
  return workers.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** What becomes of the workers of a run; each is given by its id. */
export interface CrewListener {
  readonly onReport: (worker: string, body: unknown) => void;
  readonly onRefused: (worker: string, reason: string) => void;
  readonly onFailed: (worker: string, reason: string) => void;
  /** Nothing was heard of it for 3 s. */
  readonly onLost: (worker: string) => void;
  readonly onBack: (worker: string) => void;
}
