/** An answer of the quick path that takes more than a look at its status: assertions, captures, redirects, cookies. */
import { resolveAssertion, type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import { headerValue, readHeaderText } from '../../http/message/headers.js';
import type { CookieJar } from '../../http/wraps/cookie-jar.js';
import type { Exchange, HeaderList, HttpResponse } from '../../http/message/message.js';
import type { Job } from '../../runner/attempt-job.js';
import { buildSend } from '../../runner/build-send.js';
import { checkAssertions, takeCaptures } from '../../runner/check-response.js';
import { boundsOf, builtRequest, recordResponse } from '../../runner/exchange.js';
import { UNSENT, type AttemptDraft } from '../../runner/outcome/outcome.js';
import { buildBody } from '../../runner/prepare/prepare-body.js';
import { prepareRequest } from '../../runner/prepare/prepare-request.js';
import type { Http1Reader } from '../../http/http1/http1-reader.js';
import type { LiveDefinition } from './live-definition.js';

/** What is left of an answer when its connection serves the next request. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headText: string;
  readonly body: Uint8Array;
  readonly isEncoded: boolean;
}

export function receiveResponse(reader: Http1Reader): ReceivedResponse {
  const { head, headText } = reader;
  return { status: head.status, headText, body: reader.takeBody(), isEncoded: head.isEncoded };
}

export interface CheckContext {
  readonly definition: LiveDefinition;
  readonly job: Job;
  /** Milliseconds from the sending to the last byte. */
  readonly duration: number;
  readonly assertions: readonly ResolvedAssertion[] | undefined;
  /** Set when the ordinary path has to go on from here: with redirects, or with cookies to keep. */
  readonly goOn: { readonly timeout: number; readonly jar: CookieJar | undefined } | undefined;
}

export interface CheckedResponse {
  readonly passed: boolean;
  readonly status: number;
  /** Milliseconds; longer than the given one after redirects. */
  readonly duration: number;
}

/** Throws RequestFailure and others as the ordinary path does. */
export async function checkResponse(
  answer: ReceivedResponse,
  judging: CheckContext,
): Promise<CheckedResponse> {
  const { definition, job, goOn } = judging;
  const started = performance.now();
  const first = await responseOf(answer, judging);
  const response = goOn ? await goOnFrom(first, judging, goOn) : first;
  const duration = judging.duration + (response === first ? 0 : performance.now() - started);
  const draft: AttemptDraft = { ...UNSENT };
  const { request, file, scope } = job;
  const timeout = definition.quick?.timeout ?? file.run.options.timeout;
  const view = recordResponse(draft, response, duration, boundsOf(file, timeout));
  const assertions =
    judging.assertions ?? request.assertions.map((assertion) => resolveAssertion(assertion, scope));
  await checkAssertions(job, assertions, view, draft);
  if (request.captures.length > 0) await takeCaptures(job, view, draft);
  if (definition.leaves && request.name !== '') file.captures.setResponse(request.name, view);
  return { passed: passes(draft.assertions, view.status), status: view.status, duration };
}

/** Without any assertion the status decides (server.md 10.2). */
export function passes(results: readonly { readonly passed: boolean }[], status: number): boolean {
  return results.length > 0 ? results.every(({ passed }) => passed) : status >= 200 && status < 400;
}

async function responseOf(
  answer: ReceivedResponse,
  { definition, job, duration }: CheckContext,
): Promise<HttpResponse> {
  const { status, headText, body: received } = answer;
  const headers = readHeaderText(headText);
  const body = answer.isEncoded && received.length > 0 ? await decoded(received, headers, job) : received;
  const url = definition.quick?.compiled.target.origin ?? '';
  const response = {
    statusCode: status,
    statusText: '',
    httpVersion: '1.1',
    headers,
    body,
    wireSize: received.length,
  };
  const exchange: Exchange = {
    startedAt: 0,
    duration,
    request: { method: job.request.method, url, headers: [], body: null },
    response,
    timing: NO_TIME,
  };
  return { ...response, url, timing: NO_TIME, exchanges: [exchange], warnings: [] };
}

const NO_TIME = { dns: 0, connect: 0, tls: 0, firstByte: 0, body: 0 };

async function decoded(body: Uint8Array, headers: HeaderList, { file }: Job): Promise<Uint8Array> {
  const { decodeBody } = await import('../../http/message/decode-body.js');
  const { maxBodyBytes } = file.run.options;
  const coding = headerValue(headers, 'content-encoding');
  return (await decodeBody(body, coding, { maxBodyBytes, partial: false, shown: 'the target' })).body;
}

/** The same stack of wraps as in the ordinary path, which is handed the first answer instead of asking for it. */
async function goOnFrom(
  first: HttpResponse,
  { definition, job }: CheckContext,
  { timeout, jar }: { readonly timeout: number; readonly jar: CookieJar | undefined },
): Promise<HttpResponse> {
  const { file, scope, request } = job;
  const { run, runnable } = file;
  const prepared = prepareRequest(request, scope, run.defaults);
  const body = prepared.body && (await buildBody(prepared.body, run.fileAccess, runnable.directory, scope));
  let given: HttpResponse | undefined = { ...first, url: prepared.url };
  const send = buildSend(
    {
      ...run.wire,
      send: (message) => {
        const answer = given;
        given = undefined;
        return answer ? Promise.resolve(answer) : run.wire.send(message);
      },
    },
    { timeout, jar, auth: prepared.auth, followRedirects: definition.followsRedirects },
  );
  const stop = run.signals.take();
  try {
    return await send(builtRequest(job, prepared, body, { ...UNSENT }, stop));
  } finally {
    run.signals.giveBack(stop);
  }
}
