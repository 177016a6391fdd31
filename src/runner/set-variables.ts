/** Runs `@set` lines, once for each attempt, before the request is resolved. */
import { conditionsHold, resolveConditions, type AssertionContext } from '../evaluation/comparison.js';
import { ResponseView } from '../evaluation/response/response-view.js';
import { textOf } from '../evaluation/values/json.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { allSets, givenNames } from '../request-file/model/all-checks.js';
import type { RequestExecution } from './request-execution.js';
import { resolveRequest, type ResolvedRequest } from './resolve-request.js';

/** Sets variables and resolves the request. Throws VariableFailure, StepFailure or RequestFailure. */
export async function resolveAttempt(execution: RequestExecution): Promise<ResolvedRequest> {
  const { request, scope, file } = execution;
  const sets = allSets(request);
  if (sets.length === 0) return resolveRequest(request, scope, file.run);
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
  return { ...resolveRequest(request, scope, file.run), given: Object.fromEntries(given) };
}

/** Conditions of `@set` compare variables only. */
const NO_RESPONSE = new ResponseView({
  status: 0,
  headers: [],
  url: '',
  duration: 0,
  body: new Uint8Array(),
});

/** Makes a value visible to this request and to later ones; a global one to those of all files. */
export function keepValue(
  execution: RequestExecution,
  { name, global }: { readonly name: string; readonly global?: true },
  value: unknown,
): void {
  const { file, captureId, place } = execution;
  noteSecret(execution, name, value);
  file.captures.set(captureId, name, value);
  if (global) file.globals.set(name, place, value);
}

export function dropValue({ file, captureId, place }: RequestExecution, name: string): void {
  file.captures.unset(captureId, name);
  file.globals.unset(name, place);
}

/** Drops what an earlier attempt or row has given. */
export function forgetGiven(execution: RequestExecution): void {
  for (const name of givenNames(execution.request)) dropValue(execution, name);
}

/** A secret capture is configured by its bare name or as `<request>.<capture>`. */
function noteSecret({ request, file }: RequestExecution, name: string, value: unknown): void {
  const { secretNames, secrets } = file.run;
  if (secretNames.size === 0) return;
  if (secretNames.has(name) || secretNames.has(`${request.name}.${name}`)) addSecretTexts(value, secrets);
}

/** Adds every text inside a value as a separate secret. */
function addSecretTexts(value: unknown, secrets: SecretSet): void {
  if (typeof value !== 'object' || value === null) secrets.add(textOf(value));
  else for (const member of Object.values(value)) addSecretTexts(member, secrets);
}
