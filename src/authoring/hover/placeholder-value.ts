/** What stands behind a placeholder, as far as it is settled before a run; secrets are masked, nothing is evaluated. */
import { toJson } from '../../primitives/json/json-writer.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { ELEMENT_NUMBER } from '../../request-file/model/repeated-request.js';
import { readPath } from '../../request-file/expressions/parse-path.js';
import { looksSecret, MASK } from '../looks-secret.js';
import type { HoverContext, HoverRequest, HoverText, NameLookUp } from './hover-context.js';

const MAX_SHOWN_CHARACTERS = 200;
/** A longer name is no one's, and each of its beginnings would be looked for. */
const MAX_NAME_CHARACTERS = 1000;
/** Members that lie deeper are left out. */
const MAX_SHOWN_DEPTH = 32;

/** The strongest source first, as in a run; `line` is that of the placeholder. */
export function placeholderValue(name: string, line: number, context: HoverContext): HoverText | undefined {
  if (name.length > MAX_NAME_CHARACTERS) return undefined;
  return (
    rowColumn(name, line, context) ??
    elementOf(name, line, context) ??
    givenByRequest(name, line, context) ??
    withoutValue(name, context.operatorVariables, 'process environment') ??
    ofFile(name, context) ??
    ofEnvironment(name, context) ??
    ofCommand(name, context) ??
    ofClient(name, context) ??
    processValue(name, context)
  );
}

/** The value of `{{$NAME}}`. */
export function processValue(name: string, context: HoverContext): HoverText | undefined {
  return (
    withoutValue(name, context.dotenv, 'dotenv') ??
    withoutValue(name, context.processEnvironment, 'process environment')
  );
}

function withoutValue(name: string, lookUp: NameLookUp | undefined, source: string): HoverText | undefined {
  const found = lookUp?.(name);
  return found && { title: name, source, ...placed(found.place) };
}

function rowColumn(name: string, line: number, { requests }: HoverContext): HoverText | undefined {
  if (!name.startsWith('row.')) return undefined;
  const data = requests.findLast((each) => each.line <= line)?.data;
  return data === undefined ? undefined : { title: name, source: `row of ${data}` };
}

function elementOf(name: string, line: number, { requests }: HoverContext): HoverText | undefined {
  const elements = requests.findLast((each) => each.line <= line)?.elements;
  if (!elements?.names.some((each) => isOrLeadsInto(name, each))) return undefined;
  const what = name === ELEMENT_NUMBER ? 'number of the element' : 'element';
  return { title: name, source: `${what} of ${shorten(elements.directive)}` };
}

/** A bare name has the value of the request that ran last, which usually is the nearest above. */
function givenByRequest(name: string, line: number, context: HoverContext): HoverText | undefined {
  const { requests } = context;
  const isGiver = (request: HoverRequest): boolean => givenName(name, request) !== undefined;
  const owner =
    requests.findLast((request) => request.line < line && isGiver(request)) ?? requests.findLast(isGiver);
  if (owner === undefined) return undefined;
  const given = givenName(name, owner);
  if (given?.isSet === true)
    return { title: name, source: `set by ${owner.name}`, ...isSecret(name, context) };
  return {
    title: name,
    source: `captured by ${owner.name}`,
    ...placed(lineOf(given?.line ?? owner.line, context)),
    ...isSecret(name, context),
  };
}

function givenName(
  name: string,
  { name: owner, captures, sets = [] }: HoverRequest,
): { readonly isSet: boolean; readonly line?: number } | undefined {
  const means = (given: string): boolean =>
    isOrLeadsInto(name, given) || isOrLeadsInto(name, `${owner}.${given}`);
  const capture = captures.findLast((each) => means(each.name));
  if (capture !== undefined)
    return { isSet: false, ...(capture.line !== undefined && { line: capture.line }) };
  if (sets.some(means)) return { isSet: true };
  return owner !== '' && name.startsWith(`${owner}.response.`) ? { isSet: false } : undefined;
}

/** The last definition counts. */
function ofFile(name: string, context: HoverContext): HoverText | undefined {
  const found = context.variables.findLast((variable) => variable.name === name);
  if (found === undefined) return undefined;
  const hidden = found.secret ? SECRET : isSecret(name, context);
  return {
    title: name,
    value: hidden.isSecret ? MASK : shorten(found.value),
    source: 'variable of this file',
    ...placed(lineOf(found.line, context)),
    ...hidden,
  };
}

/** The exact name, else the longest beginning of it that is a list or an object, with the rest as a path. */
function ofEnvironment(name: string, context: HoverContext): HoverText | undefined {
  const { environment } = context;
  const { variables } = environment;
  for (const key of beginningsOf(name)) {
    const value = Object.hasOwn(variables, key) ? variables[key] : undefined;
    if (value === undefined || (key !== name && (typeof value !== 'object' || value === null))) continue;
    const reached = key === name ? value : valueBehind(name.slice(key.length), value, context);
    if (reached === undefined) return undefined;
    const hidden = isSecret(name, context);
    return {
      title: name,
      value: hidden.isSecret ? MASK : shorten(shownValue(name, reached, context)),
      source: `environment ${environment.name}`,
      ...placed(environment.placeOf?.(key)),
      ...hidden,
    };
  }
  return undefined;
}

function valueBehind(rest: string, value: unknown, { valueAt }: HoverContext): unknown {
  const path = readPath(rest.startsWith('.') ? rest.slice(1) : rest);
  return path.ok ? valueAt(value, path.steps) : undefined;
}

function ofCommand(name: string, { commandSecrets = [] }: HoverContext): HoverText | undefined {
  if (!commandSecrets.includes(name)) return undefined;
  return { title: name, value: MASK, source: 'secret, by command', ...SECRET };
}

function ofClient(name: string, { clientVariables = [] }: HoverContext): HoverText | undefined {
  const isGiven = clientVariables.some((each) => isOrLeadsInto(name, each));
  return isGiven ? { title: name, source: 'environment file of another client' } : undefined;
}

const SECRET = { isSecret: true } as const;

function isSecret(name: string, { secrets }: HoverContext): { readonly isSecret?: true } {
  return looksSecret(name) || secrets.some((each) => isOrLeadsInto(name, each)) ? SECRET : {};
}

function isOrLeadsInto(name: string, given: string): boolean {
  return name === given || name.startsWith(`${given}.`) || name.startsWith(`${given}[`);
}

/** The name, then its shorter beginnings that a path may follow. */
function beginningsOf(name: string): string[] {
  const ends = [...name.matchAll(/[.[]/g)].map(({ index }) => index).reverse();
  return [name, ...ends.map((end) => name.slice(0, end))];
}

function shownValue(name: string, value: unknown, context: HoverContext): string {
  return typeof value === 'string' ? value : toJson(maskMembers(name, value, context, 0));
}

/** A secret may be a member of a value whose own name says nothing. */
function maskMembers(name: string, value: unknown, context: HoverContext, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_SHOWN_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((each) => maskMembers(name, each, context, depth + 1));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const path = `${name}.${key}`;
      const isHidden = isSecret(path, context).isSecret === true;
      return [key, isHidden ? MASK : maskMembers(path, member, context, depth + 1)];
    }),
  );
}

export function shorten(text: string): string {
  return text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)}…`;
}

function placed(place: string | undefined): { readonly place?: string } {
  return place === undefined ? {} : { place };
}

export function lineOf(line: number | undefined, { path }: HoverContext): string | undefined {
  if (line === undefined) return undefined;
  return path === undefined ? `line ${line}` : `${path}:${line}`;
}
