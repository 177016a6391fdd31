/** The failure of tools that need all files to be without errors. */
import { compareDiagnostics, type Diagnostic } from '../../request-file/model/diagnostic.js';
import { ToolFailure } from '../protocol/tool-failure.js';

export interface InvalidFile {
  /** `path:line:column` */
  readonly place: string;
  /** The first error. */
  readonly message: string;
}

export function findInvalid(path: string, diagnostics: readonly Diagnostic[]): InvalidFile[] {
  const [first] = diagnostics.filter(({ severity }) => severity === 'error').sort(compareDiagnostics);
  return first ? [{ place: `${path}:${first.line}:${first.column}`, message: first.message }] : [];
}

const MAX_SHOWN_FILES = 50;
/** A failure may have 8 KiB, of which the sentences around the list take a part. */
const MAX_LIST_CHARS = 7000;
const MAX_MESSAGE_CHARS = 300;

/** `effect` says what did not happen, `advice` what to do. */
export function invalidFiles(
  invalid: readonly InvalidFile[],
  count: number,
  { effect = '', advice }: { readonly effect?: string; readonly advice: string },
): ToolFailure {
  let list = '';
  let shown = 0;
  for (const { place, message } of invalid.slice(0, MAX_SHOWN_FILES)) {
    const entry = `${place} ${message.slice(0, MAX_MESSAGE_CHARS)}`;
    if (list.length + entry.length > MAX_LIST_CHARS) break;
    list += `${list === '' ? '' : '; '}${entry}`;
    shown += 1;
  }
  const more = shown < invalid.length ? `; and ${invalid.length - shown} more` : '';
  return new ToolFailure(
    'parse_error',
    `${invalid.length} of ${count} files are invalid${effect}: ${list}${more}; ${advice}`,
    { files: invalid.map(({ place }) => place) },
  );
}
