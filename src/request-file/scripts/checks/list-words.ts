/** Words about lists, members and bounds. */
import {
  check,
  condition,
  containing,
  isNumberSubject,
  isType,
  isUnknown,
  memberOf,
  type Checks,
} from './checks.js';
import { COLLECTED, asCondition, equality, orderedNumbers } from './comparisons.js';
import { ownMember } from './own-member.js';
import { json, ofSubject, unknown, type Chain, type Check, type Value } from '../values/script-values.js';
import { EVERY, hasMembers, withStep, type Subject } from '../values/subjects.js';
import { writeValue } from '../values/written-values.js';

export function amongst(target: Value, list: Value | undefined): Value {
  const items = itemsOf(list);
  return target.kind === 'subject' && items
    ? asCondition(memberOf(target.subject, items))
    : unknown('compares with a list that only the script has');
}

export function itemsOf(list: Value | undefined): readonly Value[] | undefined {
  if (list?.kind === 'list') return list.items;
  return list?.kind === 'json' && Array.isArray(list.value)
    ? (list.value as readonly unknown[]).map((item) => json(item as never))
    : undefined;
}

export function includes({ target, negated: isNot, modes }: Chain, value: Value): Value {
  const items = itemsOf(target);
  if (items)
    return value.kind === 'subject'
      ? asCondition(memberOf(value.subject, items))
      : unknown('compares constants');
  if (target.kind === 'keys') return ownMember(ofSubject(target.subject), value);
  const isJsonText =
    target.kind === 'text' && target.of.kind === 'subject' && target.of.subject.kind === 'body';
  const subject: Subject | undefined =
    isJsonText && target.of.kind === 'subject' && target.of.subject.steps.length === 0
      ? { ...target.of.subject, kind: 'text' }
      : target.kind === 'subject'
        ? target.subject
        : undefined;
  if (!subject) return unknown('searches what only the script has');
  if (isJsonText && target.isJson && !isWord(value))
    return unknown('searches JSON that is written in another way');
  if (subject.isCollected === true) return unknown(COLLECTED);
  const entries = entriesOf(value);
  if (!entries)
    return itemsOf(value)
      ? unknown('searches for a list within a list')
      : asCondition(containing(subject, value));
  if (isNot) return unknown('excludes several members at once');
  return modes.has('deep') ? deepMembers(subject, value, entries) : memberChecks(subject, entries, false);
}

/** What stands in JSON however it is written. */
export function isWord(value: Value): boolean {
  return value.kind === 'json' && typeof value.value === 'string' && /^[A-Za-z_][\w-]*$/.test(value.value);
}

type Entries = readonly (readonly [string, Value])[];

/** A list with an element like that, or an object with these members. */
function deepMembers(subject: Subject, value: Value, entries: Entries): Value {
  const members = memberChecks(subject, entries, true);
  const written = writeValue(value);
  if (members.kind !== 'condition' || !written || subject.element !== undefined || subject.kind !== 'body')
    return members.kind === 'unknown' ? members : unknown('searches for what only the script has');
  const isObject = [isType(subject, 'object')];
  const inObject = (members.any[0] ?? []).map((each): Check => ({ ...each, when: isObject }));
  const inList: Check = { subject, operator: 'includes', ...written, unless: isObject };
  return condition({ ...inList, also: inObject, opposite: [], isLineOnly: true });
}

function entriesOf(value: Value): Entries | undefined {
  if (value.kind === 'object') return value.entries;
  if (
    value.kind !== 'json' ||
    typeof value.value !== 'object' ||
    value.value === null ||
    Array.isArray(value.value)
  )
    return undefined;
  return Object.entries(value.value).map(([key, item]) => [key, json(item as never)] as const);
}

/** One line for every member of an object. */
export function memberChecks(subject: Subject, entries: Entries, isDeep: boolean): Value {
  const checks: Check[] = [];
  for (const [key, value] of entries) {
    const found = equality(withStep(subject, key), value, { isStrict: true, isDeep });
    if (isUnknown(found)) return found;
    checks.push(...found);
  }
  return checks.length === 0 ? unknown('asks for an object without members') : condition(...checks);
}

/** Words that ask for a part of a list or of the names of an object. */
export function hasPart(modes: ReadonlySet<string>): boolean {
  return ['include', 'includes', 'contain', 'contains'].some((mode) => modes.has(mode));
}

