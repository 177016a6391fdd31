import type { Exchange, HeaderList, Timing } from '../http/message/message.js';
import type { RequestOutcome, RunOutcome } from '../runner/outcome/result.js';
import { bodyReport } from './results/body-report.js';
import { jsonText } from '../evaluation/values/json-text.js';
import { redactorOf, type Redactor } from './results/redactor.js';
import type { ReportContext } from './results/report-context.js';

/** HAR 1.2: one entry for each exchange on the wire, hops and attempts included (cli.md 7.3), in pieces. */
export function* renderHar(run: RunOutcome, { version }: ReportContext): Generator<string> {
  const creator = jsonText({ name: 'svc', version }, '    ');
  yield `{\n  "log": {\n    "version": "1.2",\n    "creator": ${creator},\n    "entries": [`;
  let separator = '\n      ';
  for (const outcome of run.files.flatMap(({ results }) => results)) {
    const redactor = redactorOf(outcome, run.secrets);
    for (const exchange of outcome.exchanges) {
      yield `${separator}${jsonText(entry(exchange, outcome, redactor), '      ')}`;
      separator = ',\n      ';
    }
  }
  yield separator.startsWith(',') ? '\n    ]\n  }\n}\n' : ']\n  }\n}\n';
}

function entry(exchange: Exchange, outcome: RequestOutcome, redactor: Redactor): object {
  const failed = exchange.response === undefined && exchange === outcome.exchanges.at(-1);
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: rounded(Math.max(exchange.duration, phasesOf(exchange.timing))),
    request: harRequest(exchange, redactor),
    response: harResponse(exchange, redactor),
    cache: {},
    timings: harTimings(exchange),
    comment: redactor.text(outcome.shownName),
    // Fields of one's own start with an underscore in HAR.
    _error: failed ? redactor.text(outcome.error) : undefined,
  };
}

function harRequest({ request, response }: Exchange, redactor: Redactor): object {
  const url = redactor.url(request.url);
  const type = headerValue(request.headers, 'content-type');
  const body = request.body === null ? undefined : bodyReport(request.body, type, redactor);
  return {
    method: request.method,
    url,
    httpVersion: harVersion(response?.httpVersion),
    // Cookies are credentials: they stand among the headers, redacted.
    cookies: [],
    headers: harHeaders(request.headers, redactor),
    queryString: queryPairs(url),
    postData: body && {
      mimeType: redactor.text(type),
      text: body.text,
      comment: body.comment || undefined,
      _encoding: body.base64 ? 'base64' : undefined,
    },
    headersSize: -1,
    bodySize: request.body?.length ?? 0,
  };
}

function harResponse({ response }: Exchange, redactor: Redactor): object {
  const type = headerValue(response?.headers ?? [], 'content-type');
  const body = response && bodyReport(response.body, type, redactor);
  return {
    // 0 and empty texts are what HAR writes for an answer that never came.
    status: response?.statusCode ?? 0,
    statusText: redactor.text(response?.statusText ?? ''),
    httpVersion: harVersion(response?.httpVersion),
    cookies: [],
    headers: harHeaders(response?.headers ?? [], redactor),
    content: {
      size: response?.body.length ?? 0,
      mimeType: redactor.text(type),
      text: body && (body.text || undefined),
      encoding: body?.base64 === true ? 'base64' : undefined,
      comment: body && (body.comment || undefined),
    },
    redirectURL: redactor.url(headerValue(response?.headers ?? [], 'location')),
    headersSize: -1,
    bodySize: response?.wireSize ?? -1,
  };
}

/** `connect` includes `ssl`, and the phases add up to the time of the entry: what is left was waiting for a connection. */
function harTimings({ duration, timing }: Exchange): object {
  return {
    blocked: rounded(Math.max(0, duration - phasesOf(timing))),
    dns: phase(timing.dns),
    connect: phase(timing.connect + timing.tls),
    ssl: phase(timing.tls),
    send: 0,
    wait: rounded(timing.firstByte),
    receive: rounded(timing.body),
  };
}

function phasesOf({ dns, connect, tls, firstByte, body }: Timing): number {
  return dns + connect + tls + firstByte + body;
}

/** -1 says that the phase did not happen. */
function phase(milliseconds: number): number {
  return milliseconds === 0 ? -1 : rounded(milliseconds);
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

function harVersion(version: string | undefined): string {
  return version === undefined || version === '' ? 'HTTP/1.1' : `HTTP/${version.replace(/^HTTP\//i, '')}`;
}

function harHeaders(headers: HeaderList, redactor: Redactor): object[] {
  return redactor.headerList(headers).map(([name, value]) => ({ name, value }));
}

function headerValue(headers: HeaderList, name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

function queryPairs(url: string): object[] {
  if (!URL.canParse(url)) return [];
  return Array.from(new URL(url).searchParams, ([name, value]) => ({ name, value }));
}
