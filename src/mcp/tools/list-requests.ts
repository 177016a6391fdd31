import type { Diagnostic } from '../../request-file/diagnostic.js';
import type { RequestFile } from '../../request-file/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { FetchFailure } from '../../web-fetch/fetch-failure.js';
import { listRequestFiles } from '../../workspace/list-request-files.js';
import { defineTool, jsonAnswer } from '../tool.js';
import { ToolFailure } from '../tool-failure.js';
import { folderAt, openPath, type NamedPath } from '../workspace-paths.js';
import { LIST_OUTPUT } from './output-schemas.js';

export const listRequestsTool = defineTool<{ readonly path: string }>({
  name: 'svc_list_requests',
  title: 'List saved requests',
  description:
    'Lists the requests of a request file, or of all request files in a folder of the workspace: names, ' +
    'positions, methods, lines and tags. Sends nothing. Use it before svc_fetch with a file.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        description:
          'A folder or a request file of the workspace, as a relative path; by default the workspace.',
      },
    },
  },
  outputSchema: LIST_OUTPUT,
  limit: { bucket: 600, perSecond: 50, running: 4 },
  read: (args) => ({ path: (args['path'] as string | undefined) ?? '.' }),
  run: async ({ path }, { settings }) => {
    const root = settings.workspace;
    const files = await parsedFiles({ field: 'path', sent: path }, root);
    const invalid = files.flatMap((file) => invalidPlace(file));
    if (invalid.length > 0) throw invalidFiles(invalid, files.length);
    return jsonAnswer({ files: files.map(fileView) });
  },
});

const MOST_FILES = 1000;
const MOST_DEPTH = 32;
const SHOWN_FILES = 50;

async function parsedFiles(named: NamedPath, root: string): Promise<readonly RequestFile[]> {
  const folder = await folderAt(named, root);
  if (folder === undefined) {
    const { path, bytes } = await openPath(named, root, true);
    return [await parseRequestFile(bytes, path)];
  }
  const paths = await listRequestFiles(folder.real, folder.path, { files: MOST_FILES, depth: MOST_DEPTH });
  if (paths === undefined)
    throw new ToolFailure(
      'result_too_large',
      `more than ${MOST_FILES} files or ${MOST_DEPTH} levels; give a narrower path`,
    );
  const files: RequestFile[] = [];
  for (const path of paths) files.push(await parsedFile(path, root));
  return files;
}

/** A file that is too large counts as invalid; one that has gone meanwhile does not count. */
async function parsedFile(path: string, root: string): Promise<RequestFile> {
  try {
    const { bytes } = await openPath({ field: 'path', sent: path }, root, true);
    return await parseRequestFile(bytes, path);
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const place = { line: 1, column: 1, endColumn: 1, phase: 'syntax' as const, severity: 'error' as const };
    const finding: Diagnostic = { ...place, code: 'file_too_large', message: error.message };
    return { path, variables: [], requests: [], diagnostics: [finding], comments: [] };
  }
}

function invalidPlace({ path, diagnostics }: RequestFile): string[] {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  return error ? [`${path}:${error.line}:${error.column}`] : [];
}

function invalidFiles(places: readonly string[], count: number): ToolFailure {
  const list = places.slice(0, SHOWN_FILES).join(', ');
  return new ToolFailure('parse_error', `${places.length} of ${count} files are invalid: ${list}`, {
    files: places,
  });
}

function fileView({ path, requests }: RequestFile): object {
  return {
    file: path,
    requests: requests.map(({ name, description, method, line, tags }, at) => ({
      index: at + 1,
      name,
      description,
      method,
      line,
      tags,
    })),
  };
}
