import { existsSync } from 'node:fs';
import { Slots } from '../primitives/slots.js';
import type { ConversionKind, Conversions } from './conversion.js';
import { ConversionThread } from './conversion-thread.js';

/** Each may take the memory of a large document, and there are other things to compute. */
const MOST_THREADS = 2;
/** An idle thread keeps what it has loaded, and its memory. */
const IDLE_MS = 30_000;

/** Converts beside the event loop; threads start with the first task and are used again. */
export class ConversionThreads {
  readonly #file: URL;
  readonly #slots = new Slots(MOST_THREADS);
  readonly #threads = new Set<ConversionThread>();
  readonly #idle: ConversionThread[] = [];
  #idleSince: NodeJS.Timeout | undefined;

  constructor(file: URL = WORKER) {
    this.#file = file;
  }

  /** The task is made when it can begin, so that those who wait hold no documents. */
  run<K extends ConversionKind>(
    make: () => Promise<Conversions[K]['task']>,
    signal: AbortSignal,
  ): Promise<Conversions[K]['result']> {
    return this.#slots.use(signal, async () => {
      const task = await make();
      signal.throwIfAborted();
      // Without a build there are only the sources, which no thread can load.
      if (!existsSync(this.#file)) return (await import('./conversion.js')).performConversion(task);
      const thread = this.#take();
      try {
        return await thread.perform<K>(task, signal);
      } finally {
        this.#giveBack(thread);
      }
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleSince);
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
    this.#threads.clear();
  }

  #take(): ConversionThread {
    clearTimeout(this.#idleSince);
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.isAlive) return idle;
      this.#threads.delete(idle);
    }
    const thread = new ConversionThread(this.#file);
    this.#threads.add(thread);
    return thread;
  }

  #giveBack(thread: ConversionThread): void {
    if (thread.isAlive) this.#idle.push(thread);
    else this.#threads.delete(thread);
    clearTimeout(this.#idleSince);
    this.#idleSince = setTimeout(() => this.#endIdle(), IDLE_MS).unref();
  }

  #endIdle(): void {
    for (const thread of this.#idle.splice(0)) {
      this.#threads.delete(thread);
      void thread.end();
    }
  }
}

const WORKER = new URL('./conversion-worker.js', import.meta.url);
