import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitAtMost } from '../../primitives/wait-at-most.js';
import type { OpenedQueue } from '../../queue/open-queue.js';
import type { QueueSettings } from '../../queue/settings/queue-settings.js';
import { WorkerHost, type OrderHandler, type RunOutcome } from '../../queue/worker-host.js';
import { version } from '../../version.js';
import type { Log } from '../settings/log.js';
import { connectWorker } from './connect-worker.js';

export interface WorkerOptions {
  readonly settings: QueueSettings;
  readonly name: string;
  /** One less than there are cores when left out. */
  readonly threads: number | undefined;
  readonly labels: readonly string[];
  readonly handlers: Readonly<Record<string, OrderHandler>>;
  readonly nodeVersion: string;
  readonly once: boolean;
  readonly idleExitMs: number | undefined;
  readonly log: Log;
  /** Called when orders can be taken. */
  readonly onReady: (worker: ReadyWorker) => Promise<void>;
  readonly onFault: (error: unknown) => void;
  /** Ends the worker in order. */
  readonly signal: AbortSignal;
}

export interface ReadyWorker {
  readonly name: string;
  readonly threads: number;
}

/** Leaving takes at most this long, whatever a handler does. */
const LEAVE_MS = 4500;

/** Takes orders until it is ended, has nothing to do for too long, or has done its only run; returns how that went. */
export async function runWorker(options: WorkerOptions): Promise<RunOutcome> {
  const { settings, log, signal, idleExitMs } = options;
  const queue = await connectWorker(settings, { log, signal });
  if (queue === undefined) return 'ok';
  for (const warning of queue.warnings) log('warn', warning);
  const cores = availableParallelism();
  const threads = options.threads ?? Math.max(1, cores - 1);
  const end = new Ending(idleExitMs, signal);
  const { name, labels, nodeVersion, handlers, onFault } = options;
  const host = new WorkerHost(queue, {
    traits: { name, threads, cores, version, nodeVersion, labels },
    handlers,
    onTaken: (run, count) => {
      end.onTaken();
      log('info', 'took an order', { run, threads: count });
    },
    onRefused: (run, reason) => log('warn', `refused an order: ${reason}`, { run }),
    onEnded: (run, outcome) => {
      log('info', 'the run is over', { run, outcome });
      end.onEnded(outcome, options.once);
    },
    onFault,
  });
  const silence = reportConnection(queue, log);
  await host.start();
  await options.onReady({ name: host.name, threads });
  const outcome = await end.reached;
  await waitAtMost(LEAVE_MS, host.leave());
  silence();
  await queue.transport.close();
  return outcome;
}

function reportConnection({ transport }: OpenedQueue, log: Log): () => void {
  let wasConnected = true;
  return transport.onConnection((isConnected) => {
    if (isConnected === wasConnected) return;
    wasConnected = isConnected;
    if (isConnected) log('info', 'the queue is there again');
    else log('warn', 'the connection to the queue was lost; trying again');
  });
}

/** When and how a worker ends. */
class Ending {
  readonly reached: Promise<RunOutcome>;
  readonly #idleMs: number | undefined;
  #reach: (outcome: RunOutcome) => void = () => undefined;
  #idle = new AbortController();

  constructor(idleMs: number | undefined, signal: AbortSignal) {
    this.#idleMs = idleMs;
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
    if (signal.aborted) this.#reach('ok');
    signal.addEventListener('abort', () => this.#reach('ok'), { once: true });
    void this.#waitIdle();
    void this.reached.then(() => this.#idle.abort());
  }

  onTaken(): void {
    this.#idle.abort();
  }

  onEnded(outcome: RunOutcome, once: boolean): void {
    // A defect may have left anything behind, so that nothing else is done by this process.
    if (outcome === 'defect' || (once && outcome !== 'refused')) this.#reach(outcome);
    this.#idle = new AbortController();
    void this.#waitIdle();
  }

  async #waitIdle(): Promise<void> {
    if (this.#idleMs === undefined) return;
    const { signal } = this.#idle;
    await sleep(this.#idleMs, undefined, { signal }).then(
      () => this.#reach('ok'),
      () => undefined,
    );
  }
}
