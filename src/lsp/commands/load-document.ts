/** Loads request files for commands, with the texts of the editor for those that are open. */
import { dirname, relative, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { loadOneFile } from '../../operations/files/load-one-file.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import type { Request } from '../../request-file/model/model.js';
import { shownName } from '../../request-file/model/request-filter.js';
import type { FileAccess, RunnableFile } from '../../runner/plan/run-input.js';
import { workspaceRoot } from '../../workspace/config/config-search.js';
import { scriptReader, type FindRoot } from '../../workspace/files/script-reader.js';
import { isBelow } from '../../workspace/paths/boundary.js';
import { isCommandLineFileName } from '../../workspace/paths/path-text.js';
import { writePlace } from '../../workspace/paths/write-place.js';
import type { CommandRequest } from './command-request.js';
import { pathOf, type OpenTexts } from './open-texts.js';

/** The document of a command; a document that was never saved is treated like standard input. */
export async function loadDocument(request: CommandRequest, texts: OpenTexts): Promise<RunnableFile> {
  const { folder, path, config } = request;
  if (path === undefined) return loadUnsaved(request);
  const shown = isBelow(path, folder) ? relative(folder, path).replaceAll(sep, '/') : path;
  const text = texts.textAt(path);
  if (text === undefined) return loadOneFile(shown, folder, config);
  const findRoot = workspaceRoot({ named: config, cwd: folder, firstPath: path });
  return parseOpen(text, { shown, directory: dirname(path) }, findRoot);
}

async function loadUnsaved({ folder, uri, openTexts, config }: CommandRequest): Promise<RunnableFile> {
  const open = openTexts.find((each) => each.uri === uri);
  if (open === undefined) throw new ServiceError('not-found', `${uri} is neither open nor a file`);
  const findRoot = workspaceRoot({ named: config, cwd: folder });
  const runnable = await parseOpen(open.text, { shown: uri, directory: folder }, findRoot);
  return { ...runnable, isPiped: true };
}

async function parseOpen(
  text: string,
  { shown, directory }: Pick<RunnableFile, 'shown' | 'directory'>,
  findRoot: FindRoot,
): Promise<RunnableFile> {
  const file = await parseRequestFile(text, shown, scriptReader(directory, findRoot));
  return { file, shown, directory };
}

/** The same for files that requests depend on. */
export function withOpenTexts(access: FileAccess, texts: OpenTexts, root: string): FileAccess {
  const realRoot = writePlace(root);
  const findRoot: FindRoot = async () => root;
  return {
    ...access,
    loadFile: async (path, from) => {
      const found = await access.loadFile(path, from);
      if (found !== undefined) {
        const text = texts.textAt(pathOf(found));
        return text === undefined ? found : parseOpen(text, found, findRoot);
      }
      // The document may be open but not on the disk yet; the boundary is that of files.
      const place = writePlace(resolve(from, path));
      const text = isBelow(place, realRoot) && isCommandLineFileName(place) ? texts.textAt(place) : undefined;
      if (text === undefined) return undefined;
      const shown = relative(realRoot, place).replaceAll(sep, '/');
      return parseOpen(text, { shown, directory: dirname(place) }, findRoot);
    },
  };
}

/** The place of the request that has this line; another line means that the editor shows an older text. */
export function findRequestAtLine({ file, shown }: RunnableFile, line: number): number {
  const { requests } = file;
  const place = requests.findIndex((request) => request.line === line);
  if (place >= 0) return place;
  const nearest = nearestRequest(requests, line);
  const reason = nearest ? `the nearest is ${shownName(nearest)} on line ${nearest.line}` : 'there are none';
  throw new ServiceError('not-found', `no request of ${shown} has line ${line}; ${reason}`);
}

function nearestRequest(requests: readonly Request[], line: number): Request | undefined {
  let nearest: Request | undefined;
  for (const request of requests) {
    if (!nearest || Math.abs(request.line - line) < Math.abs(nearest.line - line)) nearest = request;
  }
  return nearest;
}
