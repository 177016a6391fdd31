/** Reads the names of the files of a folder; runs in the thread of the index. */
import { summarize, UNSHARED_NAMES, type FileNames } from '../../authoring/navigate/file-names.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import { readWalkedFile } from '../../workspace/files/read-request-file.js';
import { parseNamesWithScripts } from '../../workspace/files/script-reader.js';
import { fileAt, isInReach, walkWorkspace, type WalkedFile } from '../../workspace/files/walk-workspace.js';
import { sameVersion, type FileVersion } from '../../workspace/paths/file-version.js';
import {
  packNames,
  unpackVersions,
  type ReadEvent,
  type ReadFileNames,
  type ReadInput,
  type ReadResult,
} from './names-program.js';

export interface ReadContext {
  readonly signal: AbortSignal;
  readonly emit: (event: ReadEvent) => void;
}

/** A file that cannot be read ends nothing: it is reported, and has no names. */
export async function readNames(input: ReadInput, { signal, emit }: ReadContext): Promise<ReadResult> {
  const kept = unpackVersions(input.kept);
  const files = await filesToRead(input, emit);
  const pause = timeSlice();
  let batch: ReadFileNames[] = [];
  let bytes = 0;
  const flush = (): void => {
    if (batch.length > 0) emit({ batch: packNames(batch) });
    [batch, bytes] = [[], 0];
  };
  for (const file of files) {
    const before = kept.get(file.path);
    if (before && sameVersion(before, file.version)) continue;
    const pauseEnd = pause();
    if (pauseEnd) await pauseEnd;
    signal.throwIfAborted();
    batch.push(await readFile(file, input.root, emit));
    bytes += file.version.size;
    if (batch.length >= MAX_BATCH_FILES || bytes >= MAX_BATCH_BYTES) flush();
  }
  flush();
  return { present: files.map(({ path }) => path) };
}

const MAX_BATCH_FILES = 250;
const MAX_BATCH_BYTES = 1024 * 1024;

async function filesToRead(
  { root, paths, maxFiles }: ReadInput,
  emit: ReadContext['emit'],
): Promise<readonly WalkedFile[]> {
  if (paths) return paths.flatMap((path) => (isInReach(path) ? (fileAt(root, path) ?? []) : []));
  const { files, problems } = await walkWorkspace(root);
  for (const problem of problems.values()) emit({ problem });
  emit({ found: files.length });
  return files.slice(0, maxFiles);
}

async function readFile(file: WalkedFile, root: string, emit: ReadContext['emit']): Promise<ReadFileNames> {
  const { path, version } = file;
  if (version.size > MAX_REQUEST_FILE_BYTES) return { path, version, names: unreadable(path) };
  try {
    const content = await readWalkedFile(file, root);
    const { analysed, namesScripts } = await parseNamesWithScripts(content, root);
    const isLasting = content.isSettled && !namesScripts;
    return {
      path,
      version: isLasting ? content.version : unlike(version),
      names: summarize(analysed, UNSHARED_NAMES),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    emit({ problem: message.includes(path) ? message : `${path} is left out of the index: ${message}` });
    return { path, version: unlike(version), names: unreadable(path) };
  }
}

/** Others see that the file exists. */
function unreadable(path: string): FileNames {
  return { path, requests: [], variables: [], others: [], uses: [], hasErrors: true };
}

/** A version that equals none, for a file that has to be read again by the next walk. */
function unlike(version: FileVersion): FileVersion {
  return { ...version, mtimeMs: Number.NaN };
}
