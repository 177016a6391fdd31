/** The requests of a text, as the parser of svc sees them. */
import { shownName } from '../../../src/request-file/model/request-filter.js';
import { parseText } from '../../../src/request-file/parse-file.js';

export interface RequestEntry {
  readonly name: string;
  /** The line where the request starts, from 1. */
  readonly line: number;
}

export function requestsIn(text: string, path: string): readonly RequestEntry[] {
  return parseText(text, path).requests.map((request) => ({ name: shownName(request), line: request.line }));
}

/** The request that a line belongs to; lines before the first one belong to none. */
export function requestAt(requests: readonly RequestEntry[], line: number): RequestEntry | undefined {
  return requests.findLast((request) => request.line <= line);
}
