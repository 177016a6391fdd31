/** Builds the result of a request from its last attempt. */
import {
  isEventStream,
  MAX_EVENT_COUNT,
  readServerSentEvents,
} from '../../evaluation/values/event-stream.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import type { Exchange, HeaderList, HttpResponse } from '../../http/message/message.js';
import { statusPhrase } from '../../http/message/status-phrase.js';
import { toJson } from '../../evaluation/values/json.js';
import { allAssertions } from '../../request-file/model/all-checks.js';
import { isUnlogged } from '../../request-file/model/client-directives.js';
import type { Request } from '../../request-file/model/model.js';
import { describeExchanges } from './exchange-facts.js';
import { headerMap } from './header-map.js';
import type { RunOptions } from '../plan/options.js';
import type { Step } from '../plan/plan.js';
import type { AssertionResult, MissingCapture, RequestOutcome, ShellResult } from './result.js';
import type { ResultTrace } from './result-trace.js';
import { shownName } from '../../request-file/model/request-filter.js';
import type { Failure } from './step-failure.js';

/** The last attempt of a request, or why there was none. */
export interface AttemptResult {
  readonly passed: boolean;
  readonly failure: Failure | undefined;
  /** The request as first sent; undefined when it could not be built. */
  readonly sent: SentRequest | undefined;
  readonly response: HttpResponse | undefined;
  readonly view: ResponseView | undefined;
  /** Fractional milliseconds from sending to the last byte. */
  readonly duration: number;
  readonly assertions: readonly AssertionResult[];
  readonly captures: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
  /** The captures that found nothing, each with its warning. */
  readonly missingCaptures: readonly MissingCapture[];
  readonly shell: readonly ShellResult[];
  readonly exchanges: readonly Exchange[];
  readonly secretHeaders: readonly string[];
  readonly secretParameters: readonly string[];
}

/** A result while the attempt runs. */
export type AttemptDraft = { -readonly [Key in keyof AttemptResult]: AttemptResult[Key] };

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly text: string | undefined;
}

export type OutcomeOptions = Pick<RunOptions, 'mode' | 'keepExchanges' | 'keptBody' | 'iteration'>;

export const UNSENT: AttemptResult = {
  passed: false,
  failure: undefined,
  sent: undefined,
  response: undefined,
  view: undefined,
  duration: 0,
  assertions: [],
  captures: {},
  warnings: [],
  missingCaptures: [],
  shell: [],
  exchanges: [],
  secretHeaders: [],
  secretParameters: [],
};

export interface ResultPlace {
  readonly step: Step;
  /** The number of the data row, from 1; undefined without `@data`. */
  readonly row: number | undefined;
  /** Whether no further result of this request follows. */
  readonly last: boolean;
}

export function resultName({ step, row }: ResultPlace): string {
  const name = shownName(step.node.request);
  return row === undefined ? name : `${name} [${row}]`;
}

export function createSkippedOutcome(
  place: ResultPlace,
  reason: string,
  options: OutcomeOptions,
  warnings: readonly string[] = [],
): RequestOutcome {
  return { ...requestOutcome(place, { ...UNSENT, warnings }, 0, options), skipped: true, skipReason: reason };
}

/** A request that was aborted because the run was stopped has no verdict, but it may have been sent. */
export function createCancelledOutcome(
  place: ResultPlace,
  { sent }: AttemptResult,
  attempts: number,
  options: OutcomeOptions,
): RequestOutcome {
  const outcome = requestOutcome(place, { ...UNSENT, sent }, attempts, options);
  return { ...outcome, skipped: true, skipReason: CANCELLED };
}

/** Why requests are skipped after a client has stopped the run. */
export const CANCELLED = 'cancelled';

/** A request that is not sent because of an error in its file. */
export function createInvalidOutcome(
  place: ResultPlace,
  message: string,
  options: OutcomeOptions,
): RequestOutcome {
  return requestOutcome(place, { ...UNSENT, failure: { kind: 'syntax', message } }, 0, options);
}

export function requestOutcome(
  place: ResultPlace,
  full: AttemptResult,
  attempts: number,
  options: OutcomeOptions,
  trace?: ResultTrace,
): RequestOutcome {
  const { node, pulledIn } = place.step;
  const { request, owner } = node;
  const isShown = !isUnlogged(request);
  const attempt = isShown ? full : withoutContents(full);
  const { failure, response, view } = attempt;
  const shown = resultName(place);
  const duration = Math.round(attempt.duration);
  const outcome: Draft = {
    name: request.name === '' && options.mode === 'cli' ? '' : shown,
    description: request.description,
    passed: attempt.passed,
    duration,
    request: requestView(request.method, request.url, attempt.sent),
    response: response && view ? loggedResponse(response, view, duration, options, isShown) : NO_RESPONSE,
    assertions: attempt.assertions,
    captures: attempt.captures,
    skipped: false,
    skipReason: '',
    error: failure ? failure.message : '',
    errorKind: failure ? failure.kind : '',
    attempts,
    warnings: attempt.warnings,
    line: request.line,
    file: owner.runnable.shown,
    shownName: shown,
    tags: request.tags,
    pulledIn,
    exchanges: options.keepExchanges ? attempt.exchanges : NO_EXCHANGES,
    timing: options.keepExchanges ? response?.timing : undefined,
    secretHeaders: attempt.secretHeaders,
    secretParameters: attempt.secretParameters,
  };
  if (isShown && response && view && isEventStream(outcome.response.headers['Content-Type'])) {
    outcome.sseEvents = readServerSentEvents(view.text(), () => {
      const warning = `the response has more than ${MAX_EVENT_COUNT} events; the others are left out`;
      outcome.warnings = [...outcome.warnings, warning];
    });
  }
  if (isShown && options.mode === 'server' && view && !isGivenByText(outcome.response, view))
    outcome.wholeBody = { bytes: view.bytes };
  if (options.iteration !== undefined) outcome.iteration = options.iteration;
  if (attempt.shell.length > 0) outcome.shell = attempt.shell;
  if (attempt.missingCaptures.length > 0) outcome.missingCaptures = attempt.missingCaptures;
  if (options.mode === 'server') addDetails(outcome, request, attempt);
  if (trace) {
    outcome.traceId = trace.traceId;
    outcome.span = trace.span(Date.now());
  }
  return outcome;
}

