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

function limited(next: Send, request: HttpRequest, ms: number): Promise<HttpResponse> {
  if (request.signal.aborted) return Promise.reject(abortFailure(request.signal));
  return new Promise((resolve, reject) => {
    const { inner, stop, release } = stoppable(request);
    const timer = setLimit(ms, () => {
      const failure = new RequestFailure(
        'timeout',
        `${hostOf(request.url)} gave no complete response in ${ms} ms`,
      );
      stop.abort(failure);
      setTimeout(reject, GRACE_MS, failure).unref();
    });
    called(next, inner).then(
      (response) => {
        clearTimeout(timer);
        release();
        resolve(response);
      },
      (error: unknown) => {
        clearTimeout(timer);
        release();
        reject(error);
      },
    );
  });
}

interface Stoppable {
  readonly inner: HttpRequest;
  readonly stop: StopController;
  readonly release: () => void;
}

/** A shared signal must not be aborted, so the request then gets a signal of its own that follows it. */
function stoppable(request: HttpRequest): Stoppable {
  const { signal, stop: own } = request;
  if (own) return { inner: request, stop: own, release: nothing };
  const stop = new StopController();
  const follow = () => stop.abort(signal.reason);
  onAbort(signal, follow);
  const release = () => offAbort(signal, follow);
  return { inner: { ...request, signal: stop }, stop, release };
}

function nothing(): void {}

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
