/** Values that a request sends, with which values of its response may be compared since they come from there. */
import { parseJson, type JsonValue } from '../../evaluation/values/json.js';
import { isExact } from '../../evaluation/values/number.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import type { KeyValue, Request } from '../../request-file/model/model.js';
import { classifyPlaceholder, cutTemplate, isOnePlaceholder } from '../../request-file/text/template.js';
import type { StoredExchange } from '../model/stored-exchange.js';

/** Values by the names under which they are sent, in lower case without `_` and `-`. */
export type SentValues = ReadonlyMap<string, readonly JsonValue[]>;

export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

const MAX_SENT = 1000;

/** What the file says literally; a value with a placeholder is known only when it is sent. */
export function literalValues(request: Request): SentValues {
  const values = new Map<string, JsonValue[]>();
  const add = (name: string, value: JsonValue): void => {
    if (values.size >= MAX_SENT) return;
    getOrAdd(values, plainName(name), (): JsonValue[] => []).push(value);
  };
  const addAll = (fields: readonly Parameter[]): void => {
    for (const { key, value } of fields) if (!value.includes('{{')) add(key, value);
  };
  addAll([...parametersIn(request.url), ...request.queryParams]);
  const { body } = request;
  if (body === null) return values;
  if ('fields' in body && body.contentType === 'form') addAll(body.fields);
  if (body.contentType === 'json') addMembers(parsed(body.raw), add);
  if (body.contentType === 'graphql') addMembers(parsed(body.variables ?? ''), add);
  return values;
}

/** Undefined for text with comments or with placeholders in place of values. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const MAX_LIST_LENGTH = 8;

function addMembers(value: unknown, add: (name: string, value: JsonValue) => void): void {
  if (Array.isArray(value)) for (const element of value) addMembers(element, add);
  if (!isPlainObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (isPlain(member)) add(name, member);
    else if (
      Array.isArray(member) &&
      member.length <= MAX_LIST_LENGTH &&
      member.length > 0 &&
      member.every(isPlain)
    )
      add(name, member);
    else addMembers(member, add);
  }
}

/** Patterns of texts that are sent with placeholders between other characters, by their names. */
export function sentPatterns({ body }: Request): ReadonlyMap<string, string> {
  const patterns = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const element of value) visit(element);
    if (!isPlainObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const pattern = typeof member === 'string' ? patternOf(member) : undefined;
      if (pattern !== undefined && patterns.size < MAX_SENT) patterns.set(plainName(name), pattern);
      visit(member);
    }
  };
  if (body?.contentType === 'json') visit(parsed(body.raw));
  return patterns;
}

function patternOf(template: string): string | undefined {
  const parts = cutTemplate(template);
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : undefined));
  if (!texts.includes(undefined) || !texts.some((text) => text !== undefined && /[\p{L}\p{N}]/u.test(text)))
    return undefined;
  if (template.length > MAX_PATTERN_LENGTH || /[\p{Cc}/]/u.test(template)) return undefined;
  const written = texts.map((text) => text?.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`) ?? '.+');
  return `/^${written.join('')}$/`;
}

const MAX_PATTERN_LENGTH = 60;

function isPlain(value: unknown): value is string | number | boolean {
  if (typeof value === 'string') return value !== '' && !value.includes('{{');
  return isExact(value) || typeof value === 'boolean';
}

/** A variable that stands alone in a query parameter or a part of the path. */
export interface SentVariable {
  /** Such as `{{row.city}}`. */
  readonly placeholder: string;
  /** The names, as `plainName` gives them, of members that may repeat it. */
  readonly names: readonly string[];
  /** What it was in an exchange; undefined when its URL does not tell. */
  readonly valueIn: (exchange: StoredExchange) => string | undefined;
}

export function sentVariables({ url, queryParams }: Request): readonly SentVariable[] {
  const [path = ''] = url.split('?', 1);
  const ofQuery = [...parametersIn(url), ...queryParams].flatMap(({ key, value }): SentVariable[] => {
    if (!isVariable(value)) return [];
    return [{ placeholder: value, names: [plainName(key)], valueIn: (sent) => parameterOf(sent, key) }];
  });
  const parts = path.replace(/^https?:\/\/[^/]*/i, '').split('/');
  const ofPath = parts.flatMap((part, index): SentVariable[] => {
    const fromEnd = parts.length - index;
    // A placeholder that stands first is a whole address.
    if (index < 1 || !isVariable(part)) return [];
    const names = ['id', plainName(part.slice(2, -2).split('.').at(-1)?.trim() ?? '')];
    return [{ placeholder: part, names, valueIn: (sent) => partOfPath(sent, parts, fromEnd) }];
  });
  return [...ofQuery, ...ofPath];
}

type Parameter = Pick<KeyValue, 'key' | 'value'>;

/** Those that are written into the URL, as far as they need no decoding. */
function parametersIn(url: string): readonly Parameter[] {
  const query = /\?(.*)/s.exec(url)?.[1] ?? '';
  return query.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.includes('%') || pair.includes('+')) return [];
    return [{ key: pair.slice(0, equals), value: pair.slice(equals + 1) }];
  });
}

function isVariable(text: string): boolean {
  if (!isOnePlaceholder(text)) return false;
  const [part] = cutTemplate(text);
  if (part?.kind !== 'placeholder') return false;
  const placeholder = classifyPlaceholder(text.slice(2, -2).trim());
  return placeholder.kind === 'variable' && !placeholder.name.startsWith('response.');
}

function parameterOf({ url }: StoredExchange, name: string): string | undefined {
  const values = URL.canParse(url) ? new URL(url).searchParams.getAll(name) : [];
  return values.length === 1 ? values[0] : undefined;
}

/** Undefined when the path does not end as that of the file, as after a redirect. */
function partOfPath(
  { url }: StoredExchange,
  written: readonly string[],
  fromEnd: number,
): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const sent = new URL(url).pathname.split('/');
  // What stands first may be a variable for the start of the path.
  const isSame = written.slice(1).every((part, index) => {
    return part.includes('{{') || part === sent.at(index + 1 - written.length);
  });
  if (!isSame || sent.length < written.length) return undefined;
  try {
    return decodeURIComponent(sent.at(-fromEnd) ?? '') || undefined;
  } catch {
    return undefined;
  }
}
