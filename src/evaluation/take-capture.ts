/** Captures (language section 7). */
import type { Capture } from '../request-file/model/model.js';
import { cutPattern, type Subject } from '../request-file/expressions/parse-subject.js';
import type { ResponseView } from './response/response-view.js';
import { subjectValue } from './subjects.js';

/** The typed value, or ABSENT when there is none; null is a value. Rejects with SubjectProblem when a limit was met. */
export function takeCapture(capture: Capture, view: ResponseView): Promise<unknown> {
  return subjectValue(subjectOf(capture), view);
}

function subjectOf({ source, path }: Capture): Subject {
  switch (source) {
    case 'header':
    case 'cookie':
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
