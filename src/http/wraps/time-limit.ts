import { abortFailure, offAbort, onAbort } from '../message/abort.js';
import {
  RequestFailure,
  type HttpRequest,
  type HttpResponse,
  type Send,
  type Wrap,
} from '../message/message.js';
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
    const timer = setLimit(ms, () => {
      const failure = new RequestFailure('timeout', timeoutMessage(hostOf(request.url), ms));
      stop.abort(failure);
      setTimeout(reject, GRACE_MS, failure).unref();
    });
    const end = (): void => {
      clearTimeout(timer);
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

/** Undefined for a delay that does not fit 31 bits, because Node would fire at once. */
function setLimit(ms: number, onLimit: () => void): NodeJS.Timeout | undefined {
  return ms > 0x7fff_ffff ? undefined : setTimeout(onLimit, ms);
}

function hostOf(url: string): string {
  return /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? url;
}
