/** What a request watches to know that nobody wants its answer any more; every AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** As an AbortController with its signal, for one request: making and watching those takes ten times as long. */
export class Stop implements StopSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners: (() => void)[] = [];

  /** The first reason counts. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners.lastIndexOf(listener);
    if (index !== -1) this.#listeners.splice(index, 1);
  }
}
