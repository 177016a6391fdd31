/** One attempt of a request: steps 3 to 10 of section 9.3. */
import { createResponseView, type ResponseView } from '../evaluation/response-view.js';
import { credentialPlaces, type ResolvedAuth } from '../http/auth/build-auth.js';
import { withHeader } from '../http/header-list.js';
import {
  RequestFailure,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type Send,
} from '../http/message.js';
import { originOf } from '../http/url-parts.js';
import { buildSend } from './build-send.js';
import type { Job } from './attempt-job.js';
import { checkAssertions, takeCaptures } from './check-answer.js';
import { queryDatabase } from './database-assertion.js';
import type { FileContext } from './file-context.js';
import { runAfter, runBefore, runShell, type ShellSurroundings } from './hooks.js';
import { UNSENT, type Attempt, type SentRequest } from './outcome.js';
import { buildBody } from './prepare-body.js';
import type { ResolvedRequest } from './resolve-request.js';
import { failureOf, type Failure } from './step-failure.js';
import { waitFor } from './wait-for.js';

type Draft = { -readonly [Key in keyof Attempt]: Attempt[Key] };

export async function runAttempt(job: Job, resolved: ResolvedRequest, timeout: number): Promise<Attempt> {
  const draft: Draft = { ...UNSENT };
  const warnings: string[] = [...resolved.prepared.warnings];
  let tried = false;
  try {
    await prepareGround(job, resolved, draft);
    const request = await build(job, resolved, draft);
    tried = true;
    await exchange(job, request, resolved, timeout, draft);
  } catch (error) {
    noteFailure(draft, error, job);
  }
  if (draft.response && draft.view) await evaluate(job, resolved, draft.view, draft, warnings);
  const { after } = job.request.metadata;
  if (tried && after) warnings.push(...(await runAfter(after, job.scope, surroundings(job))));
  const { secrets } = job.file.run;
  draft.warnings = warnings.length === 0 ? warnings : warnings.map((warning) => secrets.redact(warning));
  draft.passed = hasPassed(draft);
  return draft;
}

/** Steps 3 and 4. */
async function prepareGround(
  job: Job,
  { prepared, waiting, before }: ResolvedRequest,
  draft: Draft,
): Promise<void> {
  const { method, url, auth } = prepared;
  draft.sent = { method, url, headers: [], text: undefined };
  if (auth) {
    const { headers, parameters } = credentialPlaces(auth);
    draft.secretHeaders = headers.map((name) => name.toLowerCase());
    draft.secretParameters = parameters;
  }
  const { run } = job.file;
  if (waiting) {
    const headers = run.defaults.list.map(({ pair }) => [pair[0], job.scope.text(pair[1])] as const);
    await waitFor(waiting, run.wire, headers, run.input.signal);
  }
  if (before.length > 0) await runBefore(before, surroundings(job));
}

/** Step 5 up to sending. */
async function build(job: Job, { prepared }: ResolvedRequest, draft: Draft): Promise<HttpRequest> {
  const { method, url, body } = prepared;
  const { run, runnable } = job.file;
  const built = body && (await buildBody(body, run.input, runnable.directory, job.scope));
  const headers =
    built?.contentType === undefined
      ? prepared.headers
      : withHeader(prepared.headers, 'Content-Type', built.contentType);
  draft.sent = { method, url, headers, text: built?.text };
  run.certificateOrigins?.add(originOf(url));
  return { method, url, headers, body: built ? built.body : null, signal: run.input.signal };
}

async function exchange(
  job: Job,
  request: HttpRequest,
  { prepared }: ResolvedRequest,
  timeout: number,
  draft: Draft,
): Promise<void> {
  const send = sendFor(job, prepared.auth, timeout);
  const start = performance.now();
  try {
    const response = await send(request);
    draft.duration = performance.now() - start;
    draft.response = response;
    draft.view = viewOf(response, draft.duration);
    noteExchanges(draft, response.exchanges);
  } catch (error) {
    draft.duration = performance.now() - start;
    if (error instanceof RequestFailure) noteExchanges(draft, error.exchanges);
    throw error;
  }
}

