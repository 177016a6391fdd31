import { elapsed } from '../../primitives/clock.js';
import { abortFailure, offAbort, onAbort } from '../message/abort.js';
import {
  RequestFailure,
  type HttpRequest,
  type HttpResponse,
  type Send,
  type Wrap,
} from '../message/message.js';
import type { PersonWait } from '../message/person-wait.js';
import { StopController } from '../message/stop-signal.js';

/** How long after the limit a response still counts, for wraps that do not watch the signal. */
const GRACE_MS = 250;

/** One time limit for everything inside: redirects, further attempts and token calls. */
export function timeLimit(ms: number): Wrap {
  return (next) => (request) => limited(next, request, ms);
}

export function timeoutMessage(shown: string, ms: number): string {
  return `${shown} gave no complete response in ${ms} ms`;
}

function limited(next: Send, request: HttpRequest, ms: number): Promise<HttpResponse> {
  const { signal, stop: own } = request;
  if (signal.aborted) return Promise.reject(abortFailure(signal));
  // A shared signal must not be aborted, so the request then gets a signal of its own that follows it.
  const stop = own ?? new StopController();
  const follow = (): void => stop.abort(signal.reason);
  if (!own) onAbort(signal, follow);
  return new Promise((resolve, reject) => {
    const onLimit = (): void => {
      const failure = new RequestFailure('timeout', timeoutMessage(hostOf(request.url), ms));
      stop.abort(failure);
      setTimeout(reject, GRACE_MS, failure).unref();
    };
    const endLimit = request.personWait
      ? startPausableLimit(request.personWait, ms, onLimit)
      : startLimit(ms, onLimit);
    const end = (): void => {
      endLimit();
      if (!own) offAbort(signal, follow);
    };
    called(next, own ? request : { ...request, signal: stop }).then(
      (response) => {
        end();
        resolve(response);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}

/** Turns a synchronous throw into a rejection, so that timer and listener are always removed. */
function called(next: Send, request: HttpRequest): Promise<HttpResponse> {
  try {
    return next(request);
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

/** A delay that does not fit 31 bits has no limit, because Node would fire at once. Returns what ends the limit. */
function startLimit(ms: number, onLimit: () => void): () => void {
  const timer = ms > 0x7fff_ffff ? undefined : setTimeout(onLimit, ms);
  return () => clearTimeout(timer);
}

/** A limit that stands still while the request waits for a person. */
function startPausableLimit(wait: PersonWait, ms: number, onLimit: () => void): () => void {
  let left = ms;
  let since = elapsed();
  let isEnded = false;
  let endLimit = startLimit(left, onLimit);
  wait.observe({
    onWait: () => {
      endLimit();
      left -= elapsed() - since;
    },
    onResume: () => {
      since = elapsed();
      if (!isEnded) endLimit = startLimit(Math.max(0, left), onLimit);
    },
  });
  return () => {
    isEnded = true;
    endLimit();
  };
}

function hostOf(url: string): string {
  return /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? url;
}
