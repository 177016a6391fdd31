/** Captures (docs/language.md#captures). */
import type { Capture } from '../request-file/model/model.js';
import { cutPattern, type Subject } from '../request-file/expressions/parse-subject.js';
import type { ResponseView } from './response/response-view.js';
import { subjectValue } from './subjects.js';

/** The typed value, or ABSENT when there is none; null is a value. Rejects with SubjectProblem when a limit was exceeded. */
export function takeCapture(capture: Capture, view: ResponseView): Promise<unknown> {
  return subjectValue(captureSubject(capture), view);
}

/** What a capture reads. */
export function captureSubject({ source, path }: Capture): Subject {
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
