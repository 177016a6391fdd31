import { setMaxListeners } from 'node:events';

/** Tells a request that its response is not wanted any more; every AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** An AbortController and its signal in one object, for one request. */
export class StopController implements StopSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners: (() => void)[] = [];

  /** Later calls have no effect, so the first reason counts. */
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

const unlimited = new WeakSet<StopSignal>();

/** Lifts the limit of listeners: Node warns of a leak at eleven, but one signal may stop a hundred requests. */
export function onAbort(signal: StopSignal, listener: () => void): void {
  if (signal instanceof AbortSignal && !unlimited.has(signal)) {
    unlimited.add(signal);
    setMaxListeners(0, signal);
  }
  signal.addEventListener('abort', listener);
}

export function offAbort(signal: StopSignal, listener: () => void): void {
  signal.removeEventListener('abort', listener);
}
