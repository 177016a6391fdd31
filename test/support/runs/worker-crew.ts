/** Workers of a load in this process: real sessions and load engines, with a link of memory between them. */
import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../../src/errors.js';
import { every } from '../../../src/primitives/clock.js';
import type {
  Crew,
  CrewListener,
  CrewWorker,
  LoadOrder,
  SharedClock,
  WorkerLink,
} from '../../../src/stress/distributed/load-messages.js';
import { performLoad, type SessionSettings } from '../../../src/stress/distributed/load-session.js';
import { fromMessage, asMessage } from './handed-out.js';
import type { TurnedTime } from './load-time.js';

export interface TestWorker {
  readonly name: string;
  readonly threads?: number;
  readonly settings?: Partial<SessionSettings>;
}

/** Between the clock of the queue and that of this process. */
const OFFSET_MS = 123_456;

type Ending = 'over' | 'coordinator lost' | 'queue lost';

export class MemoryWorker {
  readonly info: CrewWorker;
  readonly leaving = new AbortController();
  /** Whether it gets and sends messages. */
  isConnected = true;
  /** Called when it has an order, while others may not have theirs yet. */
  onOrder: (crew: MemoryCrew) => void = () => undefined;
  result: Promise<unknown> | undefined;
  kept: unknown;
  reports: unknown[] = [];
  #control: { readonly body: unknown } | undefined;
  readonly #listeners = new Set<(control: { readonly body: unknown }) => void>();
  #end: (ending: Ending) => void = () => undefined;
  readonly #test: TestWorker;
  readonly #time: TurnedTime;
  #onReport: (body: unknown) => void = () => undefined;

  constructor(test: TestWorker, time: TurnedTime) {
    this.#test = test;
    this.#time = time;
    this.info = { id: `id-${test.name}`, name: test.name, version: '1.0.0', threads: test.threads ?? 1 };
  }

  perform(order: LoadOrder, listener: CrewListener): void {
    this.#onReport = (body) => listener.onReport(this.info.id, body);
    const ended = new Promise<Ending>((resolve) => (this.#end = resolve));
    const link: WorkerLink = {
      worker: this.info.id,
      ended,
      control: undefined,
      onControl: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
      report: (body) => this.report(body),
      askClock: () => Promise.resolve(this.clock),
      keep: (value) => {
        this.kept = value;
        return Promise.resolve();
      },
    };
    const control = (): { readonly body: unknown } | undefined => this.#control;
    Object.defineProperty(link, 'control', { get: control });
    const settings: SessionSettings = {
      leaving: this.leaving.signal,
      environment: {},
      cpuTime: () => 0,
      refuse: (reason) => new ServiceError('forbidden', reason),
      startThread: this.#time.startThread,
      clock: this.#time.clock,
      reportMs: 100,
      ...this.#test.settings,
    };
    this.result = performLoad(order, link, settings).catch((error: unknown) => {
      if (error instanceof ServiceError) listener.onRefused(this.info.id, error.message);
      else listener.onFailed(this.info.id, String(error));
      return { ok: false };
    });
  }

  get clock(): SharedClock {
    return {
      roundTripMs: 2,
      errorMs: 1,
      now: () => this.#time.clock.now() + OFFSET_MS,
      toElapsed: (ms) => ms - OFFSET_MS,
    };
  }

  report(body: unknown): void {
    const copy: unknown = JSON.parse(JSON.stringify(body));
    this.reports.push(copy);
    const deliver = this.#onReport;
    if (this.isConnected) this.#time.later(() => deliver(copy));
  }

  receive(body: unknown): void {
    if (!this.isConnected) return;
    this.#control = { body: JSON.parse(JSON.stringify(body)) };
    for (const listener of this.#listeners) listener(this.#control);
  }

  end(ending: Ending): void {
    this.#end(ending);
  }
}

export class MemoryCrew implements Crew {
  readonly run = randomBytes(6).toString('hex');
  queueAwayMs = 0;
  /** By worker, for how long nothing of it was received. */
  readonly silences = new Map<string, number>();
  queueFault = '127.0.0.1:6379 refused the connection';
  readonly listener: CrewListener;
  members: readonly MemoryWorker[];
  /** They get what all get until the run is over. */
  readonly #replaced: MemoryWorker[] = [];
  #control: unknown = null;
  readonly #endBeats: () => void;

  constructor(members: readonly MemoryWorker[], listener: CrewListener, { clock }: TurnedTime) {
    this.members = members;
    this.listener = listener;
    this.#endBeats = every(clock, 50, () => this.#beat());
  }

  get workers(): readonly CrewWorker[] {
    return this.members.map(({ info }) => info);
  }

  silentMs(worker: string): number {
    return this.silences.get(worker) ?? 0;
  }

  sendOrder(worker: string, order: { readonly body: unknown }): Promise<void> {
    const { task, threads } = order.body as LoadOrder;
    const member = this.members.find(({ info }) => info.id === worker);
    if (member?.isConnected) {
      member.perform({ threads, task: fromMessage(asMessage(task)) }, this.listener);
      member.onOrder(this);
    }
    return Promise.resolve();
  }

  replace(lost: string, next: MemoryWorker): void {
    this.#replaced.push(...this.members.filter(({ info }) => info.id === lost));
    this.members = [...this.members.filter(({ info }) => info.id !== lost), next];
  }

  setControl(body: unknown): void {
    this.#control = body;
    this.#beat();
  }

  askClock(): Promise<SharedClock> {
    const [first] = this.members;
    if (!first) throw new Error('no worker');
    return Promise.resolve(first.clock);
  }

  async end(): Promise<void> {
    this.#endBeats();
    const all = [...this.members, ...this.#replaced];
    for (const member of all) member.end('over');
    for (const { result } of all) await result;
  }

  #beat(): void {
    for (const member of [...this.members, ...this.#replaced]) member.receive(this.#control);
  }
}
