/** What assertions look at (language section 6.2). */
import type { Subject } from '../request-file/parse-subject.js';
import { readPath } from '../request-file/parse-path.js';
import { ABSENT } from './absent.js';
import { isMultiValued, valueAt } from './body-path.js';
import type { JsonQuery } from './json-path.js';
import { compilePattern, firstGroup } from './pattern/safe-pattern.js';
import type { ResponseView } from './response-view.js';

/** A subject made ready: reading it from many answers parses nothing again. */
export interface SubjectReader {
  /** A value, ABSENT, or a promise of one; throws or rejects with SubjectProblem. */
  readonly read: (view: ResponseView) => unknown;
  /** Known once it was read: the value is a list of matches, and an empty one means that nothing exists. */
  readonly givesMatches: () => boolean;
}

/** The value cannot be found out: an expression that fails, a pattern that takes too long. */
export class SubjectProblem extends Error {}

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

/** For captures: the value once, or ABSENT. */
export async function subjectValue(subject: Subject, view: ResponseView): Promise<unknown> {
  try {
    return await subjectReader(subject).read(view);
  } catch (cause) {
    if (cause instanceof SubjectProblem) return ABSENT;
    throw cause;
  }
}

const never = (): boolean => false;

function plain(read: SubjectReader['read']): SubjectReader {
  return { read, givesMatches: never };
}

/** Parsed JSON, else text. */
function wholeBody(view: ResponseView): unknown {
  const json = view.json();
  return json === ABSENT ? view.text() : json;
}

function bodyPath(path: string): SubjectReader {
  const reading = readPath(path);
  const steps = reading.ok ? reading.steps : undefined;
  const multiple = steps !== undefined && isMultiValued(steps);
  return {
    read: (view) => {
      const json = view.json();
      return json === ABSENT || steps === undefined ? ABSENT : valueAt(json, steps);
    },
    givesMatches: () => multiple,
  };
}

function jsonPath(expression: string): SubjectReader {
  let query: JsonQuery | undefined;
  return {
    read: async (view) => {
      try {
        const { compileJsonPath } = await import('./json-path.js');
        query ??= await compileJsonPath(expression);
        return query.run(view.json());
      } catch (cause) {
        throw problemOf(cause);
      }
    },
    givesMatches: () => query?.singular === false,
  };
}

async function xpath(expression: string, view: ResponseView): Promise<unknown> {
  const { xpathValue } = await import('./xml-path.js');
  const markup = await view.markup();
  try {
    return xpathValue(expression, markup);
  } catch (cause) {
    throw problemOf(cause);
  }
}

function regex(source: string, flags: string, view: ResponseView): unknown {
  try {
    const found = firstGroup(compilePattern(source, flags), view.text());
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
  const message = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  return new SubjectProblem(message.slice(0, 200));
}
