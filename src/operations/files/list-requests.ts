import { parsedFileView } from '../../request-file/model/json-view.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { loadRequestFile, type FoundFile } from '../../workspace/files/request-files.js';
import { findRequestFiles, refusal, unreadableFile } from './find-request-files.js';
import {
  requestMatcher,
  selectsEverything,
  type RequestFilter,
} from '../../request-file/model/request-filter.js';

export interface RequestListing {
  readonly files: readonly { readonly file: string; readonly requests: readonly Request[] }[];
  /** Paths and files that could not be listed, each with a message that names it. */
  readonly problems: readonly string[];
}

/** With a filter, files without a matching request are left out. */
export async function listRequests(
  paths: readonly string[],
  cwd: string,
  filter: RequestFilter,
): Promise<RequestListing> {
  const found = await findRequestFiles(paths, cwd);
  const problems = [...found.problems];
  const files: { file: string; requests: readonly Request[] }[] = [];
  const matches = requestMatcher(filter);
  for (const each of found.files) {
    const loaded = await load(each);
    if (typeof loaded === 'string') {
      problems.push(loaded);
      continue;
    }
    const requests = parsedFileView(loaded).requests.filter(matches);
    if (requests.length > 0 || selectsEverything(filter)) files.push({ file: each.shown, requests });
  }
  return { files, problems };
}

/** The file, or why it cannot be listed: names used twice and the like do not hinder a list. */
async function load(found: FoundFile): Promise<RequestFile | string> {
  try {
    const file = await loadRequestFile(found);
    const errors = file.diagnostics.filter(
      ({ severity, phase }) => severity === 'error' && phase === 'syntax',
    );
    return errors.length === 0 ? file : refusal(found.shown, errors);
  } catch (error) {
    return unreadableFile(error);
  }
}
