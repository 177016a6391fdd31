/** Methods of what a script looks at. */
import {
  condition,
  containing,
  eachExists,
  isUnknown,
  matching,
  memberOf,
  ofText,
  type Checks,
} from '../checks/checks.js';
import { COLLECTED, asCondition } from '../checks/comparisons.js';
import { isWord } from '../checks/list-words.js';
import { asText, ownMember } from '../checks/own-member.js';
import { member, splitPart } from '../checks/members.js';
import { toCondition, type Reader } from '../checks/reader.js';
import { json, ofSubject, unknown, type Check, type Value } from '../values/script-values.js';
import { EVERY, hasMembers, isSameSubject, withSteps, type Subject } from '../values/subjects.js';
import { writeValue } from '../values/written-values.js';

export function callMethod(self: Value, name: string, args: readonly Value[], reader: Reader): Value {
  const bad = args.find((arg) => arg.kind === 'unknown');
  if (bad) return bad;
  if (name === 'toString' && self.kind === 'hash') return hashText(self, args[0]);
  if (name === 'toString' && self.kind !== 'date') return asText(self);
  switch (self.kind) {
    case 'subject':
      return self.subject.isCollected === true
        ? unknown(COLLECTED)
        : subjectMethod(self.subject, name, args, reader);
    case 'and':
      return subjectMethod(self.subject, name, args, reader);
    case 'text':
      return textMethod(self, name, args, reader);
    case 'json':
    case 'list':
      return constantMethod(self, name, args, reader);
    case 'pattern':
      return name === 'test' && args[0]?.kind === 'subject'
        ? asCondition(testing(args[0].subject, self.source, self.flags))
        : unknown('uses a pattern in a way that has no line');
    case 'split':
      return name === 'pop'
        ? splitPart(self.subject, self.separator, 'last')
        : unknown('works with the parts of a text');
    case 'keys':
      return name === 'includes' && args[0]
        ? ownMember(ofSubject(self.subject), args[0])
        : unknown('works with the names of an object');
    case 'date':
      return dateMethod(self, name);
    case 'found':
      return unknown('works with elements that were searched for');
    case 'function':
      return name === 'call' ? reader.apply(self, args.slice(1)) : unknown('uses a function as a value');
    default:
      return unknown(`calls ${name}, which has no counterpart`);
  }
}

/** Everything but a text is converted to one, also what is absent, so that a condition could hold only there. */
function testing(subject: Subject, source: string, flags: string): Checks {
  const found = matching(subject, source, flags);
  const isText = subject.kind === 'text' || subject.kind === 'media-type';
  return isUnknown(found) || isText ? found : found.map((one) => ({ ...one, isLineOnly: true }));
}

/** Bytes become Base64, hashes become hexadecimal digits. */
function hashText(self: Value & { readonly kind: 'hash' }, encoding: Value | undefined): Value {
  if (self.name !== 'buffer') {
    const isHex = !encoding || (encoding.kind === 'global' && encoding.path === 'CryptoJS.enc.Hex');
    return isHex ? self : unknown('writes a hash in another encoding');
  }
  const isBase64 = encoding?.kind === 'json' && encoding.value === 'base64';
  return isBase64 ? { ...self, name: 'base64' } : unknown('reads bytes as text');
}

function dateMethod(self: Value & { readonly kind: 'date' }, name: string): Value {
  if (name === 'toISOString') return { ...self, isText: true };
  if (self.of === undefined && (name === 'getTime' || name === 'valueOf'))
    return { kind: 'now', isSeconds: false };
  return unknown('calculates with dates');
}

/** `JSON.stringify(body).includes("x")`, `String(header).startsWith("x")`. */
function textMethod(
  self: Value & { readonly kind: 'text' },
  name: string,
  args: readonly Value[],
  reader: Reader,
): Value {
  if (self.of.kind !== 'subject') return unknown('works with a text that only the script has');
  const isBody = self.of.subject.kind === 'body' && self.of.subject.steps.length === 0;
  const subject: Subject = isBody ? { ...self.of.subject, kind: 'text' } : self.of.subject;
  if (self.isJson && (!isBody || name !== 'includes' || !args[0] || !isWord(args[0])))
    return unknown('works with a value as JSON text');
  return subjectMethod(subject, name, args, reader);
}