export function members({ target, modes }: Chain, wanted: Value | undefined): Value {
  const items = itemsOf(wanted);
  if (!items || target.kind !== 'subject' || target.subject.isCollected === true)
    return unknown('compares with a list that only the script has');
  const { subject } = target;
  const isPart = hasPart(modes);
  if (items.some(isNested) && !modes.has('deep')) return unknown('compares the identity of lists or objects');
  if (modes.has('ordered')) return isPart ? unknown('compares a part in order') : inOrder(subject, wanted);
  const texts = items.map((item) => writeValue(item)?.raw);
  if (!isPart && new Set(texts).size < texts.length) return unknown('counts members that repeat');
  const checks = items.map((item): Checks => containing(subject, item, true));
  const bad = checks.find(isUnknown);
  if (bad) return bad;
  const every = subject.steps.indexOf(EVERY);
  const list0: Subject = every < 0 ? subject : { ...subject, steps: subject.steps.slice(0, every) };
  const list = items.length === 0 ? [isType(list0, 'array')] : [];
  const size = isPart ? [] : [check(list0, 'length', items.length)];
  return condition(...(checks as (readonly Check[])[]).flat(), ...list, ...size);
}

function isNested(item: Value): boolean {
  return item.kind !== 'json' || (typeof item.value === 'object' && item.value !== null);
}

function inOrder(subject: Subject, list: Value | undefined): Value {
  const written = list && !subject.steps.includes(EVERY) ? writeValue(list) : undefined;
  return written
    ? condition({ subject, operator: 'equals', ...written })
    : unknown('compares values that may be missing in order');
}

export function keys({ target, modes }: Chain, args: readonly Value[]): Value {
  const names = (args.length === 1 ? (itemsOf(args[0]) ?? args) : args).map((arg) =>
    arg.kind === 'json' && typeof arg.value === 'string' ? arg.value : undefined,
  );
  if (target.kind !== 'subject' || !hasMembers(target.subject) || names.includes(undefined))
    return unknown('compares with names that only the script has');
  if (modes.has('any')) return unknown('asks for any of several members');
  const { subject } = target;
  // The length of a list is none of its names, and other numbers are its places.
  const isName = (name: string | undefined): boolean =>
    name !== undefined && name !== 'length' && !/^\d+$/.test(name);
  if (
    names.length === 0 ||
    !names.every(isName) ||
    subject.isCollected === true ||
    subject.steps.includes(EVERY)
  )
    return unknown('compares with names that objects do not have alone');
  const found = names.map((name) => check(withStep(subject, name ?? ''), 'notAbsent'));
  const isPart = hasPart(modes);
  return condition(...found, ...(isPart ? [] : [check(subject, 'length', names.length)]));
}

export function range(target: Value, low: Value | undefined, high: Value | undefined): Value {
  const bounds = [low, high].map((value) => (value ? writeValue(value) : undefined));
  const [from, to] = bounds;
  if (!low || !high || !from || !to || target.kind !== 'subject')
    return unknown('compares with bounds that only the script has');
  const [above, below] = [
    orderedNumbers(target.subject, 'greaterOrEqual', low),
    orderedNumbers(target.subject, 'lessOrEqual', high),
  ];
  if (isUnknown(above)) return above;
  if (isUnknown(below)) return below;
  const [[one], [other]] = [above, below];
  if (!one || !other) return unknown('compares with bounds that only the script has');
  if (one.operator !== 'greaterOrEqual') return condition(one, other);
  const needs = [...(one.needs ?? []), ...(other.needs ?? [])];
  const between: Check = {
    subject: one.subject,
    operator: 'between',
    expected: [from.expected, to.expected],
    raw: `${from.raw} and ${to.raw}`,
  };
  return condition(needs.length === 0 ? between : { ...between, needs });
}

export function approximation(target: Value, value: Value | undefined, delta: Value | undefined): Value {
  const [near0, far] = [value && writeValue(value), delta && writeValue(delta)];
  if (!near0 || !far || target.kind !== 'subject')
    return unknown('compares with numbers that only the script has');
  if (typeof near0.expected !== 'number' || typeof far.expected !== 'number')
    return unknown('compares with numbers that only the script has');
  const { subject } = target;
  return condition({
    subject,
    operator: 'approx',
    expected: { value: near0.expected, delta: far.expected },
    raw: `${near0.raw} +- ${far.raw}`,
    ...(!isNumberSubject(subject) && { needs: [isType(subject, 'number')] }),
  });
}
