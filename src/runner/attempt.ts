/** One attempt of a request, from `@waitFor` and `@before` to assertions, captures, checks and `@after`. */
import type { ResponseView } from '../evaluation/response/response-view.js';
import { findCredentialPlaces } from '../http/auth/build-auth.js';
import type { HeaderList, HttpRequest } from '../http/message/message.js';
import { allCaptures } from '../request-file/model/all-checks.js';
import type { RequestExecution } from './request-execution.js';
import { checkAssertions, passesChecks, takeCaptures } from './check-response.js';
import { createBounds, buildRequest, recordResponse, recordNoResponse, sendFor } from './exchange.js';
import type { FileContext } from './file-context.js';
import type { ShellContext } from './commands/hooks.js';
import { withSecrets } from './commands/secrets/with-secrets.js';
import { UNSENT, type AttemptResult, type AttemptDraft } from './outcome/outcome.js';
import type { AssertionResult, ShellResult } from './outcome/result.js';
import { savedResponses } from '../request-file/model/client-directives.js';
import { buildBody, type BuiltBody, type PreparedBody } from './prepare/prepare-body.js';
import type { ResolvedRequest } from './resolve-request.js';
import { failureOf, type Failure } from './outcome/step-failure.js';

export async function runAttempt(
  execution: RequestExecution,
  resolved: ResolvedRequest,
  timeout: number,
): Promise<AttemptResult> {
  const { request, file } = execution;
  const { clock } = file.run;
  const { assertions } = resolved;
  const draft = startDraft(resolved);
  let tried = false;
  try {
    if (resolved.waitTarget || resolved.before.length > 0) await runBeforeSteps(execution, resolved);
    const body = resolved.body && (await buildResolved(execution, resolved.body));
    const send = sendFor(execution, resolved.auth, timeout);
    const stop = file.run.signals.take();
    tried = true;
    const start = clock.now();
    let message: HttpRequest | undefined;
    let view: ResponseView;
    const duration = (): number => clock.now() - start - (message?.personWait?.ms ?? 0);
    try {
      message = buildRequest(execution, resolved, body, draft, stop);
      file.run.credentials.learn(message.headers, draft.secretHeaders);
      const response = await send(message);
      view = recordResponse(draft, response, duration(), createBounds(file, timeout));
    } catch (error) {
      recordNoResponse(draft, error, duration());
      throw error;
    } finally {
      file.run.signals.release(stop);
      learnCredentials(draft, file);
    }
    addWarnings(draft, draft.response?.warnings);
    if (assertions.length > 0) await checkAssertions(execution, assertions, view, draft);
    if (allCaptures(request).length > 0) await takeCaptures(execution, view, draft);
    if (request.name !== '' && draft.sent && file.needsSent(request.name))
      file.captures.setRequest(request.name, draft.sent);
    if (request.name !== '' && file.needsResponse(request.name))
      file.captures.setResponse(request.name, view);
    if (request.foreign.length > 0) await saveResponse(execution, view, draft);
    if (request.db.length + request.shell.length > 0) await checkSideEffects(execution, draft);
  } catch (error) {
    noteFailure(draft, error, file);
  }
  const { after } = request.metadata;
  if (tried && after) {
    const { runAfter } = await import('./commands/hooks.js');
    addWarnings(draft, await runAfter(after, execution.scope, shellContext(file)));
  }
  if (draft.warnings.length > 0)
    draft.warnings = draft.warnings.map((warning) => file.run.secrets.redact(warning));
  draft.passed = hasPassed(draft);
  return draft;
}

/** Called before anything is compared with a snapshot or shown. */
function learnCredentials({ exchanges, secretHeaders }: AttemptDraft, { run }: FileContext): void {
  for (const { request, response } of exchanges) {
    run.credentials.learn(request.headers, secretHeaders);
    if (response) run.credentials.learn(response.headers, secretHeaders);
  }
}

const NO_HEADERS: HeaderList = [];

function startDraft({ method, url, auth, warnings, given }: ResolvedRequest): AttemptDraft {
  const sent = { method, url, headers: NO_HEADERS, text: undefined };
  const draft: AttemptDraft = { ...UNSENT, warnings, sent };
  if (given) draft.captures = given;
  if (auth) {
    const { headers, parameters } = findCredentialPlaces(auth);
    draft.secretHeaders = headers.map((name) => name.toLowerCase());
    draft.secretParameters = parameters;
  }
  return draft;
}

/** Included files may have placeholders too. */
function buildResolved(
  { file, scope }: RequestExecution,
  body: PreparedBody,
): BuiltBody | Promise<BuiltBody> {
  const { run, runnable } = file;
  return withSecrets(run, () => buildBody(body, run.fileAccess, runnable.directory, scope));
}

/** Runs `@waitFor` and `@before`. */
async function runBeforeSteps(
  { file, scope }: RequestExecution,
  { waitTarget, before }: ResolvedRequest,
): Promise<void> {
  const { run } = file;
  if (waitTarget) {
    const headers = run.defaults.list.map(({ pair }) => [pair[0], scope.text(pair[1])] as const);
    const { waitFor } = await import('./wait-for.js');
    await waitFor(waitTarget, run, headers);
  }
  if (before.length === 0) return;
  const { runBefore } = await import('./commands/hooks.js');
  await runBefore(before, shellContext(file));
}

/** `>> path` of another client. */
async function saveResponse(
  { request, file, scope }: RequestExecution,
  view: ResponseView,
  draft: AttemptDraft,
): Promise<void> {
  const saves = savedResponses(request);
  if (saves.length === 0) return;
  const { saveResponses } = await import('./outcome/save-response.js');
  const { fileAccess } = file.run;
  const { directory } = file.runnable;
  addWarnings(draft, await saveResponses(saves, view.bytes, { scope, fileAccess, directory }));
}

/** Runs `>>>db` and `>>>shell`; the second runs even when the first fails, and the results before a failure count. */
async function checkSideEffects(
  { request, file, scope }: RequestExecution,
  draft: AttemptDraft,
): Promise<void> {
  const fail = (error: unknown): void => noteFailure(draft, error, file);
  if (request.db.length > 0) {
    const results: AssertionResult[] = [];
    const { queryDatabase } = await import('./database-assertion.js');
    await queryDatabase(request, scope, file, results).catch(fail);
    draft.assertions = [...draft.assertions, ...results];
  }
  const commands: ShellResult[] = [];
  const { runShell } = await import('./commands/hooks.js');
  await runShell(request.shell, scope, shellContext(file), commands).catch(fail);
  draft.shell = commands;
}

function addWarnings(draft: AttemptDraft, warnings: readonly string[] | undefined): void {
  if (warnings && warnings.length > 0) draft.warnings = [...draft.warnings, ...warnings];
}

/** An attempt reports its first failure only. */
function noteFailure(draft: AttemptDraft, error: unknown, file: FileContext): void {
  draft.failure ??= cleanFailure(error, file);
}

/** Redacts the message, because no message may show a secret. */
export function cleanFailure(error: unknown, { run }: FileContext): Failure {
  const { kind, message } = failureOf(error);
  return { kind, message: run.secrets.redact(message) };
}

function shellContext({ run, runnable }: FileContext): ShellContext {
  const { process, signal, clock } = run;
  return { directory: runnable.directory, process, secrets: run.secrets, signal, clock };
}

function hasPassed({ failure, response, assertions }: AttemptDraft): boolean {
  return !failure && response !== undefined && passesChecks(assertions, response.statusCode);
}
