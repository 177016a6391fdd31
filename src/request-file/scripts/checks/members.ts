/** Members of what a script looks at: `.a`, `["a"]`, `[0]`, `.length`. */
import { literalTemplate } from '../values/written-values.js';
import { UNDEFINED, json, ofSubject, unknown, type Value } from '../values/script-values.js';
import { EVERY, hasMembers, isSameSubject, subject, withStep, type Subject } from '../values/subjects.js';
import { escapePattern } from './checks.js';
import { COLLECTED } from './comparisons.js';

export function member(of: Value, key: Value, isOptional: boolean): Value {
  if (key.kind === 'counter') return elementAt(of, key.list);
  if (key.kind === 'from-end') return fromEnd(of, key.list, key.step);
  const step = key.kind === 'json' ? key.value : undefined;
  if (typeof step !== 'string' && typeof step !== 'number')
    return unknown('reads a member with a computed name');
  switch (of.kind) {
    case 'unknown':
      return of;
    case 'subject':
      return subjectMember(of.subject, step, isOptional);
    case 'json':
      return constantMember(of.value, step);
    case 'object': {
      const found = of.entries.findLast(([name]) => name === String(step));
      return found ? found[1] : UNDEFINED;
    }
    case 'list':
      return typeof step === 'number'
        ? (of.items[step] ?? UNDEFINED)
        : step === 'length'
          ? json(of.items.length)
          : unknown('reads a member of a list');
    case 'found':
      return foundMember(of, step);
    case 'keys':
      return step === 'length'
        ? ofSubject({ ...of.subject, isCount: true })
        : unknown('reads one name of an object');
    case 'split':
      return splitPart(of.subject, of.separator, step);
    case 'pattern-match':
      return step === 1 || (step === 0 && !/\((?!\?)/.test(of.source))
        ? { kind: 'match', subject: of.subject, pattern: patternText(of.source, of.flags) }
        : unknown('reads a group of a pattern other than the first');
    case 'and':
      return member({ kind: 'subject', subject: of.subject }, key, isOptional);
    case 'or':
      return unknown('reads a member of one of two values');
    default:
      return unknown('reads a member of what only the script has');
  }
}

function subjectMember(of: Subject, step: string | number, isOptional: boolean): Value {
  if (of.kind === 'headers') return ofSubject(subject('header', String(step)));
  if (step === 'length' && of.kind === 'text') return ofSubject(withStep(of, 'length'));
  if (of.kind === 'header' && step === 'length') return unknown('measures a header');
  // `postman.getResponseCookie("x").value`
  if (of.kind === 'cookie' && step === 'value') return ofSubject(of);
  if (of.isCollected === true) return unknown(COLLECTED);
  if (INHERITED.has(String(step))) return unknown('reads a member that every object has');
  if (!hasMembers(of)) return unknown('reads a member of a text or number');
  if (of.steps.includes(EVERY))
    return unknown(step === 'length' ? 'counts values that may be missing' : 'reads one of several values');
  return ofSubject(withStep(of, step, isOptional));
}

/** The members of every object, which a script always finds. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

function elementAt(of: Value, list: Subject): Value {
  return of.kind === 'subject' && isSameSubject(of.subject, list)
    ? ofSubject({ ...list, element: [] })
    : unknown('reads elements of two lists at once');
}

/** `list[list.length - 1]` is the last element. */
function fromEnd(of: Value, list: Subject, step: number): Value {
  return of.kind === 'subject' && isSameSubject(of.subject, list)
    ? ofSubject(withStep(of.subject, step))
    : unknown('reads an element by the length of another list');
}

function constantMember(value: unknown, step: string | number): Value {
  if (typeof value === 'string')
    return step === 'length' ? json(value.length) : unknown('reads a character of a text');
  if (Array.isArray(value))
    return step === 'length' ? json(value.length) : wrap((value as readonly unknown[])[Number(step)]);
  if (typeof value !== 'object' || value === null)
    return unknown('reads a member of a number, text or nothing');
  return wrap(
    Object.hasOwn(value, step) ? (value as Readonly<Record<string, unknown>>)[String(step)] : undefined,
  );
}

function wrap(value: unknown): Value {
  return value === undefined ? UNDEFINED : json(value as Parameters<typeof json>[0]);
}

/** `find(…).p`, `filter(…)[0].p`. */
function foundMember(of: Value & { readonly kind: 'found' }, step: string | number): Value {
  if (!of.isList) return { ...of, steps: [...of.steps, step] };
  return step === 0 ? { ...of, isList: false } : unknown('reads a list of elements that were searched for');
}

/** `E.split("c")[n]` as a pattern whose group is that part. */
export function splitPart(of: Subject, separator: string, part: string | number): Value {
  const code = escapePattern(separator);
  if (Array.from(separator).length !== 1 || literalTemplate(separator) !== separator)
    return unknown('splits at a text of several characters');
  const other = `[^${separator === ']' || separator === '\\' || separator === '^' ? `\\${separator}` : separator}]*`;
  if (part === 'last') return { kind: 'match', subject: of, pattern: patternText(`(${other})$`, '') };
  if (typeof part !== 'number' || part < 0 || !Number.isInteger(part))
    return unknown('reads a part of a text by a computed place');
  const before = part === 0 ? '' : `(?:${other}${code}){${part}}`;
  return { kind: 'match', subject: of, pattern: patternText(`^${before}(${other})`, '') };
}

/** A slash inside of a pattern would end it. */
export function patternText(source: string, flags: string): string {
  return `/${source.replaceAll(/(?<!\\)\//g, String.raw`\/`)}/${flags.replaceAll(/[gydu]/g, '')}`;
}
