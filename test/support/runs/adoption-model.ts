/** A load whose workers take threads over from each other, on clocks that a test sets: who starts what. */
import { ArrivalRate } from '../../../src/stress/arrival-rate.js';
import { Adoption, type AdoptionControl } from '../../../src/stress/distributed/adoption.js';
import { HeldThreads } from '../../../src/stress/distributed/held-threads.js';
import { LOAD_TIMES } from '../../../src/stress/distributed/load-times.js';
import type { Iteration } from '../../../src/stress/iteration.js';
import type { LiveChain } from '../../../src/stress/load-context.js';
import { LoadRecorder } from '../../../src/stress/measure/load-recorder.js';
import type { RowNumbers } from '../../../src/stress/plan/row-numbers.js';
import { readStressOptions } from '../../../src/stress/plan/stress-options.js';
import { StartPermission } from '../../../src/stress/start-permission.js';
import { StrategyGroup } from '../../../src/stress/strategy-group.js';
import type { Strategy } from '../../../src/stress/strategy.js';
import { VirtualUsers } from '../../../src/stress/virtual-users.js';
import type { LoadMessage, TakenOver, ThreadRounds } from '../../../src/stress/worker-messages.js';
import { loadOrder } from './stress-run.js';

/**
 * `frozen`: the process stands still; `suspended`: its clock too; `muted`: its reports are lost; `deaf`: beats to it
 * are lost; `late`: they all come at the end.
 */
export const FAULTS = ['frozen', 'suspended', 'muted', 'deaf', 'late'] as const;

export interface Fault {
  readonly worker: number;
  readonly kind: (typeof FAULTS)[number];
  readonly fromMs: number;
  readonly forMs: number;
}

export interface ModelClock {
  readonly offsetMs: number;
  /** How fast it runs. */
  readonly rate: number;
  /** The error of the start of the load on this clock. */
  readonly errorMs: number;
}

export interface ModelInput {
  readonly mode: 'rate' | 'vus';
  readonly faults: readonly Fault[];
  readonly clocks: readonly ModelClock[];
}

export interface ModelResult {
  /** By number of an iteration, or of a round of a user, how often it was started. */
  readonly starts: ReadonlyMap<number, number>;
  readonly planned: number;
  readonly missing: number;
  readonly adopted: number;
}

const THREADS = [1, 2, 1];
const DURATION_MS = 12_000;
const RATE = 40;
const STEP_MS = 50;
const ROUND_MS = 150;
const LOST_MS = 3000;
const total = THREADS.reduce((sum, count) => sum + count, 0);
const chain = { think: 0 } as LiveChain;

interface Beat {
  readonly adoption: AdoptionControl;
  readonly acknowledged: readonly number[];
}

