import type { TeamFault } from './team-fault.js';

/** Collects what users have to be told about the team history, each thing once. */
export class FaultWarnings {
  #fault: TeamFault | undefined;
  #lost: string | undefined;
  #dropped = 0;
  #others: string[] = [];

  /** The first fault is the one to be told. */
  fault(fault: TeamFault): void {
    this.#fault ??= fault;
  }

  /** A run that could neither be stored nor kept. */
  lost(message: string): void {
    this.#lost ??= message;
  }

  /** Runs that had to make room for newer ones. */
  dropped(count: number): void {
    this.#dropped += count;
  }

  other(message: string): void {
    if (!this.#others.includes(message)) this.#others.push(message);
  }

  /** Returns sentences and forgets them; `waiting` is the number of runs in the spool. */
  take(waiting: number): readonly string[] {
    const fault =
      this.#fault && (this.#lost === undefined ? this.#fault.warning(waiting) : this.#fault.reason);
    const dropped =
      this.#dropped === 0
        ? undefined
        : `${this.#dropped} of the runs that waited for the team history were dropped, the oldest first`;
    const taken = [fault, this.#lost, dropped, ...this.#others].filter((each) => each !== undefined);
    this.#fault = undefined;
    this.#lost = undefined;
    this.#dropped = 0;
    this.#others = [];
    return taken;
  }
}
