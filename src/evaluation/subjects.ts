/** What assertions look at (language section 6.2). */
import type { Subject } from '../request-file/expressions/parse-subject.js';
import { readPath } from '../request-file/expressions/parse-path.js';
import { ABSENT } from './values/absent.js';
import { isMultiValued, valueAt } from './values/body-path.js';
import type { Operation, Operations } from './bounded/job.js';
import { LimitExceeded, tooDeep } from './bounded/limits.js';
import { BudgetExceeded, withinBudget } from './bounded/step-budget.js';
import type { JsonValue } from './values/json.js';
import type { JsonQuery } from './json-path/json-path.js';
import { compilePattern, firstGroup } from './pattern/safe-pattern.js';
import type { ResponseView } from './response/response-view.js';

/** A subject made ready: reading it from many answers parses nothing again. */
export interface SubjectReader {
  /** A value, ABSENT, or a promise of one; throws or rejects with SubjectProblem. */
  readonly read: (view: ResponseView) => unknown;
  /** Known once it was read: the value is a list of matches, and an empty one means that nothing exists. */
  readonly givesMatches: () => boolean;
}

/** The value cannot be found out: an expression that fails, a pattern that takes too long. */
export class SubjectProblem extends Error {
  /** A limit was met: whoever looks for a value should know that there may be one. */
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
  }
}

/** For captures: the value once, or ABSENT. Rejects with SubjectProblem when a limit was met. */
export async function subjectValue(subject: Subject, view: ResponseView): Promise<unknown> {
  try {
    return await subjectReader(subject).read(view);
  } catch (cause) {
    if (cause instanceof SubjectProblem && !cause.isLimit) return ABSENT;
    throw cause;
  }
}

const never = (): boolean => false;

function plain(read: SubjectReader['read']): SubjectReader {
  return { read, givesMatches: never };
}

/** Parsed JSON, else text. */
function wholeBody(view: ResponseView): unknown {
  const json = jsonOf(view);
  return json === ABSENT ? view.text() : json;
}

function jsonOf(view: ResponseView): JsonValue | typeof ABSENT {
  const json = view.json();
  if (json === ABSENT && view.isNestedTooDeep()) throw problemOf(tooDeep('the body'));
  return json;
}

function bodyPath(path: string): SubjectReader {
  const reading = readPath(path);
  const steps = reading.ok ? reading.steps : undefined;
  const multiple = steps !== undefined && isMultiValued(steps);
  return {
    read: (view) => {
      const json = jsonOf(view);
      return json === ABSENT || steps === undefined ? ABSENT : valueAt(json, steps);
    },
    givesMatches: () => multiple,
  };
}

function jsonPath(expression: string): SubjectReader {
  let query: JsonQuery | undefined;
  return {
    read: async (view) => {
      const json = jsonOf(view);
      try {
        const { compileJsonPath } = await import('./json-path/json-path.js');
        const known = (query ??= await compileJsonPath(expression));
        if (json === ABSENT) return ABSENT;
        const value = attempt(() => known.run(json));
        if (value !== TOO_LONG) return value;
        const locations = await inThread('jsonpath', { expression }, view, 'the JSONPath query');
        return known.valuesAt(json, locations);
      } catch (cause) {
        throw problemOf(cause);
      }
    },
    givesMatches: () => query?.singular === false,
  };
}

/** Reading longer documents takes long enough to need a thread. */
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

async function inThread<K extends Operation>(
  operation: K,
  input: Operations[K]['input'],
  view: ResponseView,
  name: string,
): Promise<Operations[K]['result']> {
  const { evaluateInThread } = await import('./bounded/thread-pool.js');
  const { documentMs, signal } = view.limits;
  return evaluateInThread(operation, input, view.text(), { limitMs: documentMs, signal, name });
}

function regex(source: string, flags: string, view: ResponseView): unknown {
  try {
    const found = firstGroup(compilePattern(source, flags), view.text(), view.limits);
    if (!(found instanceof Promise)) return found ?? ABSENT;
    return found.then(
      (text) => text ?? ABSENT,
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
