/** The words of assertion libraries after `expect(…)`. */
import { check, condition, containing, isUnknown, matching, negate, ofText } from './checks.js';
import {
  COLLECTED,
  asCondition,
  compare,
  equality,
  onlyPositive,
  orderedNumbers,
  typeCheck,
} from './comparisons.js';
import { pathSteps } from '../values/paths.js';
import { amongst, approximation, hasPart, includes, keys, members, range } from './list-words.js';
import { isInstance } from './operations.js';
import { toCondition, type Reader } from './reader.js';
import { readResponseWord } from './response-words.js';
import {
  UNDEFINED,
  json,
  ofSubject,
  unknown,
  type Chain,
  type Check,
  type Value,
} from '../values/script-values.js';
import {
  EVERY,
  hasMembers,
  isSameSubject,
  subject,
  withStep,
  withSteps,
  type Subject,
} from '../values/subjects.js';

const PASSED_OVER: ReadonlySet<string> = new Set(
  'to be been is that which and has have with at of same but does still also'.split(' '),
);
const MODES: ReadonlySet<string> = new Set([
  'deep',
  'own',
  'nested',
  'all',
  'any',
  'include',
  'includes',
  'contain',
  'contains',
  'length',
  'lengthOf',
  'ordered',
]);

/** A word without arguments. */
export function readWord(chain: Chain, word: string): Value {
  if (PASSED_OVER.has(word)) return chain;
  if (word === 'not') return { ...chain, negated: true };
  if (chain.words === 'response') {
    const found = readResponseWord(word, []);
    return found ? finish(chain, found) : unknown(`uses the word ${word}, which has no counterpart`);
  }
  if (MODES.has(word)) return { ...chain, modes: new Set([...chain.modes, word]) };
  const found = Object.hasOwn(STATES, word) ? STATES[word]?.(lengthTarget(chain)) : undefined;
  return found ? finish(chain, found) : unknown(`uses the word ${word}, which has no counterpart`);
}

const STATES: Readonly<Record<string, (target: Value) => Value>> = {
  true: (target) =>
    target.kind === 'condition' || target.kind === 'schema-check'
      ? toCondition(target)
      : compareTo('===', target, json(true)),
  false: (target) =>
    target.kind === 'condition' || target.kind === 'schema-check'
      ? negate(toCondition(target))
      : compareTo('===', target, json(false)),
  null: (target) => compareTo('===', target, json(null)),
  undefined: (target) => compareTo('===', target, UNDEFINED),
  ok: toCondition,
  exist: (target) => negated(compareTo('==', target, json(null))),
  exists: (target) => negated(compareTo('==', target, json(null))),
  empty: (target) =>
    target.kind === 'subject' && target.subject.isCollected !== true
      ? condition(emptyCheck(target.subject))
      : unknown('measures what only the script has'),
};

function negated(value: Value): Value {
  return value.kind === 'unknown' ? value : negate(value);
}

function emptyCheck(subject: Subject): Check {
  return subject.kind === 'text'
    ? check({ ...subject, kind: 'size' }, 'equals', 0)
    : check(subject, 'isEmpty');
}

/** A comparison with what an assertion is about; an element that was searched for only exists or not. */
function compareTo(operator: string, target: Value, value: Value, isDeep = false): Value {
  if (target.kind === 'unknown') return target;
  if (target.kind === 'condition' || target.kind === 'schema-check') {
    const of = toCondition(target);
    if (value.kind !== 'json' || typeof value.value !== 'boolean')
      return unknown('compares a condition with a value');
    return value.value ? of : negated(of);
  }
  const isNothing = value.kind === 'undefined' || (value.kind === 'json' && value.value === null);
  if (target.kind === 'found' && !target.isList && isNothing) return negated(toCondition(target));
  if (target.kind === 'pattern-match' && value.kind === 'json' && value.value === null)
    return negated(toCondition(target));
  if (target.kind === 'subject' && target.subject.steps.includes(EVERY))
    return unknown('compares a list of values that may be missing');
  if (operator === '===' && target.kind === 'subject' && target.subject.isCollected !== true)
    return equalTo(target.subject, value, isDeep);
  return compare(operator, target, value);
}

/** Texts and numbers that were made of something else are compared as scripts do. */
function equalTo(subject: Subject, value: Value, isDeep: boolean): Value {
  if (value.kind === 'position' || value.kind === 'typeof' || value.kind === 'text' || value.kind === 'and')
    return compare('===', ofSubject(subject), value);
  const isOnRight =
    value.kind === 'subject' && subject.kind === 'variable' && value.subject.kind !== 'variable';
  return isOnRight
    ? asCondition(equality(value.subject, ofSubject(subject), { isStrict: true, isDeep }))
    : asCondition(equality(subject, value, { isStrict: true, isDeep }));
}

