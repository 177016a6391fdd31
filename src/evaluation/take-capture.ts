/** Captures (docs/language.md#captures). */
import type { Capture, CaptureAlternative, CapturedValue } from '../request-file/model/model.js';
import { cutPattern, type Subject } from '../request-file/expressions/parse-subject.js';
import { isTruthy } from './operators/shape.js';
import type { ResponseView } from './response/response-view.js';
import { groupIn, SubjectProblem, subjectValue } from './subjects.js';
import { ABSENT } from './values/absent.js';
import { textOf } from './values/json.js';
import type { Scope } from './variables/scope.js';
import { VariableFailure } from './variables/variable-failure.js';

/**
 * The typed value, or ABSENT when there is none; null is a value. Rejects with SubjectProblem when a limit was exceeded.
 * The conditions of the capture are checked by the caller. Without a scope no variable has a value.
 */
export async function takeCapture(capture: Capture, view: ResponseView, scope?: Scope): Promise<unknown> {
  let value = await sourceValue(capture, view, scope);
  for (const alternative of capture.or ?? []) {
    if (isKept(value, alternative)) continue;
    value = 'literal' in alternative ? alternative.literal : await sourceValue(alternative, view, scope);
  }
  return value;
}

function isKept(value: unknown, { operator }: CaptureAlternative): boolean {
  return operator === '??' ? value !== ABSENT && value !== null : isTruthy(value);
}

async function sourceValue(source: CapturedValue, view: ResponseView, scope?: Scope): Promise<unknown> {
  const found =
    source.source === 'text'
      ? templateText(source.path, view, scope)
      : await subjectValue(captureSubject(source, source.source), view, scope);
  const value = source.first ? firstOf(found) : found;
  if (source.match === undefined || value === ABSENT) return value;
  const { source: pattern, flags } = cutPattern(source.match);
  try {
    return await groupIn(textOf(value), pattern, flags, view.limits);
  } catch (cause) {
    if (cause instanceof SubjectProblem && !cause.isLimit) return ABSENT;
    throw cause;
  }
}

function firstOf(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return ABSENT;
  return value[0] as unknown;
}

/** A template with a name that has no value gives nothing. */
function templateText(template: string, view: ResponseView, scope: Scope | undefined): unknown {
  if (scope === undefined) return ABSENT;
  try {
    return scope.with({ response: view }).text(template);
  } catch (cause) {
    if (cause instanceof VariableFailure) return ABSENT;
    throw cause;
  }
}

/** What a source other than a template reads. */
export function captureSubject(
  { path }: Pick<CapturedValue, 'path'>,
  source: Exclude<CapturedValue['source'], 'text'>,
): Subject {
  switch (source) {
    case 'header':
    case 'cookie':
    case 'variable':
      return { kind: source, name: path };
    case 'jsonpath':
    case 'xpath':
      return { kind: source, expression: path };
    case 'regex': {
      const { source: pattern, flags } = cutPattern(path);
      return { kind: 'regex', pattern, flags };
    }
    case 'body':
      return { kind: 'body', path };
    default:
      return { kind: source };
  }
}
