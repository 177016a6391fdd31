/** Checks responses of the quick path that need more than a look at the status: assertions, captures, redirects, cookies. */
import { resolveAssertion, type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import { readHeaderText } from '../../http/message/headers.js';
import type { CookieJar } from '../../http/wraps/cookie-jar.js';
import type { Exchange, HttpResponse } from '../../http/message/message.js';
import type { Clock } from '../../primitives/clock.js';
import type { RequestExecution } from '../../runner/request-execution.js';
import { buildSend } from '../../runner/build-send.js';
import { checkAssertions, takeCaptures } from '../../runner/check-response.js';
import { createBounds, buildRequest, recordResponse } from '../../runner/exchange.js';
import type { AssertionResult } from '../../runner/outcome/result.js';
import { UNSENT, type AttemptDraft } from '../../runner/outcome/outcome.js';
import { buildBody } from '../../runner/prepare/prepare-body.js';
import { prepareRequest, type PreparedRequest } from '../../runner/prepare/prepare-request.js';
import { failedCheckText } from './failure-text.js';
import type { LiveDefinition } from './live-definition.js';
import { decodeReceived, isPassingStatus, type ReceivedResponse } from './received-response.js';

export interface CheckContext {
  readonly clock: Pick<Clock, 'now'>;
  readonly definition: LiveDefinition;
  readonly job: RequestExecution;
  /** Milliseconds from sending the request to the last byte. */
  readonly duration: number;
  /** The bytes of the request. */
  readonly sent: Uint8Array;
  readonly assertions: readonly ResolvedAssertion[] | undefined;
  /** Set when the ordinary path has to continue from here, to follow redirects or to keep cookies. */
  readonly continuation: { readonly timeout: number; readonly jar: CookieJar | undefined } | undefined;
}

export interface CheckedResponse {
  /** Why it did not pass; empty when it passed. */
  readonly failure: string;
  readonly status: number;
  /** Milliseconds. Redirects make it longer than the duration of the first exchange. */
  readonly duration: number;
}

/** Throws RequestFailure and other errors in the same cases as the ordinary path. */
export async function checkResponse(
  received: ReceivedResponse,
  context: CheckContext,
): Promise<CheckedResponse> {
  const { clock, definition, job, continuation } = context;
  const started = clock.now();
  const first = await responseOf(received, context);
  const response = continuation ? await continueFrom(first, context, continuation) : first;
  const duration = context.duration + (response === first ? 0 : clock.now() - started);
  const draft: AttemptDraft = { ...UNSENT };
  const { request, file, scope } = job;
  const timeout = definition.quick?.timeout ?? file.run.options.timeout;
  const view = recordResponse(draft, response, duration, createBounds(file, timeout));
  const assertions =
    context.assertions ?? request.assertions.map((assertion) => resolveAssertion(assertion, scope));
  await checkAssertions(job, assertions, view, draft);
  if (request.captures.length > 0) await takeCaptures(job, view, draft);
  if (definition.setsCaptures && request.name !== '') file.captures.setResponse(request.name, view);
  const hasPassed = passes(draft.assertions, view.status);
  const failure = hasPassed ? '' : failedCheckText(request, draft.assertions, view.status);
  return { failure, status: view.status, duration };
}

type CheckedResult = Pick<AssertionResult, 'passed' | 'skipped'>;

/** Without any assertion that was checked the status decides. */
export function passes(results: readonly CheckedResult[], status: number): boolean {
  if (results.some(({ skipped }) => !skipped)) return results.every(({ passed }) => passed);
  return isPassingStatus(status);
}

async function responseOf(
  received: ReceivedResponse,
  { definition, job, duration }: CheckContext,
): Promise<HttpResponse> {
  const { status, headText, body: wireBody } = received;
  const headers = readHeaderText(headText);
  const body =
    received.isEncoded && wireBody.length > 0
      ? await decodeReceived(wireBody, headers, job.file.run.options.maxBodyBytes)
      : wireBody;
  const url = definition.quick?.compiled.target.origin ?? '';
  const response = {
    statusCode: status,
    statusText: '',
    httpVersion: '1.1',
    headers,
    body,
    wireSize: wireBody.length,
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

/** Uses the same wraps as the ordinary path, but hands them the response that has already arrived. */
async function continueFrom(
  first: HttpResponse,
  { definition, job, sent }: CheckContext,
  { timeout, jar }: { readonly timeout: number; readonly jar: CookieJar | undefined },
): Promise<HttpResponse> {
  const { file, scope, request } = job;
  const { run, runnable } = file;
  const untraced = prepareRequest(request, scope, run.defaults);
  const prepared = run.options.traceparent ? await withSentTrace(untraced, sent) : untraced;
  const body = prepared.body && (await buildBody(prepared.body, run.fileAccess, runnable.directory, scope));
  let given: HttpResponse | undefined = { ...first, url: prepared.url };
  const send = buildSend(
    {
      ...run.wire,
      send: (message) => {
        const response = given;
        given = undefined;
        return response ? Promise.resolve(response) : run.wire.send(message);
      },
    },
    { timeout, jar, auth: prepared.auth, followRedirects: definition.followsRedirects },
  );
  const stop = run.signals.take();
  try {
    return await send(buildRequest(job, prepared, body, { ...UNSENT }, stop));
  } finally {
    run.signals.release(stop);
  }
}

/** The request with the header of the trace that it was sent with, which redirects keep. */
async function withSentTrace(prepared: PreparedRequest, sent: Uint8Array): Promise<PreparedRequest> {
  const { withTraceOf } = await import('../../runner/outcome/result-trace.js');
  return { ...prepared, headers: withTraceOf(prepared.headers, sent) };
}
