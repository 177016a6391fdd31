/** What an editor offers above the requests of a file. */
import { hasErrors } from '../../request-file/model/diagnostic.js';
import { unsupportedRequest } from '../../request-file/model/unsupported-request.js';
import type { AnalysedText } from '../analysed-text.js';

export interface RequestLens {
  readonly action: 'run' | 'copyAsCurl' | 'runFile';
  /** The line of the request, by which it is found; what is offered stands above it. */
  readonly line: number;
  /** The index of the request. */
  readonly request: number;
}

/** None for a file with errors, which cannot run. */
export function lensesOf({ file }: AnalysedText): RequestLens[] {
  if (hasErrors(file)) return [];
  const lenses: RequestLens[] = [];
  for (const [request, each] of file.requests.entries()) {
    if (unsupportedRequest(each)) continue;
    const { line } = each;
    const isFirst = lenses.length === 0;
    lenses.push({ action: 'run', line, request }, { action: 'copyAsCurl', line, request });
    if (isFirst) lenses.push({ action: 'runFile', line, request });
  }
  return lenses;
}
