import { abortFailure, offAbort, onAbort } from './abort.js';
import { RequestFailure, type HttpRequest, type HttpResponse, type Send, type Wrap } from './message.js';

/** For wraps that do not watch the signal: how long after the limit their answer still counts. */
const GRACE = 250;

/** Making a signal costs as much as a tenth of a request, and one that never fired is as good as new. */
const unused: AbortController[] = [];

/** One budget for everything inside: hops, further tries and token calls (cli.md 5). */
export function timeLimit(ms: number): Wrap {
  return (next) => (request) => limited(next, request, ms);
}

function limited(next: Send, request: HttpRequest, ms: number): Promise<HttpResponse> {
  const { signal } = request;
  if (signal.aborted) return Promise.reject(abortFailure(signal));
  return new Promise((resolve, reject) => {
    const controller = unused.pop() ?? new AbortController();
    const cancel = () => controller.abort(signal.reason);
    const timer = setLimit(ms, () => {
      const failure = new RequestFailure(
        'timeout',
        `${hostOf(request.url)} gave no complete answer in ${ms} ms`,
      );
      controller.abort(failure);
      setTimeout(reject, GRACE, failure).unref();
    });
    const release = () => {
      clearTimeout(timer);
      offAbort(signal, cancel);
      if (!controller.signal.aborted) unused.push(controller);
    };
    onAbort(signal, cancel);
    called(next, { ...request, signal: controller.signal }).then(
      (response) => {
        release();
        resolve(response);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}

/** Whatever is thrown comes as a rejection, so that nothing is left behind. */
async function called(next: Send, request: HttpRequest): Promise<HttpResponse> {
  return next(request);
}

/** Node fires at once when the delay does not fit 31 bits. */
function setLimit(ms: number, onLimit: () => void): NodeJS.Timeout | undefined {
  return ms > 0x7fff_ffff ? undefined : setTimeout(onLimit, ms);
}

function hostOf(url: string): string {
  return /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? url;
}
