/** Questions for a member, and texts of values, which several parts of the translation need. */
import { check, condition, hasMember } from './checks.js';
import { json, unknown, type Value } from '../values/script-values.js';
import { hasMembers, subject, withStep } from '../values/subjects.js';

export function ownMember(of: Value | undefined, key: Value | undefined): Value {
  if (of?.kind === 'unknown') return of;
  const name = textOf(key);
  if (of?.kind !== 'subject' || name === undefined) return unknown('searches for a computed name');
  if (of.subject.isCollected === true) return unknown('looks at members of what only the script has');
  if (of.subject.kind === 'headers') return condition(check(subject('header', name), 'exists'));
  return hasMembers(of.subject)
    ? condition(...hasMember(withStep(of.subject, name)))
    : unknown('searches a text for a member');
}

export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'json' && typeof value.value === 'string' ? value.value : undefined;
}

/** `String(E)`. */
export function asText(value: Value): Value {
  if (value.kind === 'unknown' || value.kind === 'hash' || value.kind === 'template') return value;
  if (value.kind === 'json' && typeof value.value !== 'object') return json(String(value.value));
  return { kind: 'text', of: value, isJson: false };
}
