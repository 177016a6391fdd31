/** A worker's side of threads that are handed over: says to its load threads what they may start. */
import type { LoadThreads, OwnThreads, SentSums } from '../load-threads.js';
import type { ThreadRounds } from '../worker-messages.js';
import type { AdoptionControl } from './adoption.js';

export class HeldThreads {
  readonly #worker: string;
  readonly #threads: Pick<LoadThreads, 'sendTo'>;
  readonly #own: readonly number[];
  /** By number of a thread of the test that is here, the load thread that starts its iterations. */
  readonly #places = new Map<number, number>();
  /** How many of the threads that were handed over were looked at. */
  #followed = 0;
  /** All of them. */
  handed: AdoptionControl['handed'] = [];
  /** How many of them were taken over here. */
  adoptedCount = 0;
  /** By load thread. */
  readonly #newest = new Map<number, SentSums>();
  /** By report that was not acknowledged, the number of the sums of each load thread in it. */
  readonly #reported = new Map<number, ReadonlyMap<number, number>>();
  #received: ReadonlyMap<number, number> = new Map();

  constructor(worker: string, { first, count }: OwnThreads, threads: Pick<LoadThreads, 'sendTo'>) {
    this.#worker = worker;
    this.#threads = threads;
    this.#own = Array.from({ length: count }, (_, place) => first + place);
    for (const [place, thread] of this.#own.entries()) this.#places.set(thread, place);
  }

  /** Before the start: from now on nothing starts without permission. */
  forbid(): void {
    for (const place of this.#own.keys()) {
      this.#threads.sendTo(place, { kind: 'permit', untilMs: null, received: 0 });
    }
  }

  /** `acknowledged` is the newest report that the coordinator has. */
  follow({ untilMs, handed }: AdoptionControl, acknowledged: number): void {
    this.#acknowledge(acknowledged);
    this.handed = handed;
    // What is given up comes first: the permission counts for what is left.
    for (; this.#followed < handed.length; this.#followed++) {
      const next = handed[this.#followed];
      if (next) this.#hand(next);
    }
    for (const [place, thread] of this.#own.entries()) {
      this.#threads.sendTo(place, {
        kind: 'permit',
        untilMs: untilMs[this.#worker] ?? null,
        received: this.#received.get(thread) ?? 0,
      });
    }
  }

  addSums(thread: number, sent: SentSums): void {
    this.#newest.set(thread, sent);
  }

  /** What the report with this number says of the rounds of users. */
  rounds(report: number): readonly ThreadRounds[] {
    const newest = [...this.#newest];
    this.#reported.set(report, new Map(newest.map(([thread, { number }]) => [thread, number])));
    return newest.flatMap(([, sent]) => sent.rounds.filter(({ rounds }) => rounds.length > 0));
  }

  #hand({ thread, worker, fromMs, rounds }: AdoptionControl['handed'][number]): void {
    const place = this.#places.get(thread);
    this.#places.delete(thread);
    if (place !== undefined) this.#threads.sendTo(place, { kind: 'giveUp', thread, fromMs });
    if (worker !== this.#worker) return;
    const least = this.#leastBusy();
    this.#places.set(thread, least);
    this.adoptedCount++;
    this.#threads.sendTo(least, { kind: 'adopt', thread, fromMs, rounds });
  }

  #leastBusy(): number {
    const counts = this.#own.map(() => 0);
    for (const place of this.#places.values()) counts[place] = (counts[place] ?? 0) + 1;
    return counts.indexOf(Math.min(...counts));
  }

  #acknowledge(report: number): void {
    this.#received = this.#reported.get(report) ?? this.#received;
    for (const number of this.#reported.keys()) if (number <= report) this.#reported.delete(number);
  }
}
