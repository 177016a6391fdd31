import { ServiceError } from '../../errors.js';
import { refusal } from '../../operations/files/find-request-files.js';
import { loadOneFile } from '../../operations/files/load-one-file.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { requestMatcher } from '../../request-file/model/request-filter.js';
import type { ExportInvocation } from './export-flags.js';
import { nothingSelected } from '../flags/selection-flags.js';

export interface SelectedRequests {
  readonly file: RequestFile;
  /** Of the file, absolute. */
  readonly directory: string;
  readonly requests: readonly Request[];
}

/** The filters of a run, without the dependencies they would pull in (cli.md 11). */
export async function selectRequests({
  flags,
  positionals,
  context,
}: ExportInvocation): Promise<SelectedRequests> {
  const [path = ''] = positionals;
  const { file, directory } = await loadOne(path, context.cwd);
  const filter = { names: flags.name, tags: flags.tags, excludeTags: [] };
  const wanted = file.requests.filter(requestMatcher(filter));
  const only = file.requests.some(({ metadata }) => metadata.only);
  const requests = only ? wanted.filter(({ metadata }) => metadata.only) : wanted;
  if (requests.length === 0) throw nothingSelected(filter, [path], true);
  return { file, directory, requests };
}

async function loadOne(path: string, cwd: string): Promise<Omit<SelectedRequests, 'requests'>> {
  const { file, shown, directory } = await loadOneFile(path, cwd);
  const errors = file.diagnostics.filter(({ severity, phase }) => severity === 'error' && phase === 'syntax');
  if (errors.length > 0) throw new ServiceError('request-file', refusal(shown, errors));
  return { file, directory };
}
