/** The request files of a folder that a caller names. */
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import {
  listRequestFiles,
  type ListedFiles,
  type ReadFolder,
} from '../../workspace/files/list-request-files.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import type { NamedPath } from './workspace-paths.js';

export const MAX_FILES = 1000;
const MAX_DEPTH = 32;

export async function listFolder(
  { real, path }: { readonly real: string; readonly path: string },
  { field, sent }: NamedPath,
  readFolder?: ReadFolder,
): Promise<ListedFiles> {
  const found = await listRequestFiles(real, path, { files: MAX_FILES, depth: MAX_DEPTH }, readFolder).catch(
    () => {
      throw new FetchFailure('not_found', `${field} ${sent} cannot be read`);
    },
  );
  if (found !== undefined) return found;
  throw new ToolFailure(
    'result_too_large',
    `more than ${MAX_FILES} files or ${MAX_DEPTH} levels; give a narrower path, such as a sub-folder`,
  );
}
