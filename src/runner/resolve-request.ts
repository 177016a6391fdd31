/** Checks permissions and resolves every placeholder that is needed before anything is sent. */
import { resolveAssertions, type ResolvedAssertion } from '../evaluation/check-assertion.js';
import { conditionsHold, resolveConditions, type AssertionContext } from '../evaluation/comparison.js';
import { ResponseView } from '../evaluation/response/response-view.js';
import type { Scope } from '../evaluation/variables/scope.js';
import { secretParameters } from '../http/auth/build-auth.js';
import { timeLimit } from '../http/wraps/time-limit.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { authOf } from '../request-file/model/client-directives.js';
import { allSets } from '../request-file/model/all-checks.js';
import type { Auth, Request } from '../request-file/model/model.js';
import type * as Hooks from './commands/hooks.js';
import type { checkDatabase as CheckDatabase } from './database-assertion.js';
import { forgetGiven, keepValue, type RequestExecution } from './request-execution.js';
import { prepareRequest, type PreparedRequest } from './prepare/prepare-request.js';
import type { Run } from './run.js';
import type { resolveWaitTarget as ResolveWaitTarget, WaitTarget } from './wait-for.js';

export interface ResolvedRequest extends PreparedRequest {
  readonly waitTarget: WaitTarget | undefined;
  readonly before: readonly Hooks.ResolvedCommand[];
  readonly assertions: readonly ResolvedAssertion[];
  /** The variables that `@set` has set. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** Runs `@set` lines, once for each attempt, and resolves the request. Throws VariableFailure, StepFailure or RequestFailure. */
export async function resolveAttempt(execution: RequestExecution): Promise<ResolvedRequest> {
  const { request, scope, file } = execution;
  const tools = usesTools(request) ? await loadTools() : undefined;
  const sets = allSets(request);
  if (sets.length === 0) return resolveRequest(request, scope, file.run, tools);
  forgetGiven(execution);
  const given = new Map<string, unknown>();
  const context: AssertionContext = { ...file.assertionContext, scope };
  for (const set of sets) {
    const conditions = resolveConditions(set, scope);
    if (conditions && !(await conditionsHold(conditions, NO_RESPONSE, context))) continue;
    const value = scope.text(set.value);
    keepValue(execution, set, value);
    given.set(set.name, value);
  }
  return { ...resolveRequest(request, scope, file.run, tools), given: Object.fromEntries(given) };
}

/** Called before anything is resolved, because placeholders cannot wait for a token. Throws RequestFailure('auth'). */
export async function fetchTokens(
  { request, file, scope }: RequestExecution,
  timeout: number,
): Promise<void> {
  const { run, owner, tokens } = file;
  if (Object.keys(owner.runnable.client?.auth ?? {}).length === 0) return;
  const { fetchClientTokens } = await import('./prepare/client-tokens.js');
  const { wire, secrets, signals } = run;
  const stop = signals.take();
  try {
    const send = timeLimit(timeout, run.clock)(wire.send);
    const context = { owner, scope, send, state: wire.authState, secrets, signal: stop, tokens };
    await fetchClientTokens(request, context);
  } finally {
    signals.release(stop);
  }
}

/** Conditions of `@set` compare variables only. */
const NO_RESPONSE = new ResponseView({
  status: 0,
  headers: [],
  url: '',
  duration: 0,
  body: new Uint8Array(),
});

/** What waits, runs commands and queries databases; few requests do, so it is loaded for those only. */
interface Tools {
  readonly checkShell: typeof Hooks.checkShell;
  readonly resolveCommand: typeof Hooks.resolveCommand;
  readonly checkDatabase: typeof CheckDatabase;
  readonly resolveWaitTarget: typeof ResolveWaitTarget;
}

async function loadTools(): Promise<Tools> {
  const { checkShell, resolveCommand } = await import('./commands/hooks.js');
  const { checkDatabase } = await import('./database-assertion.js');
  const { resolveWaitTarget } = await import('./wait-for.js');
  return { checkShell, resolveCommand, checkDatabase, resolveWaitTarget };
}

function usesTools({ metadata, shell, db }: Request): boolean {
  const { before, after, waitFor } = metadata;
  return before !== undefined || after !== undefined || waitFor !== undefined || shell.length + db.length > 0;
}

/** Throws VariableFailure, StepFailure or RequestFailure. */
function resolveRequest(request: Request, scope: Scope, run: Run, tools: Tools | undefined): ResolvedRequest {
  const { mode, allowShell, allowDb } = run.options;
  const { metadata } = request;
  tools?.checkShell(request, allowShell, mode);
  tools?.checkDatabase(request, allowDb, mode);
  const auth = authOf(request);
  if (auth) noteCredentials(auth, scope, run.secrets);
  return {
    ...prepareRequest(request, scope, run.defaults, run.placeUrl),
    waitTarget: metadata.waitFor && tools?.resolveWaitTarget(metadata.waitFor, scope),
    before: (tools && metadata.before?.map((hook) => tools.resolveCommand('hook', hook, scope))) ?? NOTHING,
    assertions: resolveAssertions(request, scope),
  };
}

/** Called before anything else is resolved, because a message about the rest may show a credential. */
function noteCredentials({ type, params }: Auth, scope: Scope, secrets: SecretSet): void {
  secrets.addAll(secretParameters({ type, params: params.map((parameter) => scope.text(parameter)) }));
}

const NOTHING: readonly Hooks.ResolvedCommand[] = [];