class ModelWorker {
  readonly held: HeldThreads;
  readonly groups: StrategyGroup[] = [];
  readonly inbox: Beat[] = [];
  readonly #clock: ModelClock;
  readonly #mode: ModelInput['mode'];
  readonly #onStart: (number: number) => void;
  readonly #running: {
    readonly end: number;
    readonly group: StrategyGroup;
    readonly iteration: Iteration;
  }[] = [];
  readonly #permissions: StartPermission[] = [];
  readonly #first: number;
  #timeMs = 0;
  #standstillMs = 0;
  reports = 0;

  constructor(index: number, { mode, clocks }: ModelInput, onStart: (number: number) => void) {
    this.#mode = mode;
    this.#clock = clocks[index] ?? { offsetMs: 0, rate: 1, errorMs: 0 };
    this.#onStart = onStart;
    const first = THREADS.slice(0, index).reduce((sum, count) => sum + count, 0);
    const count = THREADS[index] ?? 0;
    this.#first = first;
    this.held = new HeldThreads(
      `w${index}`,
      { first, count, total },
      { sendTo: (place, message) => this.#send(place, message) },
    );
    for (let place = 0; place < count; place++) this.#permissions.push(new StartPermission(() => this.now));
    for (const [place, permission] of this.#permissions.entries()) {
      permission.begin(this.#start);
      const own = this.#strategy(place, first + place, (iteration) => iteration);
      this.groups.push(new StrategyGroup(first + place, own, permission));
    }
  }

  get now(): number {
    return (this.#timeMs - this.#standstillMs) * this.#clock.rate + this.#clock.offsetMs;
  }

  get #start(): number {
    return this.#clock.offsetMs + this.#clock.errorMs;
  }

  pass(timeMs: number, clockStands: boolean): void {
    if (clockStands) this.#standstillMs += timeMs - this.#timeMs;
    this.#timeMs = timeMs;
  }

  run(index: number): void {
    for (const { adoption, acknowledged } of this.inbox.splice(0)) {
      this.held.follow(adoption, acknowledged[index] ?? 0);
    }
    for (const ended of this.#running.splice(0)) {
      if (ended.end <= this.now) ended.group.onEnded(ended.iteration, chain, true, this.now);
      else this.#running.push(ended);
    }
    if (this.now < this.#start + DURATION_MS) for (const group of this.groups) group.wake(this.now);
  }

  /** What the next report says of rounds. */
  report(): readonly ThreadRounds[] {
    this.reports++;
    for (const [place, group] of this.groups.entries()) {
      this.held.addSums(this.#first + place, {
        number: this.reports,
        rounds: group.reserveRounds(this.reports),
      });
    }
    return this.held.rounds(this.reports);
  }

  close(): void {
    for (const group of this.groups) group.close(this.#start + DURATION_MS);
  }

  #send(place: number, message: LoadMessage): void {
    const group = this.groups[place];
    if (!group) return;
    if (message.kind === 'permit') group.permit(message.untilMs, message.received, this.now);
    if (message.kind === 'giveUp') group.giveUp(message.thread, message.fromMs);
    if (message.kind === 'adopt') {
      group.adopt(message.thread, (register) => this.#strategy(place, message.thread, register, message));
    }
  }

  #strategy(
    place: number,
    thread: number,
    register: (iteration: Iteration) => Iteration,
    takenOver?: TakenOver,
  ): Strategy {
    const size = this.#mode === 'vus' ? { vus: 6 } : { rate: RATE };
    const stress = readStressOptions({ duration: DURATION_MS, ...size });
    const Chosen = this.#mode === 'vus' ? VirtualUsers : ArrivalRate;
    return new Chosen({
      task: loadOrder({ stress, weights: [1], iterationRate: RATE, thread, threads: total, slots: 1e6 }),
      chains: [chain],
      pick: () => 0,
      recorder: new LoadRecorder(1, () => undefined),
      start: this.#start,
      newIteration: () => register(this.#iteration(place)),
      permission: this.#permissions[place],
      takenOver,
    });
  }

  #iteration(place: number): Iteration {
    const iteration = {
      start: (_chain: LiveChain, planned: number, _lag: number, rows: RowNumbers) => {
        const number = this.#mode === 'vus' ? rows(0) : Math.round(((planned - this.#start) * RATE) / 1000);
        this.#onStart(number);
        const group = this.groups[place];
        if (group && this.#mode === 'vus') this.#running.push({ end: this.now + ROUND_MS, group, iteration });
      },
    } as unknown as Iteration;
    return iteration;
  }
}

export function runAdoptionModel(input: ModelInput): ModelResult {
  const starts = new Map<number, number>();
  const onStart = (number: number): void => void starts.set(number, (starts.get(number) ?? 0) + 1);
  const workers = THREADS.map((_, index) => new ModelWorker(index, input, onStart));
  const holders = THREADS.map((count, index) => ({
    id: `w${index}`,
    first: THREADS.slice(0, index).reduce((sum, each) => sum + each, 0),
    count,
  }));
  const adoption = new Adoption(holders, LOAD_TIMES);
  const reportedAt = workers.map(() => -1000);
  const lost = new Set<number>();
  const acknowledged = workers.map(() => 0);
  const has = (worker: number, kind: Fault['kind'], at: number): boolean =>
    input.faults.some(
      (fault) =>
        fault.worker === worker &&
        fault.kind === kind &&
        fault.fromMs <= at &&
        at < fault.fromMs + fault.forMs,
    );
  for (let at = -1000; at < DURATION_MS + 5000; at += STEP_MS) {
    const beat = (): void => {
      const control = adoption.control(at, (id) => at - (reportedAt[Number(id.slice(1))] ?? 0));
      for (const [index, worker] of workers.entries()) {
        if (!has(index, 'deaf', at))
          worker.inbox.push({ adoption: control, acknowledged: [...acknowledged] });
      }
    };
    for (const index of workers.keys()) {
      if (lost.has(index) || at - (reportedAt[index] ?? 0) < LOST_MS) continue;
      lost.add(index);
      const others = workers.flatMap((_, other) => (lost.has(other) ? [] : [`w${other}`]));
      adoption.handOver(`w${index}`, others, {
        atMs: at,
        endMs: DURATION_MS,
        users: input.mode === 'vus' ? 6 : 0,
      });
      beat();
    }
    if (at % 1000 === 0) beat();
    for (const [index, worker] of workers.entries()) {
      worker.pass(at, has(index, 'suspended', at));
      if (has(index, 'frozen', at) || has(index, 'suspended', at)) continue;
      if (!has(index, 'late', at)) worker.run(index);
      else if (worker.now >= 0) for (const group of worker.groups) group.wake(worker.now);
      if ((at + 300 * index) % 1000 !== 0) continue;
      const rounds = worker.report();
      if (has(index, 'muted', at)) continue;
      reportedAt[index] = at;
      lost.delete(index);
      acknowledged[index] = worker.reports;
      adoption.addRounds(`w${index}`, rounds);
    }
  }
  for (const worker of workers) worker.close();
  const handed = workers.flatMap(({ groups }) => groups.map((group) => group.handedOver));
  return {
    starts,
    planned: (RATE * DURATION_MS) / 1000,
    missing: handed.reduce((sum, each) => sum + each.missing, 0),
    adopted: handed.reduce((sum, each) => sum + each.adopted, 0),
  };
}
