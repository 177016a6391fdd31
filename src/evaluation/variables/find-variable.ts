/** Looks up a name in all sources, strongest first (docs/language.md#where-values-come-from). */
import { isPlainObject } from '../../primitives/plain-object.js';
import { isCurrentResponse } from '../../request-file/model/all-checks.js';
import { ELEMENT_NUMBER } from '../../request-file/model/repeated-request.js';
import { functionNames } from '../../request-file/text/function-names.js';
import type { FileVariable } from '../../request-file/model/model.js';
import { readPath } from '../../request-file/expressions/parse-path.js';
import { ABSENT } from '../values/absent.js';
import { valueAtPath } from '../values/body-path.js';
import { nestingExceeded } from '../bounded/limits.js';
import { parseJson } from '../values/json.js';
import type { CaptureStore, SentParts } from './captures.js';
import { ownText, processValue, type LoopItem, type ScopeSources } from './scope-sources.js';
import { VariableFailure } from './variable-failure.js';

export interface FoundVariable {
  readonly value: unknown;
  /** Typed sources give their value as it is; text is read as a literal where one is wanted. */
  readonly typed: boolean;
  /** Whether its text is interpolated again. */
  readonly expands?: 'file' | 'environment';
}

export type FileVariables = ReadonlyMap<string, FileVariable>;

export function findVariable(
  name: string,
  sources: ScopeSources,
  variables: FileVariables,
): FoundVariable | undefined {
  const prefixes = prefixesOf(name);
  return (
    inCurrent(sources, name) ??
    textIn(sources.overrides, name) ??
    inRow(sources, name, prefixes) ??
    inLoop(sources, name, prefixes) ??
    typed((key) => sources.captures.get(key), name, prefixes) ??
    inGlobals(sources, name, prefixes) ??
    textIn(sources.operator, name) ??
    inFile(variables, name) ??
    inEnvironment(sources, name, prefixes) ??
    textFound(sources.commandSecrets?.valueOf(name)) ??
    textIn(sources.dotenv, name) ??
    textFound(processValue(sources, name)) ??
    inResponses(sources.captures, name) ??
    inRequests(sources.captures, name)
  );
}

/** The names to suggest in messages; those of the process environment are left out on purpose. */
export function* knownNames(sources: ScopeSources, variables: FileVariables): Generator<string> {
  yield* Object.keys(sources.overrides ?? {});
  for (const column of Object.keys(sources.row ?? {})) yield `row.${column}`;
  if (sources.loop) yield* namesOfElement(sources.loop);
  yield* sources.captures.names();
  if (sources.globals) yield* sources.globals.names();
  yield* Object.keys(sources.operator);
  yield* variables.keys();
  yield* Object.keys(sources.environment);
  if (sources.commandSecrets) yield* sources.commandSecrets.names;
  yield* Object.keys(sources.dotenv);
}

function* namesOfElement({ name, value, number }: LoopItem): Generator<string> {
  if (name !== undefined) yield name;
  if (number !== undefined) yield ELEMENT_NUMBER;
  if (isPlainObject(value)) for (const key of Object.keys(value)) yield `${name}.${key}`;
}

/** The names to suggest for `{{$NAME}}`; a name in capitals is never meant as a function. */
export function* knownDollarNames(name: string, { dotenv }: ScopeSources): Generator<string> {
  for (const variable of Object.keys(dotenv)) yield `$${variable}`;
  if (/[a-z]/.test(name)) for (const variable of functionNames()) yield `$${variable}`;
}

interface Prefix {
  readonly key: string;
  readonly path: string;
}

/** Longer names are looked up as a whole only, since every prefix would be copied. */
export const MAX_PREFIX_LENGTH = 1000;

/** Each prefix that ends before a `.` or `[`, with the path after it; longest first. */
function prefixesOf(name: string): readonly Prefix[] {
  const prefixes: Prefix[] = [];
  for (let at = Math.min(name.length - 1, MAX_PREFIX_LENGTH); at > 0; at--) {
    const character = name[at];
    if (character === '.') prefixes.push({ key: name.slice(0, at), path: name.slice(at + 1) });
    else if (character === '[') prefixes.push({ key: name.slice(0, at), path: name.slice(at) });
  }
  return prefixes;
}

function textFound(value: string | undefined): FoundVariable | undefined {
  return value === undefined ? undefined : { value, typed: false };
}

function textIn(texts: ScopeSources['overrides'], name: string): FoundVariable | undefined {
  return texts === undefined ? undefined : textFound(ownText(texts, name));
}

function inFile(variables: FileVariables, name: string): FoundVariable | undefined {
  const variable = variables.get(name);
  return variable && { value: variable.value, typed: false, expands: 'file' };
}

