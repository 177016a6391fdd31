/** Closed loop: every user sends, waits for the response, thinks, and sends again. */
import { DueQueue } from './due-queue.js';
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import { userRowNumbers } from './plan/row-numbers.js';
import { NONE_DROPPED, type Dropped } from './measure/load-recorder.js';
import { EARLY_WAKE_MS, type Strategy, type StrategyInput } from './strategy.js';

interface VirtualUser {
  readonly number: number;
  readonly iteration: Iteration;
  /** The number of iterations so far. */
  rounds: number;
}

/** Users whose requests cannot even be sent would otherwise fail in a busy loop. */
const UNSENT_PAUSE_MS = 100;

export class VirtualUsers implements Strategy {
  readonly iterations: Iteration[] = [];
  readonly #input: StrategyInput;
  readonly #users = new Map<Iteration, VirtualUser>();
  /** Users that have not started, and users that think. */
  readonly #waiting = new DueQueue<VirtualUser>();
  #closed = false;

  constructor(input: StrategyInput) {
    this.#input = input;
    const { task, start, newIteration } = input;
    const { vus, rampUp } = task.stress;
    for (let number = task.thread; number < vus; number += task.threads) {
      const user = { number, iteration: newIteration(), rounds: 0 };
      this.#users.set(user.iteration, user);
      this.iterations.push(user.iteration);
      this.#waiting.add(user, start + (number * rampUp) / vus);
    }
  }

  wake(now: number): number {
    const waiting = this.#waiting;
    for (let due = waiting.nextDue; due <= now + EARLY_WAKE_MS && !this.#closed; due = waiting.nextDue) {
      const user = waiting.take();
      if (user) this.#start(user, due);
    }
    return waiting.nextDue;
  }

  onEnded(iteration: Iteration, chain: LiveChain, sent: boolean, now: number): number {
    const user = this.#users.get(iteration);
    if (!user) return this.#waiting.nextDue;
    if (this.#closed) {
      this.#input.recorder.active--;
      return Infinity;
    }
    const pause = sent ? chain.think : Math.max(chain.think, UNSENT_PAUSE_MS);
    if (pause === 0) this.#start(user, now);
    else this.#waiting.add(user, now + pause);
    return this.#waiting.nextDue;
  }

  /** Thinking users have finished. */
  close(): Dropped {
    this.#closed = true;
    const waiting = this.#waiting;
    for (let user = waiting.take(); user; user = waiting.take()) {
      if (user.rounds > 0) this.#input.recorder.active--;
    }
    return NONE_DROPPED;
  }

  #start(user: VirtualUser, planned: number): void {
    const { chains, pick, recorder, task } = this.#input;
    const chain = chains[pick(user.number, user.rounds)];
    if (!chain) return;
    if (user.rounds === 0) recorder.active++;
    const rows = userRowNumbers(user.number, user.rounds, task.stress.vus);
    user.rounds++;
    user.iteration.start(chain, planned, planned, rows);
  }
}