type Method = (self: Subject, args: readonly Value[], reader: Reader) => Value;

const SUBJECT_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>(
  Object.entries<Method>({
    includes: (self, [value]) => (value ? asCondition(containing(self, value)) : NO_ARGUMENT),
    indexOf: (self, [value]) => (value ? { kind: 'position', of: self, value } : NO_ARGUMENT),
    search: (self, [value]) =>
      value?.kind === 'pattern'
        ? { kind: 'position', of: self, value }
        : unknown('searches for what is no pattern'),
    startsWith: (self, [value]) => affix(self, 'startsWith', value),
    endsWith: (self, [value]) => affix(self, 'endsWith', value),
    ['hasOwnProperty']: (self: Subject, [key]: readonly Value[]) => ownMember(ofSubject(self), key),
    has: (self, [value]) =>
      self.kind === 'text' && value
        ? asCondition(containing(self, value))
        : ownMember(ofSubject(self), value),
    get: (self, [key]) => headerOf(self, key),
    ['valueOf']: (self: Subject, [key]: readonly Value[]) => headerOf(self, key, true),
    match: (self, [value]) =>
      value?.kind === 'pattern'
        ? { kind: 'pattern-match', subject: self, source: value.source, flags: value.flags }
        : unknown('searches for what is no pattern'),
    at: (self, [value]) => (value ? member(ofSubject(self), value, false) : NO_ARGUMENT),
    split: (self, [value]) =>
      value?.kind === 'json' && typeof value.value === 'string'
        ? { kind: 'split', subject: self, separator: value.value }
        : unknown('splits at what is no text'),
    lastIndexOf: (self, [value]) =>
      value?.kind === 'json' && typeof value.value === 'string'
        ? { kind: 'last-place', subject: self, separator: value.value, isAfter: false }
        : unknown('searches for what is no text'),
    substring: (self, args) => rest(self, args),
    slice: (self, args) => rest(self, args),
    some: (self, [fn], reader) => some(self, fn, reader),
    every: (self, [fn], reader) => every(self, fn, reader),
    find: (self, [fn], reader) => found(self, fn, reader, false),
    filter: (self, [fn], reader) => found(self, fn, reader, true),
    map: (self, [fn], reader) => mapped(self, fn, reader),
  }),
);

function headerOf(self: Subject, key: Value | undefined, isNullable?: true): Value {
  const found =
    self.kind === 'headers' && key
      ? member(ofSubject(self), key, false)
      : unknown('reads a value that only the script has');
  return found.kind === 'subject' && isNullable ? ofSubject({ ...found.subject, isNullable }) : found;
}

const NO_ARGUMENT = unknown('calls a function without its argument');

function subjectMethod(self: Subject, name: string, args: readonly Value[], reader: Reader): Value {
  const method = SUBJECT_METHODS.get(name);
  return method ? method(self, args, reader) : unknown(`calls ${name}, which has no counterpart`);
}

function affix(self: Subject, operator: string, value: Value | undefined): Value {
  const written = value && writeValue(value);
  if (!written || typeof written.expected === 'object')
    return unknown('compares with a text that only the script has');
  return condition({ subject: self, operator, ...written, needs: ofText(self) });
}

/** `E.substring(n)`, in a capture. */
function rest(self: Subject, [start, end]: readonly Value[]): Value {
  const isLast = start?.kind === 'last-place' && start.isAfter && isSameSubject(start.subject, self);
  if (isLast && !end) return splitPart(self, start.separator, 'last');
  const from = start?.kind === 'json' ? start.value : undefined;
  if (end || typeof from !== 'number' || !Number.isInteger(from) || from < 0 || from > 10_000)
    return unknown('cuts a part out of a text');
  return { kind: 'match', subject: self, pattern: `/^.{${from}}(.*)$/s` };
}

