import { setMaxListeners } from 'node:events';
import { RequestFailure } from './message.js';
import type { StopSignal } from './stop-signal.js';

const known = new WeakSet<StopSignal>();

/** Node warns of a leak at eleven listeners; here one signal may well stop a hundred requests. */
export function onAbort(signal: StopSignal, listener: () => void): void {
  if (signal instanceof AbortSignal && !known.has(signal)) {
    known.add(signal);
    setMaxListeners(0, signal);
  }
  signal.addEventListener('abort', listener);
}

export function offAbort(signal: StopSignal, listener: () => void): void {
  signal.removeEventListener('abort', listener);
}

/** The time limit aborts with its own failure as the reason; anything else is the caller's wish. */
export function abortFailure(signal: StopSignal): RequestFailure {
  return isTimeout(signal)
    ? (signal.reason as RequestFailure)
    : new RequestFailure('cancelled', 'the request was cancelled');
}

export function isTimeout(signal: StopSignal): boolean {
  return signal.reason instanceof RequestFailure && signal.reason.errorKind === 'timeout';
}
