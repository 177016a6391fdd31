/** When which document is diagnosed: at once when it is opened or saved, and some time after the last change. */
import type { OpenDocument } from './open-document.js';

export const CHANGE_DELAY_MS = 150;

export interface QueueOptions<Result> {
  readonly delayMs: number;
  readonly diagnose: (document: OpenDocument) => Promise<Result>;
  readonly publish: (document: OpenDocument, result: Result) => void;
  readonly onError: (error: unknown) => void;
}

export class DiagnosticQueue<Result> {
  readonly #options: QueueOptions<Result>;
  readonly #timers = new Map<OpenDocument, ReturnType<typeof setTimeout>>();
  /** The newest work of each document; what is older is dropped. */
  readonly #newest = new WeakMap<OpenDocument, symbol>();
  #isClosed = false;

  constructor(options: QueueOptions<Result>) {
    this.#options = options;
  }

  soon(document: OpenDocument): void {
    this.#clear(document);
    this.#newest.delete(document);
    const timer = setTimeout(() => this.now(document), this.#options.delayMs);
    this.#timers.set(document, timer);
  }

  now(document: OpenDocument): void {
    this.#clear(document);
    void this.#work(document);
  }

  /** For what concerns a document only by way of others: work that waits is not hurried. */
  again(document: OpenDocument): void {
    if (!this.#timers.has(document)) this.now(document);
  }

  drop(document: OpenDocument): void {
    this.#clear(document);
    this.#newest.delete(document);
  }

  /** Nothing is published any more, not even what is being worked on. */
  close(): void {
    this.#isClosed = true;
    for (const document of this.#timers.keys()) this.#clear(document);
  }

  async #work(document: OpenDocument): Promise<void> {
    const { diagnose, publish, onError } = this.#options;
    const work = Symbol('work');
    const { revision } = document;
    this.#newest.set(document, work);
    try {
      const result = await diagnose(document);
      const isCurrent = this.#newest.get(document) === work && document.revision === revision;
      if (isCurrent && document.isOpen && !this.#isClosed) publish(document, result);
    } catch (error) {
      if (!this.#isClosed) onError(error);
    }
  }

  #clear(document: OpenDocument): void {
    clearTimeout(this.#timers.get(document));
    this.#timers.delete(document);
  }
}