function inRow(
  { row, rowIsText }: ScopeSources,
  name: string,
  prefixes: readonly Prefix[],
): FoundVariable | undefined {
  if (row === undefined || !name.startsWith('row.')) return undefined;
  const found = typed((key) => own(row, key.slice('row.'.length)), name, prefixes);
  return found && rowIsText === true ? { value: found.value, typed: false } : found;
}

function inGlobals(
  { globals }: ScopeSources,
  name: string,
  prefixes: readonly Prefix[],
): FoundVariable | undefined {
  return globals && typed((key) => globals.get(key), name, prefixes);
}

/** `response.…` while a response is being checked. */
function inCurrent({ response }: ScopeSources, name: string): FoundVariable | undefined {
  if (response === undefined || !isCurrentResponse(name)) return undefined;
  const part = name.slice('response.'.length);
  const value = part === 'duration' ? response.duration : partOf(response, part);
  return value === ABSENT ? undefined : { value, typed: true };
}

function inLoop(
  { loop }: ScopeSources,
  name: string,
  prefixes: readonly Prefix[],
): FoundVariable | undefined {
  if (loop?.number !== undefined && name === ELEMENT_NUMBER) return { value: loop.number, typed: true };
  if (loop?.name === undefined || !name.startsWith(loop.name)) return undefined;
  return typed((key) => (key === loop.name ? loop.value : ABSENT), name, prefixes);
}

function inEnvironment(
  { environment }: ScopeSources,
  name: string,
  prefixes: readonly Prefix[],
): FoundVariable | undefined {
  const found = typed((key) => own(environment, key), name, prefixes);
  return found && { ...found, expands: 'environment' };
}

function own(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : ABSENT;
}

/** The exact key, else the longest prefix that is a list or an object, with the rest as a path. */
function typed(
  get: (key: string) => unknown,
  name: string,
  prefixes: readonly Prefix[],
): FoundVariable | undefined {
  const exact = get(name);
  if (exact !== ABSENT && exact !== undefined) return { value: exact, typed: true };
  for (const { key, path } of prefixes) {
    const value = get(key);
    if (typeof value !== 'object' || value === null) continue;
    const inner = follow(value, path);
    return inner === ABSENT ? undefined : { value: inner, typed: true };
  }
  return undefined;
}

/** The value at a path of a placeholder; ABSENT for a malformed path. */
function follow(value: unknown, path: string): unknown {
  const reading = path === '' ? undefined : readPath(path);
  return reading?.ok ? valueAtPath(value, reading.steps) : ABSENT;
}

const RESPONSE = '.response.';

/** `<request>.response.status`, `.headers.<Name>`, `.body`, `.body.<path>`; names of requests may contain dots. */
function inResponses(captures: CaptureStore, name: string): FoundVariable | undefined {
  for (
    let at = name.indexOf(RESPONSE);
    at > 0 && at <= MAX_PREFIX_LENGTH;
    at = name.indexOf(RESPONSE, at + 1)
  ) {
    const response = captures.response(name.slice(0, at));
    if (response === ABSENT) continue;
    const value = partOf(response, name.slice(at + RESPONSE.length));
    if (value !== ABSENT) return { value, typed: true };
  }
  return undefined;
}

const REQUEST = '.request.';

/** `<request>.request.url`, `.headers.<Name>`, `.body`, `.body.<path>`: what was sent under the name. */
function inRequests(captures: CaptureStore, name: string): FoundVariable | undefined {
  for (
    let at = name.indexOf(REQUEST);
    at > 0 && at <= MAX_PREFIX_LENGTH;
    at = name.indexOf(REQUEST, at + 1)
  ) {
    const sent = captures.request(name.slice(0, at));
    if (sent === ABSENT) continue;
    const value = sentPart(sent, name.slice(at + REQUEST.length));
    if (value !== ABSENT) return { value, typed: true };
  }
  return undefined;
}

function sentPart({ url, headers, text }: SentParts, part: string): unknown {
  if (part === 'url') return url;
  if (part.startsWith('headers.')) {
    const wanted = part.slice('headers.'.length).toLowerCase();
    return headers.find(([key]) => key.toLowerCase() === wanted)?.[1] ?? ABSENT;
  }
  if (text === undefined) return ABSENT;
  if (part === 'body') return text;
  const path = part.startsWith('body.') ? part.slice(5) : part.startsWith('body[') ? part.slice(4) : '';
  return path === '' ? ABSENT : follow(jsonOf(text), path);
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function partOf(
  response: Exclude<ReturnType<CaptureStore['response']>, typeof ABSENT>,
  part: string,
): unknown {
  if (part === 'status') return response.status;
  if (part === 'body') return response.text();
  if (part.startsWith('headers.')) return response.header(part.slice('headers.'.length));
  const path = part.startsWith('body.') ? part.slice(5) : part.startsWith('body[') ? part.slice(4) : '';
  if (path === '') return ABSENT;
  if (response.isNestedTooDeep()) throw new VariableFailure(nestingExceeded('the response body').message);
  return follow(response.json(), path);
}
