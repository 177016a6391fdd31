import { abortFailure, offAbort, onAbort } from '../message/abort.js';
import {
  RequestFailure,
  type HttpRequest,
  type HttpResponse,
  type Send,
  type Wrap,
} from '../message/message.js';
import { Stop } from '../message/stop-signal.js';

/** For wraps that do not watch the signal: how long after the limit their answer still counts. */
const GRACE = 250;

/** One budget for everything inside: hops, further tries and token calls (cli.md 5). */
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
        `${hostOf(request.url)} gave no complete answer in ${ms} ms`,
      );
      stop.abort(failure);
      setTimeout(reject, GRACE, failure).unref();
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
  readonly stop: Stop;
  readonly release: () => void;
}

/** A signal that others share must not be aborted: then the request gets one that follows it. */
function stoppable(request: HttpRequest): Stoppable {
  const { signal, stop: own } = request;
  if (own) return { inner: request, stop: own, release: nothing };
  const stop = new Stop();
  const follow = () => stop.abort(signal.reason);
  onAbort(signal, follow);
  const release = () => offAbort(signal, follow);
  return { inner: { ...request, signal: stop }, stop, release };
}

function nothing(): void {}

/** Whatever is thrown comes as a rejection, so that nothing is left behind. */
function called(next: Send, request: HttpRequest): Promise<HttpResponse> {
  try {
    return next(request);
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Node fires at once when the delay does not fit 31 bits. */
function setLimit(ms: number, onLimit: () => void): NodeJS.Timeout | undefined {
  return ms > 0x7fff_ffff ? undefined : setTimeout(onLimit, ms);
}

function hostOf(url: string): string {
  return /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? url;
}
