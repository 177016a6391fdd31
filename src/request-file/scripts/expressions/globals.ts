/** Reads members and calls of the names that clients and the language give to scripts. */
import { callAssert, isAssertCall } from '../checks/assert-calls.js';
import { check, condition } from '../checks/checks.js';
import {
  DATA_CALLS,
  HASH_CALLS,
  MEMBER_NAMES,
  MODULES,
  NAMED_SUBJECT_CALLS,
  REMOVING_CALL,
  REPLACING_CALLS,
  REPORTED_NAMES,
  REQUEST_NAMES,
  SAME_NAMES,
  SUBJECT_CALLS,
  SUBJECT_NAMES,
  UUID_CALLS,
} from '../values/global-names.js';
import { asText, ownMember, textOf } from '../checks/own-member.js';
import { pathSteps } from '../values/paths.js';
import { expectation, type Reader } from '../checks/reader.js';
import { json, ofSubject, template, unknown, type Unknown, type Value } from '../values/script-values.js';
import { EVERY, hasMembers, subject, type Subject, type SubjectKind } from '../values/subjects.js';
import type { ScriptSource } from '../translation.js';
import { templateText } from '../values/written-values.js';

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The member of a global name, or a global name itself. */
export function globalMember(of: string, key: string, source: ScriptSource): Value {
  const written = of === '' ? key : `${of}.${key}`;
  const path = own(SAME_NAMES, written) ?? written;
  const kind = own(SUBJECT_NAMES, path);
  if (kind !== undefined) return source.stage === 'after' ? ofSubject(subject(kind)) : NO_RESPONSE;
  if (REQUEST_NAMES.has(path)) return json(source.requestName);
  const members = own(MEMBER_NAMES, of);
  if (members !== undefined) return dataMember(members, key);
  if (path === 'pm.response.to')
    return source.stage === 'after' ? expectation('response', ofSubject(subject('body'))) : NO_RESPONSE;
  return { kind: 'global', path };
}

const NO_RESPONSE = unknown('reads a response before there is one');

function dataMember(kind: 'variable' | 'row' | 'environment', name: string): Value {
  if (kind === 'variable') return ofSubject(subject('variable', name));
  if (!/^[\w.-]+$/.test(name)) return unknown('reads a name that cannot be written');
  return template(kind === 'row' ? `{{row.${name}}}` : `{{$processEnv ${name}}}`);
}

export function callGlobal(path: string, args: readonly Value[], reader: Reader): Value {
  const first = args[0];
  const isAfter = reader.source.stage === 'after';
  const kind = own(SUBJECT_CALLS, path);
  if (kind !== undefined) return isAfter ? ofSubject(calledSubject(path, kind)) : NO_RESPONSE;
  const named = own(NAMED_SUBJECT_CALLS, path);
  if (named !== undefined) return namedSubject(named, first, isAfter);
  const data = own(DATA_CALLS, path);
  if (data !== undefined)
    return typeof textOf(first) === 'string'
      ? dataMember(data, textOf(first) ?? '')
      : unknown('reads a computed name');
  if (REPLACING_CALLS.has(path)) return replaced(first);
  if (UUID_CALLS.has(path)) return template('{{$uuid()}}');
  const hash = own(HASH_CALLS, path);
  if (hash !== undefined) return hashed(hash, args);
  if (isAssertCall(path)) return isAfter ? callAssert(path, args, reader) : NO_RESPONSE;
  return callBuiltIn(path, args, reader) ?? unknownCall(path);
}

const PARSED: Subject = { ...subject('body'), isParsed: true };

function calledSubject(path: string, kind: SubjectKind): Subject {
  return path.endsWith('.json') ? PARSED : subject(kind);
}

function namedSubject(kind: string, name: Value | undefined, isAfter: boolean): Value {
  const text = textOf(name);
  if (text === undefined) return name?.kind === 'unknown' ? name : unknown('reads a computed name');
  if (kind === 'variable') return ofSubject(subject('variable', text));
  return isAfter ? ofSubject(subject(kind === 'header' ? 'header' : 'cookie', text)) : NO_RESPONSE;
}

/** Placeholders of the client are placeholders here too. */
function replaced(value: Value | undefined): Value {
  const text = textOf(value);
  if (text === undefined) return unknown('fills in a computed text');
  if (text === '{{$guid}}' || text === '{{$randomUUID}}') return template('{{$uuid()}}');
  return template(text, true);
}

function hashed(name: string, args: readonly Value[]): Value {
  if (name === 'buffer' && args.length > 1) return unknown('decodes a text');
  const wanted = name === 'hmacSha256' ? [args[1], args[0]] : [args[0]];
  const texts = wanted.map((arg) => (arg ? templateText(arg) : undefined));
  return texts.includes(undefined)
    ? unknown('encodes a value that only the script has')
    : { kind: 'hash', name, args: texts as string[] };
}

