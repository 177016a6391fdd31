import { parsedFileView } from '../../request-file/model/json-view.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { workspaceRoot } from '../../workspace/config/config-search.js';
import { loadRequestFile, type FoundFile } from '../../workspace/files/request-files.js';
import type { FindRoot } from '../../workspace/files/script-reader.js';
import { findRequestFiles, refusalMessage, unreadableFileMessage } from './find-request-files.js';
import {
  requestMatcher,
  selectsEverything,
  type RequestFilter,
} from '../../request-file/model/request-filter.js';

export interface ListedFile {
  readonly file: string;
  readonly requests: readonly Request[];
}

/**
 * Lists one file after the other, so that not all of them are in memory; `onProblem` is called for paths and files that
 * cannot be listed, with a message that names them. With a filter, files without a matching request are left out.
 */
export async function* listRequests(
  paths: readonly string[],
  cwd: string,
  filter: RequestFilter,
  onProblem: (message: string) => void,
): AsyncGenerator<ListedFile, void> {
  const found = await findRequestFiles(paths, cwd);
  found.problems.forEach(onProblem);
  const matches = requestMatcher(filter);
  const findRoot = workspaceRoot({ cwd, firstPath: paths[0] });
  for (const each of found.files) {
    const loaded = await load(each, findRoot);
    if (typeof loaded === 'string') {
      onProblem(loaded);
      continue;
    }
    const requests = parsedFileView(loaded).requests.filter(matches);
    if (requests.length > 0 || selectsEverything(filter)) yield { file: each.shown, requests };
  }
}

/**
 * Returns the file, or the reason why it cannot be listed; structural errors such as duplicate names do not matter
 * here.
 */
async function load(found: FoundFile, findRoot: FindRoot): Promise<RequestFile | string> {
  try {
    const file = await loadRequestFile(found, findRoot);
    const errors = file.diagnostics.filter(
      ({ severity, phase }) => severity === 'error' && phase === 'syntax',
    );
    return errors.length === 0 ? file : refusalMessage(found.shown, errors);
  } catch (error) {
    return unreadableFileMessage(error);
  }
}
