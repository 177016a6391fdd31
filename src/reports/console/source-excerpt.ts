/** What a failure shows of its request file: the lines it is about, and the findings for them. */
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { sourceLines } from '../../request-file/source-text.js';

export interface SourceExcerpt {
  readonly file: RequestFile;
  readonly request: Request;
  /** The text of a line of the file, from 1. */
  readonly lineText: (line: number) => string | undefined;
  /** The errors and warnings of `validate` for the request; what is only worth knowing explains no failure. */
  readonly findings: readonly Diagnostic[];
  /** The first line of the request that uses a variable; undefined when none does. */
  readonly lineWith: (variable: string) => number | undefined;
}

/** Undefined when the file has no request on that line, or its text is not known. */
export function sourceExcerpt(file: RequestFile | undefined, line: number): SourceExcerpt | undefined {
  const place = file?.requests.findIndex((request) => request.line === line) ?? -1;
  const request = file?.requests[place];
  const lines = file && sourceLines(file);
  if (file === undefined || request === undefined || lines === undefined) return undefined;
  const end = file.requests[place + 1]?.line ?? Infinity;
  return {
    file,
    request,
    lineText: (number) => lines[number - 1],
    findings: file.diagnostics.filter(
      (found) => found.severity !== 'info' && found.line >= line && found.line < end,
    ),
    lineWith: (variable) => {
      const at = lines
        .slice(line - 1, end === Infinity ? undefined : end - 1)
        .findIndex((text) => placeholderNames(text).includes(variable));
      return at === -1 ? undefined : line + at;
    },
  };
}

function placeholderNames(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name);
}