/** After `lengthOf`, words are about the number of elements. */
function lengthTarget(chain: Chain): Value {
  const { modes } = chain;
  return modes.has('length') || modes.has('lengthOf') ? lengthOf(chain) : chain.target;
}

function lengthOf({ target, checks }: Chain): Value {
  if (target.kind === 'unknown') return target;
  if (target.kind === 'keys') return ofSubject({ ...target.subject, isCount: true });
  const subject = target.kind === 'subject' ? target.subject : undefined;
  if (!subject || (!hasMembers(subject) && subject.kind !== 'text') || subject.isCollected === true)
    return unknown('measures what only the script has');
  if (subject.steps.includes(EVERY)) return unknown('counts values that may be missing');
  // Of an object, the number of members is not what the script looks at.
  const isList = checks.some(
    ({ subject: of, operator, expected }) =>
      operator === 'type' && (expected === 'array' || expected === 'string') && isSameSubject(of, subject),
  );
  return ofSubject(isList ? { ...subject, isCount: true } : withStep(subject, 'length'));
}

/** Adds what a word has checked; the next word starts without `not` and other modes. */
function finish(chain: Chain, found: Value, target = chain.target): Value {
  if (found.kind === 'unknown') return found;
  const value = chain.negated ? negate(found) : found;
  if (value.kind === 'unknown') return value;
  if (value.kind === 'json') return value.value === true ? { ...next(chain), target } : json(false);
  if (value.kind !== 'condition' || value.any.length !== 1)
    return unknown('is a choice between several conditions');
  return { ...next(chain), target, checks: [...chain.checks, ...(value.any[0] ?? [])] };
}

function next(chain: Chain): Chain {
  return { ...chain, isChecked: true, negated: false, modes: new Set() };
}

type Word = (chain: Chain, args: readonly Value[], reader: Reader) => Value;

/** A word with arguments. */
export function callWord(chain: Chain, name: string, args: readonly Value[], reader: Reader): Value {
  if (chain.target.kind === 'unknown') return chain.target;
  // The second argument of many words is only a message.
  const bad = args[0]?.kind === 'unknown' ? args[0] : undefined;
  if (bad) return bad;
  if (chain.words === 'response') {
    const found = readResponseWord(name, args);
    return found ? finish(chain, found) : unknown(`uses the word ${name}, which has no counterpart`);
  }
  if (name === 'property' || name === 'ownProperty' || name === 'haveOwnProperty')
    return property(chain, args);
  const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  return word
    ? finish(chain, word(chain, args, reader))
    : unknown(`uses the word ${name}, which has no counterpart`);
}

const equal: Word = (chain, [value]) =>
  value ? compareTo('===', lengthTarget(chain), value, chain.modes.has('deep')) : NO_ARGUMENT;
const eql: Word = (chain, [value]) =>
  value ? compareTo('===', lengthTarget(chain), value, true) : NO_ARGUMENT;
const ordered =
  (operator: string): Word =>
  (chain, [value]) =>
    value ? orderedTo(lengthTarget(chain), operator, value) : NO_ARGUMENT;

function orderedTo(target: Value, operator: string, value: Value): Value {
  if (target.kind === 'unknown') return target;
  const subject = target.kind === 'subject' ? target.subject : undefined;
  if (!subject || subject.steps.includes(EVERY)) return unknown('orders what only the script can compute');
  const found = orderedNumbers(subject, operator, value);
  return asCondition(subject.isCollected === true ? onlyPositive(found) : found);
}

const NO_ARGUMENT = unknown('calls a word without its argument');
const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'array', 'object', 'null']);

