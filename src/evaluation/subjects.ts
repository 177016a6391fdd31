/** Reads the subjects of assertions and captures (docs/language.md#subjects). */
import type { Subject } from '../request-file/expressions/parse-subject.js';
import { readPath } from '../request-file/expressions/parse-path.js';
import { ABSENT } from './values/absent.js';
import { isMultiValued, valueAtPath } from './values/body-path.js';
import type { EvaluationOperation, EvaluationOperations } from './bounded/job.js';
import { LimitExceeded, nestingExceeded, type EvaluationLimits } from './bounded/limits.js';
import { BudgetExceeded, withinBudget } from './bounded/step-budget.js';
import type { JsonValue } from './values/json.js';
import type { JsonQuery } from './json-path/json-path.js';
import { compilePattern, firstGroup } from './pattern/safe-pattern.js';
import type { ResponseView } from './response/response-view.js';
import type { Scope } from './variables/scope.js';

/** A compiled subject: reading it from many responses parses nothing again. */
export interface SubjectReader {
  /** A value, ABSENT, or a promise of one; throws or rejects with SubjectProblem. Variables need a scope. */
  readonly read: (view: ResponseView, scope?: Scope) => unknown;
  /** After `read`: whether the value is a list of matches, so that an empty list means that nothing exists. */
  readonly givesMatches: () => boolean;
}

/** The value cannot be determined: an expression fails, or a pattern takes too long. */
export class SubjectProblem extends Error {
  /** Whether a limit was exceeded, so that there may be a value after all. */
  readonly isLimit: boolean;

  constructor(message: string, isLimit: boolean) {
    super(message);
    this.isLimit = isLimit;
  }
}

export function subjectReader(subject: Subject): SubjectReader {
  switch (subject.kind) {
    case 'status':
    case 'duration':
    case 'size':
    case 'url': {
      const { kind } = subject;
      return plain((view) => view[kind]);
    }
    case 'sha256':
      return plain((view) => view.sha256());
    case 'headers':
      return plain((view) => view.headerMap());
    case 'header':
      return plain((view) => view.header(subject.name));
    case 'cookie':
      return plain((view) => view.cookie(subject.name));
    case 'body':
      return subject.path === '' ? plain(wholeBody) : bodyPath(subject.path);
    case 'jsonpath':
      return jsonPath(subject.expression);
    case 'xpath':
      return plain((view) => xpath(subject.expression, view));
    case 'regex':
      return plain((view) => regex(subject.pattern, subject.flags, view));
    case 'variable':
      return plain((_view, scope) => (scope === undefined ? ABSENT : scope.variable(subject.name)));
  }
}

/** The value for a capture, or ABSENT. Rejects with SubjectProblem when a limit was exceeded. */
export async function subjectValue(subject: Subject, view: ResponseView, scope?: Scope): Promise<unknown> {
  try {
    return await subjectReader(subject).read(view, scope);
  } catch (cause) {
    if (cause instanceof SubjectProblem && !cause.isLimit) return ABSENT;
    throw cause;
  }
}

const never = (): boolean => false;

function plain(read: SubjectReader['read']): SubjectReader {
  return { read, givesMatches: never };
}

/** The parsed JSON of the body, else its text. */
function wholeBody(view: ResponseView): unknown {
  const json = jsonOf(view);
  return json === ABSENT ? view.text() : json;
}

function jsonOf(view: ResponseView): JsonValue | typeof ABSENT {
  const json = view.json();
  if (json === ABSENT && view.isNestedTooDeep()) throw problemOf(nestingExceeded('the body'));
  return json;
}

function bodyPath(path: string): SubjectReader {
  const reading = readPath(path);
  const steps = reading.ok ? reading.steps : undefined;
  const multiple = steps !== undefined && isMultiValued(steps);
  return {
    read: (view) => {
      const json = jsonOf(view);
      return json === ABSENT || steps === undefined ? ABSENT : valueAtPath(json, steps);
    },
    givesMatches: () => multiple,
  };
}

function jsonPath(expression: string): SubjectReader {
  let query: JsonQuery | undefined;
  const compile = async (): Promise<JsonQuery> => {
    const { compileJsonPath } = await import('./json-path/json-path.js');
    return (query ??= await compileJsonPath(expression));
  };
  const run = (compiled: JsonQuery, json: JsonValue | typeof ABSENT, view: ResponseView): unknown => {
    if (json === ABSENT) return ABSENT;
    const value = attempt(() => compiled.run(json));
    if (value !== TOO_LONG) return value;
    return inThread('jsonpath', { expression }, view, 'the JSONPath query').then((locations) =>
      compiled.valuesAt(json, locations),
    );
  };
  return {
    read: (view) => {
      const json = jsonOf(view);
      try {
        // Once it is compiled there is nothing to wait for, unless the query takes long.
        const value = query
          ? run(query, json, view)
          : compile().then((compiled) => run(compiled, json, view));
        return value instanceof Promise ? value.catch(throwProblem) : value;
      } catch (cause) {
        throw problemOf(cause);
      }
    },
    givesMatches: () => query?.singular === false,
  };
}

function throwProblem(cause: unknown): never {
  throw problemOf(cause);
}

/** Longer documents take long enough to parse to need a thread. */
const MAX_MARKUP_LENGTH = 200_000;

async function xpath(expression: string, view: ResponseView): Promise<unknown> {
  try {
    view.markupProblem = '';
    if (view.text().length <= MAX_MARKUP_LENGTH || view.isMarkupTooLarge()) {
      const { xpathValue } = await import('./xpath/xml-path.js');
      const markup = await view.markup();
      if (markup.kind === 'none') view.markupProblem = markup.problem;
      const value = attempt(() => xpathValue(expression, markup));
      if (value !== TOO_LONG) return value;
    }
    const input = { expression, contentType: view.contentType() };
    const result = await inThread('xpath', input, view, 'the XPath expression');
    if ('value' in result) return result.value;
    if ('number' in result) return Number(result.number);
    view.markupProblem = result.problem;
    return ABSENT;
  } catch (cause) {
    throw problemOf(cause);
  }
}

const TOO_LONG = Symbol('takes too long here');

function attempt(work: () => unknown): unknown {
  try {
    return withinBudget(work);
  } catch (cause) {
    if (cause instanceof BudgetExceeded) return TOO_LONG;
    throw cause;
  }
}

async function inThread<K extends EvaluationOperation>(
  operation: K,
  input: EvaluationOperations[K]['input'],
  view: ResponseView,
  name: string,
): Promise<EvaluationOperations[K]['result']> {
  const { evaluateInThread } = await import('./bounded/thread-pool.js');
  const { documentMs, signal } = view.limits;
  return evaluateInThread(operation, input, view.text(), { limitMs: documentMs, signal, name });
}

function regex(source: string, flags: string, view: ResponseView): unknown {
  return groupIn(view.text(), source, flags, view.limits);
}

/** The first group of the first match in a text, the whole match without groups, else ABSENT. */
export function groupIn(text: string, source: string, flags: string, limits: EvaluationLimits): unknown {
  try {
    const found = firstGroup(compilePattern(source, flags), text, limits);
    if (!(found instanceof Promise)) return found ?? ABSENT;
    return found.then(
      (group) => group ?? ABSENT,
      (cause: unknown) => {
        throw problemOf(cause);
      },
    );
  } catch (cause) {
    throw problemOf(cause);
  }
}

function problemOf(cause: unknown): SubjectProblem {
  if (cause instanceof SubjectProblem) return cause;
  const message = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  return new SubjectProblem(message.slice(0, 200), cause instanceof LimitExceeded);
}
