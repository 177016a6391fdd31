/** One attempt of a request: steps 3 to 10 of section 9.3. */
import type { ResponseView } from '../evaluation/response/response-view.js';
import { credentialPlaces } from '../http/auth/build-auth.js';
import type { HeaderList } from '../http/message/message.js';
import { elapsed } from '../primitives/clock.js';
import type { Job } from './attempt-job.js';
import { checkAssertions, takeCaptures } from './check-response.js';
import { queryDatabase } from './database-assertion.js';
import { boundsOf, builtRequest, recordResponse, recordNoResponse, sendFor } from './exchange.js';
import type { FileContext } from './file-context.js';
import { runAfter, runBefore, runShell, type ShellContext } from './commands/hooks.js';
import { UNSENT, type Attempt, type AttemptDraft } from './outcome/outcome.js';
import { buildBody } from './prepare/prepare-body.js';
import type { PreparedRequest } from './prepare/prepare-request.js';
import type { ResolvedRequest } from './resolve-request.js';
import { failureOf, type Failure } from './outcome/step-failure.js';
import { waitFor } from './wait-for.js';

/** Most requests need only the exchange and its assertions: the other steps cost nothing then. */
export async function runAttempt(job: Job, resolved: ResolvedRequest, timeout: number): Promise<Attempt> {
  const { request, file } = job;
  const { assertions } = resolved;
  const draft = startDraft(resolved);
  let tried = false;
  try {
    if (resolved.waiting || resolved.before.length > 0) await prepareGround(job, resolved);
    const body =
      resolved.body &&
      (await buildBody(resolved.body, file.run.fileAccess, file.runnable.directory, job.scope));
    const send = sendFor(job, resolved.auth, timeout);
    const stop = file.run.signals.take();
    tried = true;
    const start = elapsed();
    let view: ResponseView;
    try {
      const message = builtRequest(job, resolved, body, draft, stop);
      file.run.credentials.learn(message.headers, draft.secretHeaders);
      const response = await send(message);
      view = recordResponse(draft, response, elapsed() - start, boundsOf(file, timeout));
    } catch (error) {
      recordNoResponse(draft, error, elapsed() - start);
      throw error;
    } finally {
      file.run.signals.giveBack(stop);
      learnCredentials(draft, file);
    }
    addWarnings(draft, draft.response?.warnings);
    if (assertions.length > 0) await checkAssertions(job, assertions, view, draft);
    if (request.captures.length > 0) await takeCaptures(job, view, draft);
    if (request.name !== '' && file.needsResponse(request.name))
      file.captures.setResponse(request.name, view);
    if (request.db.length + request.shell.length > 0) await checkSurroundings(job, draft);
  } catch (error) {
    noteFailure(draft, error, file);
  }
  const { after } = request.metadata;
  if (tried && after) addWarnings(draft, await runAfter(after, job.scope, surroundings(file)));
  if (draft.warnings.length > 0)
    draft.warnings = draft.warnings.map((warning) => file.run.secrets.redact(warning));
  draft.passed = hasPassed(draft);
  return draft;
}

/** Before anything is compared with a snapshot or shown. */
function learnCredentials({ exchanges, secretHeaders }: AttemptDraft, { run }: FileContext): void {
  for (const { request, response } of exchanges) {
    run.credentials.learn(request.headers, secretHeaders);
    if (response) run.credentials.learn(response.headers, secretHeaders);
  }
}

const NO_HEADERS: HeaderList = [];

function startDraft({ method, url, auth, warnings }: PreparedRequest): AttemptDraft {
  const draft: AttemptDraft = {
    ...UNSENT,
    warnings,
    sent: { method, url, headers: NO_HEADERS, text: undefined },
  };
  if (auth) {
    const { headers, parameters } = credentialPlaces(auth);
    draft.secretHeaders = headers.map((name) => name.toLowerCase());
    draft.secretParameters = parameters;
  }
  return draft;
}

/** Steps 3 and 4. */
async function prepareGround({ file, scope }: Job, { waiting, before }: ResolvedRequest): Promise<void> {
  const { run } = file;
  if (waiting) {
    const headers = run.defaults.list.map(({ pair }) => [pair[0], scope.text(pair[1])] as const);
    await waitFor(waiting, run.wire, headers, run.signal);
  }
  if (before.length > 0) await runBefore(before, surroundings(file));
}

/** Steps 8 and 9: both run, whatever the first one finds. */
async function checkSurroundings({ request, file, scope }: Job, draft: AttemptDraft): Promise<void> {
  if (request.db.length > 0) {
    const { results, failure } = await queryDatabase(request, scope, file);
    draft.assertions = [...draft.assertions, ...results];
    if (failure !== undefined) noteFailure(draft, failure, file);
  }
  if (request.shell.length > 0) {
    const { results, failure } = await runShell(request.shell, scope, surroundings(file));
    draft.shell = results;
    if (failure !== undefined) noteFailure(draft, failure, file);
  }
}

function addWarnings(draft: AttemptDraft, warnings: readonly string[] | undefined): void {
  if (warnings && warnings.length > 0) draft.warnings = [...draft.warnings, ...warnings];
}

/** The first one counts. */
function noteFailure(draft: AttemptDraft, error: unknown, file: FileContext): void {
  draft.failure ??= cleanFailure(error, file);
}

/** No message may show a secret. */
export function cleanFailure(error: unknown, { run }: FileContext): Failure {
  const { kind, message } = failureOf(error);
  return { kind, message: run.secrets.redact(message) };
}

function surroundings({ run, runnable }: FileContext): ShellContext {
  const { process, signal } = run;
  return { directory: runnable.directory, process, secrets: run.secrets, signal };
}

/** Without any assertion the status decides (language 9.4). */
function hasPassed({ failure, response, assertions }: AttemptDraft): boolean {
  if (failure || !response) return false;
  if (assertions.length > 0) return assertions.every(({ passed }) => passed);
  return response.statusCode >= 200 && response.statusCode < 300;
}
