/** Closed loop (server.md 10.3): every user sends, waits for the answer, thinks, and sends again. */
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import { EARLY, type CreateStrategy } from './strategy.js';
import { DueQueue } from './due-queue.js';

interface User {
  readonly number: number;
  readonly iteration: Iteration;
  /** Iterations so far. */
  rounds: number;
}

/** Users whose requests cannot even be sent would otherwise fail without end, as fast as they can. */
const PAUSE_UNSENT = 100;

export const virtualUsers: CreateStrategy = ({ order, chains, pick, recorder, start, newIteration }) => {
  const { thread, threads, stress } = order;
  const users = new Map<Iteration, User>();
  const iterations: Iteration[] = [];
  const waiting = new DueQueue<User>();
  let closed = false;

  for (let number = thread; number < stress.vus; number += threads) {
    const user = { number, iteration: newIteration(), rounds: 0 };
    users.set(user.iteration, user);
    iterations.push(user.iteration);
    waiting.add(user, start + (number * stress.rampUp) / stress.vus);
  }

  const begin = (user: User, planned: number): void => {
    const chain = chains[pick(user.number, user.rounds)];
    if (!chain) return;
    if (user.rounds === 0) recorder.active++;
    user.rounds++;
    user.iteration.begin(chain, planned, planned);
  };

  const pauseAfter = (chain: LiveChain, sent: boolean): number =>
    sent ? chain.think : Math.max(chain.think, PAUSE_UNSENT);

  return {
    iterations,
    wake: (now) => {
      for (let due = waiting.nextDue; due <= now + EARLY && !closed; due = waiting.nextDue) {
        const user = waiting.take();
        if (user) begin(user, due);
      }
      return waiting.nextDue;
    },
    ended: (iteration, chain, sent, now) => {
      const user = users.get(iteration);
      if (!user) return waiting.nextDue;
      if (closed) {
        recorder.active--;
        return Infinity;
      }
      const pause = pauseAfter(chain, sent);
      if (pause === 0) begin(user, now);
      else waiting.add(user, now + pause);
      return waiting.nextDue;
    },
    close: () => {
      closed = true;
      // Those who think have ended.
      for (let user = waiting.take(); user; user = waiting.take()) if (user.rounds > 0) recorder.active--;
      return 0;
    },
  };
};
