/** Closed loop: every user sends, waits for the response, thinks, and sends again. */
import { DueQueue } from './due-queue.js';
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import { RoundLimits } from './plan/round-limits.js';
import { userRowNumbers } from './plan/row-numbers.js';
import { NONE_DROPPED, type Dropped } from './measure/load-recorder.js';
import { planPresence, type Presence } from './plan/user-presence.js';
import { EARLY_WAKE_MS, type Strategy, type StrategyInput } from './strategy.js';

interface VirtualUser {
  readonly number: number;
  /** Among those of this strategy. */
  readonly place: number;
  /** A new one, without cookies, when the user comes back. */
  iteration: Iteration;
  /** The number of iterations so far. */
  rounds: number;
  isPresent: boolean;
  /** When the user leaves; the iteration under way is finished. */
  until: number;
  readonly laterPresences: Presence[];
}

/** Users whose requests cannot even be sent would otherwise fail in a busy loop. */
const UNSENT_PAUSE_MS = 100;
/** How long a user waits who is ahead of what was reported. */
const AHEAD_PAUSE_MS = 20;

export class VirtualUsers implements Strategy {
  readonly iterations: Iteration[] = [];
  readonly #input: StrategyInput;
  readonly #users = new Map<Iteration, VirtualUser>();
  /** Users that have not started or are away, and users that think. */
  readonly #waiting = new DueQueue<VirtualUser>();
  /** Undefined when nobody may take the users over. */
  readonly #limits: RoundLimits | undefined;
  #closed = false;
  startedCount = 0;
  readonly missingCount = 0;

  constructor(input: StrategyInput) {
    this.#input = input;
    const { task, newIteration, start, takenOver } = input;
    for (let number = task.thread; number < task.stress.vus; number += task.threads) {
      const laterPresences = [...planPresence(number, task.stress)];
      const iteration = newIteration();
      const place = this.iterations.length;
      const rounds = takenOver?.rounds[place] ?? 0;
      const user = { number, place, iteration, rounds, isPresent: false, until: 0, laterPresences };
      this.#users.set(iteration, user);
      this.iterations.push(iteration);
      this.#awaitReturn(user, takenOver ? start + takenOver.fromMs : 0);
    }
    if (input.permission) this.#limits = new RoundLimits(this.#rounds());
  }

  wake(now: number): number {
    const waiting = this.#waiting;
    const { permission } = this.#input;
    let due = waiting.nextDue;
    for (; due <= now + EARLY_WAKE_MS && !this.#closed; due = waiting.nextDue) {
      // They start when that is allowed again.
      if (permission && !permission.allows(due)) return Infinity;
      const user = waiting.take();
      if (user && due < user.until) this.#start(user, due);
      else if (user) this.#leave(user, due);
    }
    return due;
  }

  onEnded(iteration: Iteration, chain: LiveChain, sent: boolean, now: number): number {
    const user = this.#users.get(iteration);
    if (!user) return this.#waiting.nextDue;
    if (this.#closed) {
      this.#input.recorder.active--;
      return Infinity;
    }
    const pause = sent ? chain.think : Math.max(chain.think, UNSENT_PAUSE_MS);
    if (now >= user.until) this.#leave(user, now);
    else if (pause === 0 && (this.#input.permission?.allows(now) ?? true)) this.#start(user, now);
    else this.#waiting.add(user, Math.min(now + pause, user.until));
    return this.#waiting.nextDue;
  }

  /** Thinking users have finished. */
  close(): Dropped {
    this.#closed = true;
    const waiting = this.#waiting;
    for (let user = waiting.take(); user; user = waiting.take()) {
      if (user.isPresent) this.#input.recorder.active--;
    }
    return NONE_DROPPED;
  }

  resume(): void {
    // Users go on where they are.
  }

  /** At once: the rounds of the others follow those that were reported. */
  giveUp(): void {
    if (!this.#closed) this.close();
  }

  reserveRounds(report: number): readonly number[] {
    return this.#limits?.reserve(report, this.#rounds()) ?? [];
  }

  acknowledgeRounds(report: number): void {
    this.#limits?.acknowledge(report);
  }

  #rounds(): readonly number[] {
    return [...this.#users.values()].sort((a, b) => a.place - b.place).map(({ rounds }) => rounds);
  }

  #leave(user: VirtualUser, now: number): void {
    user.isPresent = false;
    this.#input.recorder.active--;
    if (user.laterPresences.length === 0) return;
    const iteration = this.#input.newIteration();
    this.#users.delete(user.iteration);
    this.#users.set(iteration, user);
    this.iterations[this.iterations.indexOf(user.iteration)] = iteration;
    user.iteration = iteration;
    this.#awaitReturn(user, now);
  }

  /** An iteration may have taken so long that the user should be back already, or gone again. */
  #awaitReturn(user: VirtualUser, now: number): void {
    const { start } = this.#input;
    for (let next = user.laterPresences.shift(); next; next = user.laterPresences.shift()) {
      user.until = start + next.until;
      if (now >= user.until) continue;
      this.#waiting.add(user, Math.max(start + next.from, now));
      return;
    }
  }

  #start(user: VirtualUser, planned: number): void {
    const { chains, pick, recorder, task } = this.#input;
    if (this.#limits?.allows(user.place, user.rounds) === false) {
      this.#waiting.add(user, planned + AHEAD_PAUSE_MS);
      return;
    }
    const chain = chains[pick(user.number, user.rounds)];
    if (!chain) return;
    if (!user.isPresent) recorder.active++;
    user.isPresent = true;
    const rows = userRowNumbers(user.number, user.rounds, task.stress.vus);
    user.rounds++;
    this.startedCount++;
    user.iteration.start(chain, planned, planned, rows);
  }
}
