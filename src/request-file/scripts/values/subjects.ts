/** What a script looks at: parts of the response and variables, as subjects, placeholders and sources of captures. */
import type { CapturedValue } from '../../model/model.js';
import { OPERATOR_WORDS, RESERVED_OPERATORS } from '../../text/operators.js';
import { readPath, type PathStep } from '../../expressions/parse-path.js';

/** A key, a position in a list, or every element. */
export type Step = string | number | typeof EVERY;

export const EVERY: unique symbol = Symbol('every element');

export type SubjectKind =
  | 'status'
  | 'duration'
  | 'size'
  | 'body'
  /** The body as text. */
  | 'text'
  | 'header'
  | 'headers'
  | 'cookie'
  /** The type of the body without its parameters. */
  | 'media-type'
  | 'variable'
  /** The body, which has to be JSON. */
  | 'json';

export interface Subject {
  readonly kind: SubjectKind;
  /** Of a header, a cookie or a variable. */
  readonly name: string;
  readonly steps: readonly Step[];
  /** Whether the script has read the body as JSON, which fails for other bodies. */
  readonly isParsed?: true;
  /** The number of its elements or members. */
  readonly isCount?: true;
  /** A value that the client may have collected from the elements of lists. */
  readonly isCollected?: true;
  /** What it is where it is absent or empty, until a member of it is read. */
  readonly fallback?: 'object' | 'list';
  /** Whether the client reads null where it is absent. */
  readonly isNullable?: true;
  /** The place of the first step that was taken with `?.` or its kind, which never throws. */
  readonly optionalAt?: number;
  /** Whether the steps that follow belong to the same `?.`. */
  readonly isChained?: true;
  /** Set for elements of the list that `steps` lead to: the steps inside of an element. */
  readonly element?: readonly Step[];
}

export function subject(kind: SubjectKind, name = '', steps: readonly Step[] = []): Subject {
  return { kind, name, steps };
}

/** Whether a subject has members and elements. */
export function hasMembers({ kind }: Subject): boolean {
  return kind === 'body' || kind === 'variable';
}

export function withStep(of: Subject, step: Step, isOptional = false): Subject {
  const { fallback, optionalAt, ...from } = of;
  const place = (from.element ?? from.steps).length;
  const isHere = isOptional || fallback !== undefined;
  const more = {
    ...(from.isChained === true && optionalAt !== undefined
      ? { optionalAt }
      : isHere && { optionalAt: place }),
    ...(isOptional && { isChained: true as const }),
    ...(fallback !== undefined && step === 'length' && { fallback }),
  };
  return from.element === undefined
    ? { ...from, steps: [...from.steps, step], ...more }
    : { ...from, element: [...from.element, step], ...more };
}

/** What follows `a?.b` throws where that is absent. */
export function withoutChain({ isChained: _chained, ...of }: Subject): Subject {
  return of;
}

export function withSteps(from: Subject, steps: readonly Step[]): Subject {
  return steps.reduce<Subject>((of, step) => withStep(of, step), from);
}

/** The steps inside of the innermost value: of the element if there is one. */
export function lastStep({ steps, element }: Subject): Step | undefined {
  return (element ?? steps).at(-1);
}

/** The same subject without its last step. */
export function parentOf(of: Subject): Subject {
  return of.element === undefined
    ? { ...of, steps: of.steps.slice(0, -1) }
    : { ...of, element: of.element.slice(0, -1) };
}

export function isSameSubject(one: Subject, other: Subject): boolean {
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    isSamePath(one.steps, other.steps) &&
    one.isCount === other.isCount &&
    (one.element === undefined) === (other.element === undefined) &&
    isSamePath(one.element ?? [], other.element ?? [])
  );
}

function isSamePath(one: readonly Step[], other: readonly Step[]): boolean {
  return one.length === other.length && one.every((step, i) => step === other[i]);
}

/** The text of a subject in an assertion; undefined if it cannot be written. Elements are left out. */
export function subjectText({ kind, name, steps, isCount }: Subject): string | undefined {
  if (isCount === true) return undefined;
  switch (kind) {
    case 'body':
      return pathText('body', steps);
    case 'text':
      return steps.length === 0 ? 'body' : undefined;
    case 'variable': {
      return isVariableName(name) && steps.length === 0 ? `variable ${name}` : undefined;
    }
    case 'header':
    case 'cookie':
      return isToken(name) && steps.length === 0 ? `${kind} ${nameText(name)}` : undefined;
    case 'media-type':
      return 'header Content-Type';
    case 'headers':
      return undefined;
    case 'json':
      return 'jsonpath "$"';
    default:
      return steps.length === 0 ? kind : undefined;
  }
}

