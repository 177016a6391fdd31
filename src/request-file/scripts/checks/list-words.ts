/** Words about lists, members and bounds. */
import { check, condition, containing, isUnknown, memberOf, type Checks } from './checks.js';
import { asCondition, compare, equality } from './comparisons.js';
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

export function includes({ target, negated: isNot }: Chain, value: Value): Value {
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
  const entries = entriesOf(value);
  if (entries) return isNot ? unknown('excludes several members at once') : memberChecks(subject, entries);
  if (itemsOf(value)) return unknown('searches for a list within a list');
  const isText = value.kind !== 'json' || typeof value.value === 'string';
  return asCondition(containing(subject, value, !isText));
}

function entriesOf(value: Value): readonly (readonly [string, Value])[] | undefined {
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
export function memberChecks(subject: Subject, entries: readonly (readonly [string, Value])[]): Value {
  const checks: Check[] = [];
  for (const [key, value] of entries) {
    const found = equality(withStep(subject, key), value, true);
    if (isUnknown(found)) return found;
    checks.push(...found);
  }
  return checks.length === 0 ? json(true) : condition(...checks);
}

export function members({ target, modes }: Chain, list: Value | undefined): Value {
  const items = itemsOf(list);
  if (!items || target.kind !== 'subject') return unknown('compares with a list that only the script has');
  const checks = items.map((item): Checks => containing(target.subject, item, true));
  const bad = checks.find(isUnknown);
  if (bad) return bad;
  const isPart = ['include', 'includes', 'contain', 'contains'].some((mode) => modes.has(mode));
  const every = target.subject.steps.indexOf(EVERY);
  const list0: Subject =
    every < 0 ? target.subject : { ...target.subject, steps: target.subject.steps.slice(0, every) };
  const size = isPart ? [] : [check(list0, 'length', items.length)];
  return condition(...(checks as (readonly Check[])[]).flat(), ...size);
}

export function keys({ target, modes }: Chain, args: readonly Value[]): Value {
  const names = (args.length === 1 ? (itemsOf(args[0]) ?? args) : args).map((arg) =>
    arg.kind === 'json' && typeof arg.value === 'string' ? arg.value : undefined,
  );
  if (target.kind !== 'subject' || !hasMembers(target.subject) || names.includes(undefined))
    return unknown('compares with names that only the script has');
  if (modes.has('any')) return unknown('asks for any of several members');
  const { subject } = target;
  const found = names.map((name) => check(withStep(subject, name ?? ''), 'notAbsent'));
  const isPart = ['include', 'includes', 'contain', 'contains'].some((mode) => modes.has(mode));
  return condition(...found, ...(isPart ? [] : [check(subject, 'length', names.length)]));
}

export function range(target: Value, low: Value | undefined, high: Value | undefined): Value {
  const bounds = [low, high].map((value) => (value ? writeValue(value) : undefined));
  const [from, to] = bounds;
  if (!low || !high || !from || !to || target.kind !== 'subject')
    return unknown('compares with bounds that only the script has');
  const [above, below] = [compare('>=', target, low), compare('<=', target, high)];
  if (above.kind !== 'condition' || below.kind !== 'condition')
    return above.kind === 'unknown' ? above : below;
  const [one, other] = [above.any[0]?.[0], below.any[0]?.[0]];
  if (!one || !other) return unknown('compares with bounds that only the script has');
  if (one.operator !== 'greaterOrEqual') return condition(one, other);
  return condition({
    subject: one.subject,
    operator: 'between',
    expected: [from.expected, to.expected],
    raw: `${from.raw} and ${to.raw}`,
  });
}

export function approximation(target: Value, value: Value | undefined, delta: Value | undefined): Value {
  const [near0, far] = [value && writeValue(value), delta && writeValue(delta)];
  if (!near0 || !far || target.kind !== 'subject')
    return unknown('compares with numbers that only the script has');
  if (typeof near0.expected !== 'number' || typeof far.expected !== 'number')
    return unknown('compares with numbers that only the script has');
  return condition({
    subject: target.subject,
    operator: 'approx',
    expected: { value: near0.expected, delta: far.expected },
    raw: `${near0.raw} +- ${far.raw}`,
  });
}
