import type { Exchange, HeaderList, Timing } from '../http/message/message.js';
import { jsonArray } from '../primitives/text/output-text.js';
import { roundThousandths } from '../primitives/time/round-thousandths.js';
import type { RequestOutcome, RunOutcome } from '../runner/outcome/result.js';
import { titleOf } from '../runner/outcome/result-title.js';
import { bodyReport } from './results/body-report.js';
import { jsonText } from '../evaluation/values/json-text.js';
import { createRedactor, type Redactor } from './results/redactor.js';
import type { ReportContext } from './results/report-context.js';

/** The report as HAR 1.2: one entry for each exchange, including redirects, authentication and earlier attempts. */
export function* renderHar(run: RunOutcome, { version }: ReportContext): Generator<string> {
  const creator = jsonText({ name: 'svc', version }, '    ');
  yield `{\n  "log": {\n    "version": "1.2",\n    "creator": ${creator},\n    "entries": `;
  yield* jsonArray(entries(run), '    ', (each) => jsonText(each, '      '));
  yield '\n  }\n}\n';
}

/** In the order in which they were sent, which differs from that of the tests in a parallel run. */
function* entries({ files, secrets }: RunOutcome): Generator<object> {
  const sent = files
    .flatMap(({ results }) => results)
    .flatMap((outcome) => outcome.exchanges.map((exchange) => ({ exchange, outcome })))
    .sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
  let last: { readonly outcome: RequestOutcome; readonly redactor: Redactor } | undefined;
  for (const { exchange, outcome } of sent) {
    if (last?.outcome !== outcome) last = { outcome, redactor: createRedactor(outcome, secrets) };
    yield entry(exchange, outcome, last.redactor);
  }
}

function entry(exchange: Exchange, outcome: RequestOutcome, redactor: Redactor): object {
  const failed = exchange.response === undefined && exchange === outcome.exchanges.at(-1);
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: roundThousandths(Math.max(exchange.duration, sumPhases(exchange.timing))),
    request: harRequest(exchange, redactor),
    response: harResponse(exchange, redactor),
    cache: {},
    timings: harTimings(exchange),
    comment: redactor.text(titleOf(outcome)),
    // HAR reserves names with an underscore for custom fields.
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
    // Cookies are credentials, so they appear only among the redacted headers.
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
    // HAR uses 0 and empty texts for a response that was never received.
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

/** `connect` includes `ssl`, and the phases add up to the time of the entry: the rest was waiting for a connection. */
function harTimings({ duration, timing }: Exchange): object {
  return {
    blocked: roundThousandths(Math.max(0, duration - sumPhases(timing))),
    dns: phase(timing.dns),
    connect: phase(timing.connect + timing.tls),
    ssl: phase(timing.tls),
    send: 0,
    wait: roundThousandths(timing.firstByte),
    receive: roundThousandths(timing.body),
  };
}

function sumPhases({ dns, connect, tls, firstByte, body }: Timing): number {
  return dns + connect + tls + firstByte + body;
}

/** HAR uses -1 for a phase that did not happen. */
function phase(milliseconds: number): number {
  return milliseconds === 0 ? -1 : roundThousandths(milliseconds);
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