/** Functions of the language and of libraries that scripts may use without loading them. */
function callBuiltIn(path: string, args: readonly Value[], reader: Reader): Value | undefined {
  const [first, second] = args;
  switch (path) {
    case 'expect':
      return expectation('expect', first ?? unknown('checks nothing'));
    case 'expect.fail':
    case 'assert.fail':
      return json(false);
    case 'JSON.parse':
      return first?.kind === 'subject'
        ? parsed(first)
        : first?.kind === 'unknown'
          ? first
          : unknown('reads a text as JSON');
    case 'JSON.stringify':
      return first ? { kind: 'text', of: first, isJson: true } : undefined;
    case 'String':
      return first ? asText(first) : undefined;
    case 'Number':
    case 'parseFloat':
      return first ? { kind: 'number', of: first } : undefined;
    case 'parseInt':
      return first && (!second || (second.kind === 'json' && second.value === 10))
        ? { kind: 'number', of: first }
        : undefined;
    case 'Array.isArray':
      return typed(first, 'array');
    case 'Number.isInteger':
      return typed(first, 'integer');
    case 'Object.keys':
      return keysOf(first);
    case 'Object.hasOwn':
    case 'Object.prototype.hasOwnProperty.call':
      return ownMember(first, second);
    case 'Date.now':
      return { kind: 'now', isSeconds: false };
    case 'Math.random':
      return { kind: 'random', times: undefined, isFloored: false };
    case 'Math.floor':
      return floor(first);
    case 'res':
      return bodyAt(textOf(first), reader);
    case 'require':
      return required(textOf(first) ?? '');
    case 'tv4.validate':
      return schemaCheck(first, second, 'http://json-schema.org/draft-04/schema#');
    case 'ajv.validate':
      return schemaCheck(second, first, 'http://json-schema.org/draft-07/schema#');
    case 'pm.response.size':
    case 'res.getSize':
      return { kind: 'object', entries: [['body', ofSubject(subject('size'))]], size: 1 };
    case 'bru.getRequestName':
    case 'req.getName':
      return json(reader.source.requestName);
    default:
      return undefined;
  }
}

function required(name: string): Value {
  const path = own(MODULES, name);
  return path === undefined
    ? unknown('loads a module that has no counterpart', 'require', true)
    : { kind: 'global', path };
}

function parsed(value: Value & { readonly kind: 'subject' }): Value {
  const { kind } = value.subject;
  if (kind === 'text') return ofSubject(PARSED);
  return kind === 'body' || kind === 'variable' ? value : unknown('reads a text as JSON');
}

function typed(value: Value | undefined, type: string): Value | undefined {
  if (value?.kind === 'unknown') return value;
  return value?.kind === 'subject' && !value.subject.steps.includes(EVERY)
    ? condition(check(value.subject, 'type', type, type))
    : undefined;
}

function keysOf(value: Value | undefined): Value | undefined {
  if (value?.kind === 'unknown') return value;
  if (value?.kind === 'json' && typeof value.value === 'object' && value.value !== null)
    return json(Object.keys(value.value));
  return value?.kind === 'subject' && hasMembers(value.subject)
    ? { kind: 'keys', subject: value.subject }
    : undefined;
}

function floor(value: Value | undefined): Value | undefined {
  if (value?.kind === 'json' && typeof value.value === 'number') return json(Math.floor(value.value));
  if (value?.kind === 'random') return { ...value, isFloored: true };
  return value?.kind === 'now' ? value : undefined;
}

/** `res("data.id")`. */
function bodyAt(path: string | undefined, reader: Reader): Value {
  if (path === undefined || reader.source.stage === 'before') return NO_RESPONSE;
  const steps = pathSteps(path);
  return steps
    ? ofSubject({ ...subject('body', '', steps), isCollected: true })
    : unknown('reads a path that has no counterpart');
}

function schemaCheck(value: Value | undefined, schema: Value | undefined, draft: string): Value | undefined {
  if (value?.kind === 'unknown') return value;
  if (value?.kind !== 'subject' || schema?.kind !== 'json') return undefined;
  return { kind: 'schema-check', subject: value.subject, schema: schema.value, draft };
}

export function newGlobal(path: string, args: readonly Value[]): Value {
  const [first] = args;
  if (path === 'Date') {
    if (!first) return { kind: 'date', of: undefined, isText: false };
    return first.kind === 'subject'
      ? { kind: 'date', of: first.subject, isText: false }
      : unknown('calculates with dates');
  }
  if (path === 'Ajv') return { kind: 'global', path: 'ajv' };
  return unknown('creates an object that has no counterpart', `new ${path}`);
}

/** Libraries that only compute. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  '_',
  'lodash',
  'moment',
  'xml2Json',
  'cheerio',
  'pm.request',
  'req',
  'request',
]);

/** The reason why a name has no translation. */
export function unknownCall(path: string): Unknown {
  if (REMOVING_CALL.test(path)) return unknown('removes a variable', path, true);
  for (const [name, reason] of Object.entries(REPORTED_NAMES))
    if (path === name || path.startsWith(`${name}.`)) return unknown(reason, path, !WITHOUT_EFFECT.has(name));
  return unknown('is not understood', path);
}
