import { printableLine } from '../../primitives/printable.js';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import type { ReadFolder } from '../../workspace/files/list-request-files.js';
import { sortByBytes } from '../../workspace/paths/byte-order.js';
import { defineTool, jsonOutput, type Tool, type ToolOutput } from '../call/tool.js';
import { closedObject, optionalText } from '../protocol/argument-types.js';
import { findInvalid, invalidFiles } from '../call/invalid-files.js';
import { listFolder } from '../call/list-folder.js';
import { folderAt, openPath, type NamedPath } from '../call/workspace-paths.js';
import { LIST_OUTPUT } from './output-schemas.js';

const LIST_TOOL = {
  name: 'svc_list_requests',
  title: 'List saved requests',
  description:
    'Lists the requests of a request file, or of all request files in a folder of the workspace: names, ' +
    'positions, methods, lines and tags. Sends nothing. Use it before svc_fetch with a file. Requests with ' +
    'depends need other requests first, so svc_fetch refuses them.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: closedObject({
    path: optionalText(
      1024,
      'A folder or a request file of the workspace, as a relative path; by default the workspace.',
    ),
  }),
  outputSchema: LIST_OUTPUT,
  limit: { bucket: 600, perSecond: 50, running: 4 },
} as const;

/** Tests replace the reading of folders. */
export function createListTool(readFolder?: ReadFolder): Tool {
  return defineTool({
    ...LIST_TOOL,
    read: ({ path = '.' }) => ({ path }),
    run: async ({ path }, { settings, note }) => {
      const root = settings.workspace;
      const { files, skipped } = await parseFiles({ field: 'path', sent: path }, root, readFolder);
      const invalid = files.flatMap((file) => findInvalid(file.path, file.diagnostics));
      if (invalid.length > 0) throw invalidFiles(invalid, files.length, { advice: INVALID_ADVICE });
      if (skipped.length > 0) note({ skipped: skipped.length });
      const listed = jsonOutput({ files: files.map(fileView) });
      return { ...listed, ...describeSkipped(skipped), advice: 'give a narrower path' };
    },
  });
}

export const listRequestsTool = createListTool();

const INVALID_ADVICE =
  'svc_validate lists everything that is wrong in one file; a narrower path lists the others';

const MAX_SHOWN_PATHS = 50;

interface ParsedFiles {
  readonly files: readonly RequestFile[];
  /** The paths that could not be read, relative to the workspace. */
  readonly skipped: readonly string[];
}

async function parseFiles(named: NamedPath, root: string, readFolder?: ReadFolder): Promise<ParsedFiles> {
  const folder = await folderAt(named, root);
  if (folder === undefined) {
    const { path, bytes } = await openPath(named, root, true);
    return { files: [await parseRequestFile(bytes, path)], skipped: [] };
  }
  const { paths, skipped } = await listFolder(folder, named, readFolder);
  const files: RequestFile[] = [];
  const unread = [...skipped];
  for (const path of paths) {
    const file = await parseFile(path, root);
    if (file === undefined) unread.push(path);
    else files.push(file);
  }
  return { files, skipped: sortByBytes(unread, (path) => path) };
}

/** A file that is too large counts as invalid; undefined for one that cannot be read or was removed meanwhile. */
async function parseFile(path: string, root: string): Promise<RequestFile | undefined> {
  try {
    const { bytes } = await openPath({ field: 'path', sent: path }, root, true);
    return await parseRequestFile(bytes, path);
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    if (error.code !== 'body_too_large') return undefined;
    const place = { line: 1, column: 1, endColumn: 1, phase: 'syntax' as const, severity: 'error' as const };
    const finding: Diagnostic = { ...place, code: 'file_too_large', message: error.message };
    return { path, variables: [], requests: [], diagnostics: [finding], comments: [] };
  }
}

/** The schema of the result is closed, so skipped paths are named in a second content item. */
function describeSkipped(paths: readonly string[]): Pick<ToolOutput, 'aside' | 'meta'> {
  if (paths.length === 0) return {};
  const more = paths.length > MAX_SHOWN_PATHS ? ` and ${paths.length - MAX_SHOWN_PATHS} more` : '';
  const what =
    paths.length === 1
      ? '1 path could not be read and is'
      : `${paths.length} paths could not be read and are`;
  return {
    aside: `${what} left out: ${paths.slice(0, MAX_SHOWN_PATHS).map(printableLine).join(', ')}${more}`,
    meta: { 'svc/skipped': paths },
  };
}

function fileView({ path, requests }: RequestFile): object {
  return {
    file: path,
    requests: requests.map(({ name, description, method, line, tags, metadata: { depends } }, at) => ({
      index: at + 1,
      name,
      description,
      method,
      line,
      tags,
      ...(depends && { depends }),
    })),
  };
}
