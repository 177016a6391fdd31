/** Builds the message of a prepared request, and records its response in the attempt. */
import { limitsWithin, type EvaluationLimits } from '../evaluation/bounded/limits.js';
import { ResponseView } from '../evaluation/response/response-view.js';
import { needsPerson, type ResolvedAuth } from '../http/auth/build-auth.js';
import { withHeader } from '../http/message/header-list.js';
import {
  RequestFailure,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type Send,
} from '../http/message/message.js';
import { PersonWait } from '../http/message/person-wait.js';
import { readDirectiveDuration } from '../request-file/model/directive-values.js';
import type { StopController } from '../primitives/stop-signal.js';
import { originOf } from '../http/message/url-parts.js';
import { isRedirectStatus } from '../http/wraps/redirect-chain.js';
import type { RequestExecution } from './request-execution.js';
import { buildSend } from './build-send.js';
import type { FileContext } from './file-context.js';
import type { AttemptDraft } from './outcome/outcome.js';
import type { BuiltBody } from './prepare/prepare-body.js';
import type { PreparedRequest } from './prepare/prepare-request.js';

export function buildRequest(
  { file, trace }: RequestExecution,
  prepared: PreparedRequest,
  built: BuiltBody | undefined,
  draft: AttemptDraft,
  stop: StopController,
): HttpRequest {
  const { method, url } = prepared;
  const { run } = file;
  const typed =
    built?.contentType === undefined
      ? prepared.headers
      : withHeader(prepared.headers, 'Content-Type', built.contentType);
  const headers = trace ? trace.start(typed, run.wallClock()) : typed;
  draft.sent = { method, url, headers, text: built?.text };
  if (run.certificateOrigins) run.certificateOrigins.add(originOf(url));
  const message = { method, url, headers, body: built ? built.body : null, signal: stop, stop };
  return prepared.auth && needsPerson(prepared.auth)
    ? { ...message, personWait: new PersonWait(run.clock) }
    : message;
}

/** Requests without authentication that have the same settings share one chain of wraps. */
export function sendFor(execution: RequestExecution, auth: ResolvedAuth | undefined, timeout: number): Send {
  const connectTimeout = connectTimeoutOf(execution);
  if (auth) return newSend(execution, auth, timeout, connectTimeout);
  const { noRedirect, noCookieJar } = execution.request.metadata;
  const { sends } = execution.file;
  const key = `${timeout} ms, redirects ${!noRedirect}, cookies ${!noCookieJar}, ${connectTimeout ?? ''}`;
  let send = sends.get(key);
  if (!send) {
    send = newSend(execution, undefined, timeout, connectTimeout);
    sends.set(key, send);
  }
  return send;
}

/** `@connection-timeout` of another client; undefined leaves the limit to the run. */
function connectTimeoutOf({ request, scope }: RequestExecution): number | undefined {
  const written = request.metadata['connection-timeout'];
  if (typeof written !== 'string') return undefined;
  return readDirectiveDuration(scope.text(written)) || undefined;
}

function newSend(
  { request, file }: RequestExecution,
  auth: ResolvedAuth | undefined,
  timeout: number,
  connectTimeout: number | undefined,
): Send {
  const { run, jar } = file;
  const { noRedirect, noCookieJar } = request.metadata;
  const wire =
    connectTimeout === undefined ? run.wire : { ...run.wire, send: run.sendWithin(connectTimeout) };
  return buildSend(wire, {
    timeout,
    followRedirects: run.options.followRedirects && !noRedirect,
    jar: noCookieJar ? undefined : jar,
    auth,
    place: auth && { file: file.runnable.shown, name: request.name },
  });
}

/** The limits of reading and evaluating one response. */
interface ResponseBounds {
  readonly limits: EvaluationLimits;
  readonly maxBodyBytes: number;
}

export function createBounds({ run }: FileContext, timeout: number): ResponseBounds {
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

/** Only the exchanges show what was sent exactly, since wraps added authentication and cookies. */
function noteExchanges(draft: AttemptDraft, exchanges: readonly Exchange[]): void {
  draft.exchanges = exchanges;
  const { sent } = draft;
  if (!sent) return;
  const own = exchanges.find(({ isTokenCall }) => !isTokenCall);
  if (!own) return;
  const { url, headers } = own.request;
  draft.sent = { method: sent.method, url, headers, text: sent.text };
}

function viewOf(response: HttpResponse, duration: number, bounds: ResponseBounds): ResponseView {
  const { statusCode: status, headers, url, body, exchanges } = response;
  const input = { status, headers, url, duration, body, ...bounds };
  if (exchanges.length < 2) return new ResponseView(input);
  const redirects = exchanges
    .slice(0, -1)
    .flatMap((each) =>
      each.response && isRedirectStatus(each.response.statusCode) ? [each.response.headers] : [],
    );
  return new ResponseView({ ...input, redirects });
}
