/** The strategies of one load thread: its own, and those of threads that it took over from others. */
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import { NONE_DROPPED, type Dropped, type HandedOver } from './measure/load-recorder.js';
import type { StartPermission } from './start-permission.js';
import type { Strategy } from './strategy.js';
import type { ThreadRounds } from './worker-messages.js';

interface Member {
  readonly thread: number;
  readonly strategy: Strategy;
  /** When it wants to be woken. */
  next: number;
}

export class StrategyGroup {
  readonly #permission: StartPermission | undefined;
  readonly #own: Member;
  /** The own one is the first. */
  readonly #members: Member[];
  /** The members that started the iterations, without those of the own one, which are nearly always all. */
  readonly #starters = new Map<Iteration, Member>();

  /** `permission` is undefined when everything may start. */
  constructor(thread: number, own: Strategy, permission?: StartPermission) {
    this.#permission = permission;
    this.#own = { thread, strategy: own, next: Infinity };
    this.#members = [this.#own];
  }

  get own(): Strategy {
    return this.#own.strategy;
  }

  get iterations(): readonly Iteration[] {
    return this.#members.flatMap(({ strategy }) => strategy.iterations);
  }

  /** `create` is given what has to be called with each of its iterations. */
  adopt(thread: number, create: (register: (iteration: Iteration) => Iteration) => Strategy): void {
    const early: Iteration[] = [];
    const created: Member[] = [];
    const strategy = create((iteration) => {
      const [member] = created;
      if (member) this.#starters.set(iteration, member);
      else early.push(iteration);
      return iteration;
    });
    const member: Member = { thread, strategy, next: Infinity };
    created.push(member);
    for (const iteration of early) this.#starters.set(iteration, member);
    this.#members.push(member);
  }

  /** Starts what is due and returns the time of the next start. */
  wake(now: number): number {
    for (const member of this.#members) member.next = member.strategy.wake(now);
    return this.#next();
  }

  onEnded(iteration: Iteration, chain: LiveChain, sent: boolean, now: number): number {
    const member = this.#starters.get(iteration) ?? this.#own;
    member.next = member.strategy.onEnded(iteration, chain, sent, now);
    return this.#next();
  }

  /** The reason is that of the strategy that dropped most. */
  close(now: number): Dropped {
    let most = NONE_DROPPED;
    let count = 0;
    for (const { strategy } of this.#members) {
      const dropped = strategy.close(now);
      count += dropped.count;
      if (dropped.count >= most.count) most = dropped;
    }
    return { count, reason: most.reason };
  }

  get handedOver(): HandedOver {
    return {
      missing: this.#members.reduce((sum, { strategy }) => sum + strategy.missingCount, 0),
      adopted: this.#members.slice(1).reduce((sum, { strategy }) => sum + strategy.startedCount, 0),
    };
  }

  /** `received`: the newest report of rounds that the coordinator has. */
  permit(untilMs: number | null, received: number, now: number): void {
    const hadEnded = this.#permission?.renew(untilMs);
    const isResumed = hadEnded === true && this.#permission?.hasEnded === false;
    for (const { strategy } of this.#members) {
      strategy.acknowledgeRounds(received);
      if (isResumed) strategy.resume(now);
    }
  }

  /** A thread that was taken over again is given up by the strategy that has it now. */
  giveUp(thread: number, fromMs: number): void {
    for (const member of this.#members) if (member.thread === thread) member.strategy.giveUp(fromMs);
  }

  reserveRounds(report: number): readonly ThreadRounds[] {
    return this.#members.map(({ thread, strategy }) => ({ thread, rounds: strategy.reserveRounds(report) }));
  }

  #next(): number {
    let next = Infinity;
    for (const member of this.#members) next = Math.min(next, member.next);
    return next;
  }
}