/** Names like those of operators are quoted, because `header exists` means all headers. */
function nameText(name: string): string {
  const word = name.toLowerCase();
  const isOperator = OPERATOR_WORDS.has(word) || RESERVED_OPERATORS.has(word) || word === 'not';
  return isOperator ? JSON.stringify(name) : name;
}

/** Header and cookie names consist of these characters. */
function isToken(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !name.includes('{{');
}

export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(name);
}

/** The path inside of every element, such as `.id`; empty for the element itself. */
export function elementText(element: readonly Step[]): string | undefined {
  if (element.length === 0) return '';
  const path = pathText('', element);
  return path?.startsWith('[') === true ? undefined : path;
}

function pathText(root: string, steps: readonly Step[]): string | undefined {
  const path = steps.map(stepText).join('');
  return readsBack(path, steps) ? `${root}${path}` : undefined;
}

function stepText(step: Step): string {
  if (step === EVERY) return '[*]';
  if (typeof step === 'number') return `[${step}]`;
  if (/^[A-Za-z_$][\w$-]*$/.test(step)) return `.${step}`;
  return `["${step.replaceAll(/["\\]/g, String.raw`\$&`)}"]`;
}

function readsBack(path: string, steps: readonly Step[]): boolean {
  if (/[\r\n\0]/.test(path) || path.includes('{{')) return false;
  const parsed = readPath(path.startsWith('.') ? path.slice(1) : path);
  return (
    parsed.ok &&
    parsed.steps.length === steps.length &&
    parsed.steps.every((step, i) => isSameStep(step, steps[i]))
  );
}

function isSameStep(parsed: PathStep, step: Step | undefined): boolean {
  if (parsed.kind === 'all') return step === EVERY;
  return parsed.kind === 'key' ? parsed.key === step : parsed.index === step;
}

/** The placeholder for its value; undefined if there is none. */
export function placeholderOf(of: Subject): string | undefined {
  const { kind, name, steps, element } = of;
  if (element !== undefined || steps.includes(EVERY) || of.isCount === true) return undefined;
  switch (kind) {
    case 'status':
    case 'duration':
      return `{{response.${kind}}}`;
    case 'header':
      return /^[\w-]+$/.test(name) ? `{{response.headers.${name}}}` : undefined;
    case 'text':
      return '{{response.body}}';
    case 'body': {
      const text = subjectText(of);
      return text === undefined || /["{}]/.test(text) ? undefined : `{{response.${text}}}`;
    }
    case 'variable': {
      const path = steps.map(stepText).join('');
      return isVariableName(name) && !/["{}]/.test(path) ? `{{${name}${path}}}` : undefined;
    }
    default:
      return undefined;
  }
}

/** The source of a capture; an element stands for the last one, which a loop leaves behind. */
export function sourceOf(of: Subject): CapturedValue | undefined {
  const { kind, name, element } = of;
  if (of.isCount === true || of.isCollected === true) return undefined;
  if (element !== undefined) return sourceOf({ kind, name, steps: [...of.steps, -1, ...element] });
  switch (kind) {
    case 'headers':
    case 'media-type':
    case 'json':
      return undefined;
    case 'header':
    case 'cookie':
      return subjectText(of) === undefined ? undefined : { source: kind, path: name };
    case 'variable': {
      const placeholder = placeholderOf(of);
      if (of.steps.length === 0 && isVariableName(name)) return { source: 'variable', path: name };
      return placeholder === undefined ? undefined : { source: 'text', path: placeholder };
    }
    case 'body':
    case 'text':
      return bodySource(of);
    default:
      return { source: kind, path: '' };
  }
}

function bodySource(of: Subject): CapturedValue | undefined {
  const text = subjectText(of);
  return text === undefined
    ? undefined
    : { source: 'body', path: text.slice('body'.length).replace(/^\./, '') };
}

/** The steps as a JSONPath query, such as `$.items`. */
export function jsonPathText(steps: readonly Step[]): string {
  const parts = steps.map((step) => {
    if (step === EVERY) return '[*]';
    if (typeof step === 'number') return `[${step}]`;
    return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return `$${parts.join('')}`;
}