/** The only check of a function about an element of the list, with the element as its subject. */
function elementChecks(self: Subject, fn: Value | undefined, reader: Reader): Value {
  if (!fn) return NO_ARGUMENT;
  if (!hasMembers(self) || self.element !== undefined) return unknown('looks at lists within lists');
  if (self.steps.includes(EVERY)) return unknown('looks at lists within lists');
  const value = toCondition(reader.apply(fn, [ofSubject({ ...self, element: [] })]));
  if (value.kind !== 'condition')
    return value.kind === 'unknown' ? value : unknown('looks at elements in a way that has no line');
  if (value.any.length !== 1) return unknown('is a choice between several conditions');
  const isAboutElement =
    value.any[0]?.every(
      ({ subject, isLineOnly }) =>
        subject.element !== undefined && subject.kind === self.kind && isLineOnly !== true,
    ) === true;
  return isAboutElement ? value : unknown('compares elements with something else');
}

/** `S.some(x => x.p === V)`: the list of all `p` includes V. */
function some(self: Subject, fn: Value | undefined, reader: Reader): Value {
  const value = elementChecks(self, fn, reader);
  if (value.kind !== 'condition') return value;
  const [only, ...more] = value.any[0] ?? [];
  if (!only || more.length > 0 || !isPlainEquality(only))
    return unknown('searches for elements in a way that has no line');
  const element = only.subject.element ?? [];
  const { expected, raw } = only;
  if (element.length === 0) return condition({ subject: self, operator: 'includes', expected, raw });
  const all = withSteps(self, [EVERY, ...element]);
  return condition({ subject: all, operator: 'includes', expected, raw, needs: [eachExists(all)] });
}

/** `===` with a constant; `==` converts what it compares. */
function isPlainEquality({ operator, also, converts }: Check): boolean {
  return (
    (operator === 'equals' || operator === 'strictEquals') && also === undefined && converts === undefined
  );
}

/** The opposite of "every" is no line. */
function every(self: Subject, fn: Value | undefined, reader: Reader): Value {
  const value = elementChecks(self, fn, reader);
  return value.kind === 'condition'
    ? { ...value, any: value.any.map((checks) => checks.map((one) => ({ ...one, opposite: [] }))) }
    : value;
}

function found(self: Subject, fn: Value | undefined, reader: Reader, isList: boolean): Value {
  const value = elementChecks(self, fn, reader);
  if (value.kind !== 'condition') return value;
  const [only, ...more] = value.any[0] ?? [];
  const key = only?.subject.element ?? [];
  if (
    !only ||
    more.length > 0 ||
    !isPlainEquality(only) ||
    self.kind !== 'body' ||
    !key.every((step) => typeof step === 'string')
  )
    return unknown('searches for elements in a way that has no line');
  const { expected } = only;
  if (typeof expected === 'object' || (typeof expected === 'string' && expected.includes('{{')))
    return unknown('searches for an element with a computed value');
  return { kind: 'found', list: self, key, value: expected, steps: [], isList };
}

/** `E.map(x => x.p)`. */
function mapped(self: Subject, fn: Value | undefined, reader: Reader): Value {
  if (!fn || !hasMembers(self) || self.element !== undefined || self.steps.includes(EVERY))
    return unknown('looks at lists within lists');
  const value = reader.apply(fn, [ofSubject({ ...self, element: [] })]);
  if (value.kind !== 'subject' || value.subject.element === undefined)
    return value.kind === 'unknown' ? value : unknown('makes another list');
  return ofSubject(withSteps(self, [EVERY, ...value.subject.element]));
}

/** Methods of constants; `["a", "b"].includes(S)` is about S. */
function constantMethod(
  self: Value & { readonly kind: 'json' | 'list' },
  name: string,
  [value]: readonly Value[],
  _reader: Reader,
): Value {
  const items =
    self.kind === 'list'
      ? self.items
      : Array.isArray(self.value)
        ? (self.value as readonly unknown[]).map((item) => json(item as never))
        : undefined;
  if (items && value?.kind === 'subject' && (name === 'includes' || name === 'indexOf')) {
    const checks = memberOf(value.subject, items);
    if (name === 'includes') return asCondition(checks);
    return isUnknown(checks) ? checks : unknown('compares a position in a list');
  }
  const text = self.kind === 'json' && typeof self.value === 'string' ? self.value : undefined;
  if (text !== undefined && name === 'toLowerCase') return json(text.toLowerCase());
  if (text !== undefined && name === 'toUpperCase') return json(text.toUpperCase());
  if (text !== undefined && name === 'trim') return json(text.trim());
  return unknown(`calls ${name} on a constant`);
}
