import type { Clock, ClockTimer } from '../../primitives/clock.js';
import { abortFailure } from '../message/abort.js';
import { offAbort, onAbort, StopController } from '../../primitives/stop-signal.js';
import {
  RequestFailure,
  type HttpRequest,
  type HttpResponse,
  type Send,
  type Wrap,
} from '../message/message.js';
import type { PersonWait } from '../message/person-wait.js';

/** How long after the limit a response still counts, for wraps that do not watch the signal. */
const GRACE_MS = 250;

/** One time limit for everything inside: redirects, further attempts and token calls. */
export function timeLimit(ms: number, clock: Clock): Wrap {
  return (next) => (request) => limited(next, request, ms, clock);
}

export function timeoutMessage(shown: string, ms: number): string {
  return `${shown} gave no complete response in ${ms} ms`;
}

function limited(next: Send, request: HttpRequest, ms: number, clock: Clock): Promise<HttpResponse> {
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
      clock.at(clock.now() + GRACE_MS, () => reject(failure)).unref();
    };
    const limit = request.personWait
      ? new PausableLimit(request.personWait, ms, clock, onLimit)
      : clock.at(clock.now() + ms, onLimit);
    const end = (): void => {
      limit.cancel();
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

/** A limit that stands still while the request waits for a person. */
class PausableLimit implements Pick<ClockTimer, 'cancel'> {
  readonly #clock: Clock;
  readonly #onLimit: () => void;
  #left: number;
  #since = 0;
  #timer: ClockTimer | undefined;
  #isEnded = false;

  constructor(wait: PersonWait, ms: number, clock: Clock, onLimit: () => void) {
    this.#clock = clock;
    this.#onLimit = onLimit;
    this.#left = ms;
    this.#start();
    wait.observe({
      onWait: () => {
        this.#timer?.cancel();
        this.#left -= clock.now() - this.#since;
      },
      onResume: () => {
        if (!this.#isEnded) this.#start();
      },
    });
  }

  cancel(): void {
    this.#isEnded = true;
    this.#timer?.cancel();
  }

  #start(): void {
    this.#since = this.#clock.now();
    this.#timer = this.#clock.at(this.#since + this.#left, this.#onLimit);
  }
}

function hostOf(url: string): string {
  return /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? url;
}
