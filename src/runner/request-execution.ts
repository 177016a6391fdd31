import { textOf } from '../evaluation/values/json.js';
import type { Scope } from '../evaluation/variables/scope.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { givenNames } from '../request-file/model/all-checks.js';
import type { Request } from '../request-file/model/model.js';
import { shownName } from '../request-file/model/request-filter.js';
import type { FileContext } from './file-context.js';
import type { ResultTrace } from './outcome/result-trace.js';

/** One execution of one request, with its data row if it has one. */
export interface RequestExecution {
  readonly request: Request;
  readonly file: FileContext;
  readonly scope: Scope;
  readonly resultName: string;
  /** The key of its captures: its name, or a unique id. */
  readonly captureId: string;
  /** The place in the schedule of the run, which decides on the globals that others see. */
  readonly place: number;
  /** Set while attempts of a traced run are sent. */
  readonly trace?: ResultTrace;
}

export function createExecution(
  request: Request,
  file: FileContext,
  scope: Scope,
  captureId = request.name,
  place = 0,
): RequestExecution {
  return { request, file, scope, captureId, place, resultName: shownName(request) };
}

/** The execution with a new trace; few runs are traced, so the code is loaded for those only. */
export async function withTrace(execution: RequestExecution): Promise<RequestExecution> {
  const { ResultTrace } = await import('./outcome/result-trace.js');
  return { ...execution, trace: new ResultTrace() };
}

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
