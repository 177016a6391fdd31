/** What assertions look at (language section 6.2). */
import type { Subject } from '../request-file/parse-subject.js';
import { readPath, type PathStep } from '../request-file/parse-path.js';
import { ABSENT } from './absent.js';
import { isMultiValued, valueAt } from './body-path.js';
import type { ResponseView } from './response-view.js';

/** A subject made ready: reading the same one from many answers parses nothing again. */
export interface SubjectReader {
  /** The value, or ABSENT; a promise where an engine has to be loaded or waited for. */
  readonly read: (view: ResponseView) => unknown;
  /** For operators on text: `body` as a whole is then its raw text. */
  readonly readText?: (view: ResponseView) => unknown;
  /** A list of matches: empty means that nothing exists. */
  readonly multiple: boolean | 'lists-only';
}
