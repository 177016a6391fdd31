/** Who starts the iterations of which thread, when others take those of lost workers over (`--on-loss adopt`). */
import type { ThreadRounds } from '../worker-messages.js';
import { FIRST_ROUNDS } from '../plan/round-limits.js';
import type { LoadTimes } from './load-times.js';

/** A thread that a worker has from a time on. */
export interface HandedThread {
  readonly thread: number;
  /** The id of its new holder. */
  readonly worker: string;
  /** Milliseconds after the start of the load. */
  readonly fromMs: number;
  /** With users: the next round of each user; empty otherwise. */
  readonly rounds: readonly number[];
}

/** The whole state: every beat says all of it again. */
export interface AdoptionControl {
  /** By worker, until when it may start, in milliseconds after the start of the load; left out: nothing. */
  readonly untilMs: Readonly<Record<string, number>>;
  /** All threads that were handed over, oldest first; it only grows. */
  readonly handed: readonly HandedThread[];
}

/** A worker as the others see it. */
export interface ThreadHolder {
  readonly id: string;
  readonly first: number;
  readonly count: number;
}

/** The coordinator's half of the rule that `start-permission.ts` explains. */
export class Adoption {
  readonly #times: Pick<LoadTimes, 'permitMs' | 'silentMs' | 'handOverMs'>;
  readonly #workers: readonly ThreadHolder[];
  /** The highest end that a worker was ever given. */
  readonly #untilMs = new Map<string, number>();
  readonly #handed: HandedThread[] = [];
  readonly #holders = new Map<number, string>();
  /** By thread, the rounds that its users may reach, as far as its holders have reported. */
  readonly #rounds = new Map<number, readonly number[]>();

  constructor(
    workers: readonly ThreadHolder[],
    times: Pick<LoadTimes, 'permitMs' | 'silentMs' | 'handOverMs'>,
  ) {
    this.#workers = workers;
    this.#times = times;
    for (const { id, first, count } of workers)
      for (let thread = first; thread < first + count; thread++) this.#holders.set(thread, id);
  }

  /** What a beat says that is made at this time; `silentMs`: how long nothing of a worker was received. */
  control(atMs: number, silentMs: (worker: string) => number): AdoptionControl {
    const untilMs: Record<string, number> = {};
    for (const { id } of this.#workers) {
      if (silentMs(id) >= this.#times.silentMs) continue;
      untilMs[id] = atMs + this.#times.permitMs;
      this.#untilMs.set(id, Math.max(this.#untilMs.get(id) ?? 0, untilMs[id]));
    }
    return { untilMs, handed: [...this.#handed] };
  }

  /** The newest report of a worker; rounds of threads that it has no more are of no interest. */
  addRounds(worker: string, reported: readonly ThreadRounds[]): void {
    for (const { thread, rounds } of reported)
      if (this.#holders.get(thread) === worker) this.#rounds.set(thread, rounds);
  }

  /**
   * Gives the threads of a lost worker to the others, each of which has at most twice as many as at the start; threads
   * that nobody can take stay where they are. `endMs` is the end of the load, `users` the number of users, or 0.
   */
  handOver(
    lost: string,
    others: readonly string[],
    { atMs, endMs, users }: { readonly atMs: number; readonly endMs: number; readonly users: number },
  ): readonly HandedThread[] {
    const fromMs = Math.max(0, atMs + this.#times.handOverMs, this.#untilMs.get(lost) ?? 0);
    if (fromMs >= endMs) return [];
    const handed: HandedThread[] = [];
    for (const thread of this.#threadsOf(lost)) {
      const worker = this.#leastBusy(others);
      if (worker === undefined) break;
      const rounds = users > 0 ? this.#nextRounds(thread, users) : [];
      // The next holder may be lost before its first report.
      this.#rounds.set(
        thread,
        rounds.map((round) => round + FIRST_ROUNDS),
      );
      this.#holders.set(thread, worker);
      handed.push({ thread, worker, fromMs, rounds });
    }
    this.#handed.push(...handed);
    return handed;
  }

  #nextRounds(thread: number, users: number): readonly number[] {
    const count = Math.max(0, Math.ceil((users - thread) / this.#holders.size));
    return this.#rounds.get(thread) ?? Array.from({ length: count }, () => FIRST_ROUNDS);
  }

  #threadsOf(worker: string): readonly number[] {
    return [...this.#holders].flatMap(([thread, holder]) => (holder === worker ? [thread] : []));
  }

  /** The worker with the lowest share of threads that are not its own; undefined when all have twice their number. */
  #leastBusy(workers: readonly string[]): string | undefined {
    let best: { readonly id: string; readonly share: number } | undefined;
    for (const { id, count } of this.#workers) {
      const share = this.#threadsOf(id).length / count;
      if (workers.includes(id) && share < 2 && share < (best?.share ?? Infinity)) best = { id, share };
    }
    return best?.id;
  }
}
