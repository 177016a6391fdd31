/** The thread that reads files for the index. */
import { existsSync } from 'node:fs';
import { programFile } from '../../primitives/threads/program-file.js';
import { WorkerThread } from '../../primitives/threads/worker-thread.js';
import type { NamesProgram, ReadEvent, ReadInput, ReadResult } from './names-program.js';

export interface NamesReader {
  read(input: ReadInput, onEvent: (event: ReadEvent) => void, signal: AbortSignal): Promise<ReadResult>;
  /** Ends what is being read; the reader is not used afterwards. */
  close(): Promise<void>;
}

export interface NamesThreadOptions {
  readonly file?: URL;
  /** How long the thread waits for more work; an idle one would keep memory. */
  readonly idleMs?: number;
}

/** Starts its thread when there is something to read. Without a build, this thread does the work. */
export class NamesThread implements NamesReader {
  readonly #file: URL;
  readonly #idleMs: number;
  #thread: WorkerThread<NamesProgram> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor({ file = programFile('names-worker.js'), idleMs = IDLE_MS }: NamesThreadOptions = {}) {
    this.#file = file;
    this.#idleMs = idleMs;
  }

  get isRunning(): boolean {
    return this.#thread?.isAlive === true;
  }

  async read(
    input: ReadInput,
    onEvent: (event: ReadEvent) => void,
    signal: AbortSignal,
  ): Promise<ReadResult> {
    if (!existsSync(this.#file)) {
      const { readNames } = await import('./read-names.js');
      return readNames(input, { signal, emit: onEvent });
    }
    clearTimeout(this.#idle);
    if (!this.#thread?.isAlive) this.#thread = new WorkerThread({ file: this.#file, env: {} });
    const thread = this.#thread;
    try {
      return await thread.call('read', input, { signal, onEvent });
    } finally {
      if (thread.openCalls === 0) this.#endWhenIdle();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), this.#idleMs);
    this.#idle.unref();
  }
}

const IDLE_MS = 5000;
