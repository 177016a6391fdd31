import type { UnitControl } from './unit-messages.js';

/** A unit on its way to a worker, as its coordinator sees it. */
export interface HandedUnit {
  readonly number: number;
  /** The lowest is taken first. */
  readonly rank: number;
  readonly write: () => Promise<unknown>;
  /** Sealed for the queue, where it may be lost; undefined before it is put there for the first time. */
  sealed: Buffer | undefined;
  /** How many times it was put into the queue. */
  puts: number;
  state: 'pending' | 'waiting' | 'granted';
  /** The id of the worker that may run it. */
  worker: string;
  /** It was not in the queue the last time, though nobody has asked for it. */
  isAbsent: boolean;
}

/** All units that have not ended, and who may run which of them. */
export class HandedUnits {
  readonly #units = new Map<number, HandedUnit>();
  #last = 0;

  add(rank: number, write: () => Promise<unknown>): HandedUnit {
    const number = (this.#last += 1);
    const unit: HandedUnit = {
      number,
      rank,
      write,
      sealed: undefined,
      puts: 0,
      state: 'pending',
      worker: '',
      isAbsent: false,
    };
    this.#units.set(number, unit);
    return unit;
  }

  get size(): number {
    return this.#units.size;
  }

  get(number: number): HandedUnit | undefined {
    return this.#units.get(number);
  }

  remove(number: number): void {
    this.#units.delete(number);
  }

  in(state: HandedUnit['state']): readonly HandedUnit[] {
    return [...this.#units.values()].filter((unit) => unit.state === state);
  }

  of(worker: string): readonly HandedUnit[] {
    return this.in('granted').filter((unit) => unit.worker === worker);
  }

  /** The one that is to be put into the queue next; undefined when there is none, or enough is waiting there. */
  nextToPut(maxWaitingBytes: number): HandedUnit | undefined {
    const waiting = this.in('waiting').reduce((sum, { sealed }) => sum + (sealed?.length ?? 0), 0);
    if (waiting > maxWaitingBytes) return undefined;
    return this.in('pending').reduce<HandedUnit | undefined>(
      (first, unit) => (first === undefined || unit.rank < first.rank ? unit : first),
      undefined,
    );
  }

  /** False if it belongs to somebody else, or is over. */
  grant(number: number, worker: string): boolean {
    const unit = this.#units.get(number);
    if (unit === undefined || unit.state === 'granted') return false;
    unit.state = 'granted';
    unit.worker = worker;
    return true;
  }

  /** It has to be put into the queue again. */
  putAgain(unit: HandedUnit): void {
    unit.state = 'pending';
    unit.worker = '';
    unit.isAbsent = false;
  }

  granted(): UnitControl['granted'] {
    const granted: Record<string, number[]> = {};
    for (const { worker, number } of this.in('granted')) (granted[worker] ??= []).push(number);
    return granted;
  }
}