/** Requests without authentication that ask for the same share what stands between them and the wire. */
function sendFor({ request, file }: Job, auth: ResolvedAuth | undefined, timeout: number): Send {
  const { run, jar, sends } = file;
  const { noRedirect, noCookieJar } = request.metadata;
  const build = (): Send =>
    buildSend(run.wire, {
      timeout,
      followRedirects: run.options.followRedirects && !noRedirect,
      jar: noCookieJar ? undefined : jar,
      auth,
    });
  if (auth) return build();
  const key = timeout * 4 + (noRedirect ? 2 : 0) + (noCookieJar ? 1 : 0);
  let send = sends.get(key);
  if (!send) {
    send = build();
    sends.set(key, send);
  }
  return send;
}

/** What was sent is known exactly only now: authentication and cookies were added on the way. */
function noteExchanges(draft: Draft, exchanges: readonly Exchange[]): void {
  draft.exchanges = exchanges;
  const { sent } = draft;
  if (!sent) return;
  const own = exchanges.find(
    ({ request }) => request.method === sent.method && request.url.startsWith(sent.url),
  );
  if (own) draft.sent = asSent(own, sent);
}

function asSent({ request }: Exchange, { method, text }: SentRequest): SentRequest {
  return { method, url: request.url, headers: request.headers, text };
}

function viewOf(response: HttpResponse, duration: number): ResponseView {
  const { statusCode: status, headers, url, body, exchanges } = response;
  const redirects =
    exchanges.length < 2
      ? []
      : exchanges
          .slice(0, -1)
          .flatMap((each) =>
            each.response && isRedirect(each.response.statusCode) ? [each.response.headers] : [],
          );
  return createResponseView({ status, headers, url, duration, body, redirects });
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Steps 6 to 9, for which an answer is needed. */
async function evaluate(
  job: Job,
  { assertions }: ResolvedRequest,
  view: ResponseView,
  draft: Draft,
  warnings: string[],
): Promise<void> {
  const { request, file, scope } = job;
  warnings.push(...(draft.response?.warnings ?? []));
  try {
    draft.assertions = await checkAssertions(job, assertions, view, draft.secretHeaders);
    if (request.captures.length > 0) draft.captures = await takeCaptures(job, view, warnings);
    if (request.name !== '' && file.needsResponse(request.name))
      file.captures.setResponse(request.name, view);
    if (request.db.length > 0) {
      const { results, failure } = await queryDatabase(request, scope, file);
      draft.assertions = [...draft.assertions, ...results];
      if (failure !== undefined) noteFailure(draft, failure, job);
    }
    if (request.shell.length > 0) {
      const { results, failure } = await runShell(request.shell, scope, surroundings(job));
      draft.shell = results;
      if (failure !== undefined) noteFailure(draft, failure, job);
    }
  } catch (error) {
    noteFailure(draft, error, job);
  }
}

/** The first one counts; none may show a secret. */
function noteFailure(draft: Draft, error: unknown, { file }: Job): void {
  draft.failure ??= redacted(failureOf(error), file);
}

export function redacted({ kind, message }: Failure, { run }: FileContext): Failure {
  return { kind, message: run.secrets.redact(message) };
}

function surroundings({ file }: Job): ShellSurroundings {
  const { run, runnable } = file;
  const { process, signal } = run.input;
  return { directory: runnable.directory, process, secrets: run.secrets, signal };
}

/** Without any assertion the status decides (language 9.4). */
function hasPassed({ failure, response, assertions }: Draft): boolean {
  if (failure || !response) return false;
  if (assertions.length > 0) return assertions.every(({ passed }) => passed);
  return response.statusCode >= 200 && response.statusCode < 300;
}