/** The attempt of a request with `@no-log`: neither headers nor bodies become part of the result. */
function withoutContents(attempt: AttemptResult): AttemptResult {
  const { sent } = attempt;
  return { ...attempt, exchanges: NO_EXCHANGES, sent: sent && { ...sent, headers: [], text: undefined } };
}

function loggedResponse(
  response: HttpResponse,
  view: ResponseView,
  duration: number,
  options: OutcomeOptions,
  isShown: boolean,
): RequestOutcome['response'] {
  const whole = responseView(response, view, duration, options);
  if (isShown) return whole;
  const { statusCode, status, size } = whole;
  return { ...NO_RESPONSE, statusCode, status, duration, size };
}

/** What only clients of the server receive; the exchanges themselves would keep every body in memory. */
function addDetails(outcome: Draft, request: Request, attempt: AttemptResult): void {
  const assertions = allAssertions(request);
  const exchange = describeExchanges(attempt.exchanges);
  if (exchange) outcome.exchange = exchange;
  if (!attempt.failure || attempt.assertions.length > 0 || assertions.length === 0) return;
  outcome.unevaluated = assertions.map(({ subject, operator, raw, expected, line }) => ({
    subject,
    operator,
    expected: raw ?? (expected === null ? '' : toJson(expected)),
    line,
  }));
}

type Draft = { -readonly [Key in keyof RequestOutcome]: RequestOutcome[Key] };

const NO_EXCHANGES: readonly Exchange[] = [];
const NO_RESPONSE: RequestOutcome['response'] = {
  statusCode: 0,
  status: '',
  headers: {},
  body: '',
  duration: 0,
  size: 0,
};

const MAX_SENT_TEXT_CHARACTERS = 64 * 1024;

/** Shows method and URL as written when no request was built. */
function requestView(method: string, url: string, sent: SentRequest | undefined): RequestOutcome['request'] {
  if (!sent) return { method, url, headers: {} };
  const view = { method: sent.method, url: sent.url, headers: headerMap(sent.headers) };
  return sent.text === undefined ? view : { ...view, body: cut(sent.text, MAX_SENT_TEXT_CHARACTERS) };
}

function responseView(
  response: HttpResponse,
  view: ResponseView,
  duration: number,
  { keptBody, mode }: OutcomeOptions,
): RequestOutcome['response'] {
  const { statusCode, statusText } = response;
  const phrase = statusText === '' ? statusPhrase(statusCode) : statusText;
  const text = view.text();
  const result = {
    statusCode,
    status: phrase === '' ? String(statusCode) : `${statusCode} ${phrase}`,
    headers: headerMap(response.headers),
    body: cut(text, keptBody),
    duration,
    size: view.size,
    finalUrl: view.url,
  };
  return {
    ...result,
    ...(text.length > keptBody && { bodyTruncated: true as const }),
    ...(mode === 'server' && isSmallImage(result.headers['Content-Type'], view.size) && imageOf(view)),
  };
}

/** Whether the result has every byte of the body: its text in UTF-8, or a small image. */
function isGivenByText(
  { body, bodyTruncated, bodyBase64 }: RequestOutcome['response'],
  view: ResponseView,
): boolean {
  if (bodyBase64 !== undefined) return true;
  const { length } = view.bytes;
  // Bytes that are no UTF-8 are replaced by U+FFFD.
  return (
    bodyTruncated !== true &&
    length <= MAX_TEXT_BYTES &&
    Buffer.byteLength(body) === length &&
    !body.includes('\uFFFD')
  );
}

/** Clients of the server get no longer texts. */
export const MAX_TEXT_BYTES = 10 * 1024 * 1024;

const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

/** Clients of the server show images, which cannot be sent as text; SVG is text already. */
function isSmallImage(contentType = '', size: number): boolean {
  return size > 0 && size <= MAX_IMAGE_BYTES && /^\s*image\/(?!svg\+xml)/i.test(contentType);
}

function imageOf({ bytes }: ResponseView): { readonly bodyBase64: string } {
  return { bodyBase64: Buffer.from(bytes).toString('base64') };
}

/** Copies the part that is kept, since a slice would keep the whole text in memory. */
function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return Buffer.from(text.slice(0, maxCharacters), 'utf8').toString('utf8');
}