const type: Word = ({ target }, [name]) => {
  if (target.kind !== 'subject' || name?.kind !== 'json' || typeof name.value !== 'string')
    return unknown('asks for the type of what only the script has');
  return asCondition(typeCheck(target.subject, name.value.toLowerCase(), TYPES));
};
const include: Word = (chain, [value]) => (value ? includes(chain, value) : NO_ARGUMENT);
const length: Word = (chain, [value]) => {
  const target = lengthOf(chain);
  if (!value) return NO_ARGUMENT;
  const found = compareTo('===', target, value);
  if (!chain.negated || target.kind !== 'subject' || found.kind !== 'condition') return found;
  // What has no length throws also if the word is negated.
  const needs = target.subject.isCount === true ? [] : [check(target.subject, 'notAbsent')];
  return { ...found, any: found.any.map((row) => row.map((one) => ({ ...one, needs }))) };
};
/** Only texts have it. */
const holdsText: Word = ({ target }, [value]) => {
  if (target.kind !== 'subject' || target.subject.isCollected === true || value?.kind !== 'json')
    return unknown('searches what only the script has');
  const found = containing(target.subject, value);
  return isUnknown(found) || target.subject.kind === 'text'
    ? asCondition(found)
    : asCondition(
        found.map(({ also: _also, unless: _unless, ...one }) => ({ ...one, needs: ofText(target.subject) })),
      );
};
const within: Word = (chain, [low, high]) => range(lengthTarget(chain), low, high);
const near: Word = ({ target }, [value, delta]) => approximation(target, value, delta);
const matches: Word = ({ target }, [pattern]) =>
  target.kind === 'subject' && pattern?.kind === 'pattern'
    ? asCondition(matching(target.subject, pattern.source, pattern.flags))
    : unknown('searches for what is no pattern');
const oneOf: Word = ({ target, modes }, [list]) =>
  hasPart(modes) ? unknown('asks for one of several elements') : amongst(target, list);

const WORDS: Readonly<Record<string, Word>> = {
  equal,
  equals: equal,
  eq: equal,
  eql,
  eqls: eql,
  a: type,
  an: type,
  instanceof: ({ target }, [name]) => (name ? isInstance(target, name) : NO_ARGUMENT),
  instanceOf: ({ target }, [name]) => (name ? isInstance(target, name) : NO_ARGUMENT),
  include,
  includes: include,
  contain: include,
  contains: include,
  string: holdsText,
  members: (chain, [list]) => members(chain, list),
  keys: (chain, args) => keys(chain, args),
  key: (chain, args) => keys(chain, args),
  lengthOf: length,
  length,
  above: ordered('greaterThan'),
  greaterThan: ordered('greaterThan'),
  gt: ordered('greaterThan'),
  least: ordered('greaterOrEqual'),
  gte: ordered('greaterOrEqual'),
  greaterThanOrEqual: ordered('greaterOrEqual'),
  below: ordered('lessThan'),
  lessThan: ordered('lessThan'),
  lt: ordered('lessThan'),
  most: ordered('lessOrEqual'),
  lte: ordered('lessOrEqual'),
  lessThanOrEqual: ordered('lessOrEqual'),
  within,
  closeTo: near,
  approximately: near,
  match: matches,
  matches,
  oneOf,
  satisfy: ({ target }, [fn], reader) => (fn ? toCondition(reader.apply(fn, [target])) : NO_ARGUMENT),
  satisfies: ({ target }, [fn], reader) => (fn ? toCondition(reader.apply(fn, [target])) : NO_ARGUMENT),
};

/** `property("k")` and `property("k", V)`; the words after it are about the member. */
function property(chain: Chain, [key, value]: readonly Value[]): Value {
  const { target, modes } = chain;
  const name = key?.kind === 'json' ? key.value : undefined;
  if (target.kind === 'subject' && target.subject.kind === 'headers' && typeof name === 'string')
    return headerProperty(chain, subject('header', name), value);
  if (target.kind !== 'subject' || !hasMembers(target.subject) || target.subject.steps.includes(EVERY))
    return unknown('looks at members of what only the script has');
  if ((typeof name !== 'string' && typeof name !== 'number') || name in Object.prototype)
    return unknown('looks at a member with a computed name');
  if (target.subject.isCollected === true) return unknown(COLLECTED);
  const steps = modes.has('nested') && typeof name === 'string' ? pathSteps(name) : [name];
  if (!steps || steps.includes(EVERY)) return unknown('looks at a path that has no counterpart');
  const of = withSteps(target.subject, steps);
  if (value?.kind === 'undefined') return unknown('asks for a member without a value, which no answer has');
  const found = value
    ? compareTo('===', ofSubject(of), value, modes.has('deep'))
    : condition(check(of, 'notAbsent'));
  return finish(chain, found, chain.negated ? target : ofSubject(of));
}

function headerProperty(chain: Chain, header: Subject, value: Value | undefined): Value {
  const found = value ? compareTo('===', ofSubject(header), value) : condition(check(header, 'exists'));
  return finish(chain, found, ofSubject(header));
}
