/** Step 5 (language 9.3): from the prepared request to its answer, noted in the attempt. */
import { limitsWithin, type EvaluationLimits } from '../evaluation/bounded/limits.js';
import { createResponseView, type ResponseView } from '../evaluation/response/response-view.js';
import type { ResolvedAuth } from '../http/auth/build-auth.js';
import { withHeader } from '../http/message/header-list.js';
import {
  RequestFailure,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type Send,
} from '../http/message/message.js';
import type { Stop } from '../http/message/stop-signal.js';
import { originOf } from '../http/message/url-parts.js';
import type { Job } from './attempt-job.js';
import { buildSend } from './build-send.js';
import type { FileContext } from './file-context.js';
import type { AttemptDraft } from './outcome/outcome.js';
import type { BuiltBody } from './prepare/prepare-body.js';
import type { PreparedRequest } from './prepare/prepare-request.js';

export function builtRequest(
  { file }: Job,
  prepared: PreparedRequest,
  built: BuiltBody | undefined,
  draft: AttemptDraft,
  stop: Stop,
): HttpRequest {
  const { method, url } = prepared;
  const { run } = file;
  const headers =
    built?.contentType === undefined
      ? prepared.headers
      : withHeader(prepared.headers, 'Content-Type', built.contentType);
  draft.sent = { method, url, headers, text: built?.text };
  if (run.certificateOrigins) run.certificateOrigins.add(originOf(url));
  return { method, url, headers, body: built ? built.body : null, signal: stop, stop };
}

/** Requests without authentication that ask for the same share what stands between them and the wire. */
export function sendFor(job: Job, auth: ResolvedAuth | undefined, timeout: number): Send {
  if (auth) return newSend(job, auth, timeout);
  const { noRedirect, noCookieJar } = job.request.metadata;
  const { sends } = job.file;
  const key = timeout * 4 + (noRedirect ? 2 : 0) + (noCookieJar ? 1 : 0);
  let send = sends.get(key);
  if (!send) {
    send = newSend(job, undefined, timeout);
    sends.set(key, send);
  }
  return send;
}

function newSend({ request, file }: Job, auth: ResolvedAuth | undefined, timeout: number): Send {
  const { run, jar } = file;
  const { noRedirect, noCookieJar } = request.metadata;
  return buildSend(run.wire, {
    timeout,
    followRedirects: run.options.followRedirects && !noRedirect,
    jar: noCookieJar ? undefined : jar,
    auth,
  });
}

/** What reading and evaluating one response may take. */
interface ResponseBounds {
  readonly limits: EvaluationLimits;
  readonly maxBodyBytes: number;
}

export function boundsOf({ run }: FileContext, timeout: number): ResponseBounds {
  return { limits: limitsWithin(timeout, run.signal), maxBodyBytes: run.options.maxBodyBytes };
}

export function recordResponse(
  draft: AttemptDraft,
  response: HttpResponse,
  duration: number,
  bounds: ResponseBounds,
): ResponseView {
  draft.duration = duration;
  draft.response = response;
  noteExchanges(draft, response.exchanges);
  const view = viewOf(response, duration, bounds);
  draft.view = view;
  return view;
}

export function recordNoResponse(draft: AttemptDraft, error: unknown, duration: number): void {
  draft.duration = duration;
  if (error instanceof RequestFailure) noteExchanges(draft, error.exchanges);
}

/** What was sent is known exactly only now: authentication and cookies were added on the way. */
function noteExchanges(draft: AttemptDraft, exchanges: readonly Exchange[]): void {
  draft.exchanges = exchanges;
  const { sent } = draft;
  if (!sent) return;
  const own =
    exchanges.length === 1
      ? exchanges[0]
      : exchanges.find(({ request }) => request.method === sent.method && request.url.startsWith(sent.url));
  if (!own) return;
  const { url, headers } = own.request;
  draft.sent = { method: sent.method, url, headers, text: sent.text };
}

function viewOf(response: HttpResponse, duration: number, bounds: ResponseBounds): ResponseView {
  const { statusCode: status, headers, url, body, exchanges } = response;
  const input = { status, headers, url, duration, body, ...bounds };
  if (exchanges.length < 2) return createResponseView(input);
  const redirects = exchanges
    .slice(0, -1)
    .flatMap((each) =>
      each.response && isRedirect(each.response.statusCode) ? [each.response.headers] : [],
    );
  return createResponseView({ ...input, redirects });
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}
