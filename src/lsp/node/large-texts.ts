/** Parses and formats large texts in a thread, so that other documents do not wait for them. */
import { existsSync } from 'node:fs';
import { programFile } from '../../primitives/threads/program-file.js';
import { WorkerThread } from '../../primitives/threads/worker-thread.js';
import { keepSourceText } from '../../request-file/source-text.js';
import { analyseText, formatText, type TextPlace, type TextProgram } from './text-work.js';
import type { Analysed } from '../host/host.js';

/** In UTF-16 units, which are at most as many as the bytes of the text. */
const MIN_LARGE = 1024 * 1024;
const IDLE_MS = 10_000;

export class TextWork {
  readonly #file: URL;
  #thread: WorkerThread<TextProgram> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(file: URL = programFile('text-worker.js')) {
    this.#file = file;
  }

  async analyse(text: string, place: TextPlace): Promise<Analysed> {
    if (!this.#isForThread(text)) return analyseText(text, place);
    const analysed = await this.#call('analyse', { text, place });
    // What is kept beside a file does not come with it.
    keepSourceText(analysed.file, analysed.text);
    return analysed;
  }

  async format(text: string, place: TextPlace): Promise<string | undefined> {
    if (!this.#isForThread(text)) return formatText(text, place);
    return this.#call('format', { text, place });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }

  /** Text without a build is handled here. */
  #isForThread(text: string): boolean {
    const { length } = text;
    const isLarge = length > MIN_LARGE || (length > MIN_LARGE / 3 && Buffer.byteLength(text) > MIN_LARGE);
    return isLarge && existsSync(this.#file);
  }

  async #call<K extends keyof TextProgram>(
    operation: K,
    input: TextProgram[K]['input'],
  ): Promise<TextProgram[K]['result']> {
    clearTimeout(this.#idle);
    if (!this.#thread?.isAlive) this.#thread = new WorkerThread({ file: this.#file, env: {} });
    const thread = this.#thread;
    try {
      return await thread.call(operation, input);
    } finally {
      // An idle thread would keep the memory of the largest text.
      if (thread.openCalls === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }
}
