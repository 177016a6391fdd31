import { ServiceError } from '../../errors.js';
import { refusalMessage } from '../../operations/files/find-request-files.js';
import { loadOneFile } from '../../operations/files/load-one-file.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { requestMatcher } from '../../request-file/model/request-filter.js';
import type { ExportInvocation } from './export-flags.js';
import { nothingSelectedError } from '../flags/selection-flags.js';

export interface SelectedRequests {
  readonly file: RequestFile;
  readonly runnable: RunnableFile;
  /** The absolute directory of the file. */
  readonly directory: string;
  readonly requests: readonly Request[];
}

/** Applies the filters of a run, without adding dependencies. */
export async function selectRequests({
  flags,
  positionals,
  context,
}: ExportInvocation): Promise<SelectedRequests> {
  const [path = ''] = positionals;
  const runnable = await loadOneFile(path, context.cwd);
  const { file, shown, directory } = runnable;
  const errors = file.diagnostics.filter(({ severity, phase }) => severity === 'error' && phase === 'syntax');
  if (errors.length > 0) throw new ServiceError('request-file', refusalMessage(shown, errors));
  const filter = { names: flags.name, tags: flags.tags, excludeTags: [] };
  const wanted = file.requests.filter(requestMatcher(filter));
  const only = file.requests.some(({ metadata }) => metadata.only);
  const requests = only ? wanted.filter(({ metadata }) => metadata.only) : wanted;
  if (requests.length === 0) throw nothingSelectedError(filter, [path], file.requests);
  return { file, runnable, directory, requests };
}
