import { open } from 'node:fs/promises';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import { openFile, readUnchanged } from '../paths/boundary.js';
import { contentHash, streamHash } from '../paths/content-hash.js';
import { diskReason, isAbsent } from '../paths/disk-error.js';
import { isSettled, sameVersion, type FileVersion } from '../paths/file-version.js';
import { refusalError, refuse } from '../paths/path-refusal.js';
import { resolvePathText } from '../paths/path-text.js';
import { readHandle, READ_NO_LINK, requireRegular } from '../paths/read-limited.js';
import { whileOpen } from '../paths/while-open.js';

/** What the file system says about a file without reading it. */
export interface FileStat {
  /** Normalised, relative to the root, with `/`. */
  readonly path: string;
  readonly real: string;
  readonly version: FileVersion;
}

export interface FileState extends FileStat {
  /** Whether an equal version guarantees equal content. */
  readonly isSettled: boolean;
  readonly hash: string;
}

export interface FileContent extends FileState {
  readonly bytes: Buffer;
}

/** Checks the path, opens and reads a request file; throws if it is refused. */
export async function readRequestFile(sent: string, root: string): Promise<FileContent> {
  for (let attempt = 1; ; attempt += 1) {
    const content = await readOnce(sent, root);
    // The file changed while it was read, so the bytes may be a mixture of two versions.
    if (content.isWhole || attempt === MAX_READ_ATTEMPTS) return content;
  }
}

/** Reads a file that a walk has found; ten times as fast as `readRequestFile` for a small one that is still the same. */
export async function readWalkedFile(file: FileStat, root: string): Promise<FileContent> {
  return readUnchangedFile(file, root) ?? readRequestFile(file.path, root);
}

/** Undefined for a link, a large file, and one that has changed; then `readRequestFile` decides what is wrong. */
function readUnchangedFile({ path, real, version }: FileStat, root: string): FileContent | undefined {
  const text = resolvePathText(path, { root, requestFile: true });
  if (!text.ok || text.path !== path || text.absolute !== real) return undefined;
  const readAt = Date.now();
  const found = readUnchanged(real, MAX_WALKED_BYTES);
  if (found === undefined || !sameVersion(version, found.version)) return undefined;
  const { bytes } = found;
  return { path, real, version, isSettled: isSettled(version, readAt), hash: contentHash(bytes), bytes };
}

/** Reading and parsing a larger file takes so long that other calls of the thread should not wait for it. */
const MAX_WALKED_BYTES = 262_144;

/** The state of a file that exceeds the size limit. */
export async function hashLargeFile({ path, real, version }: FileStat): Promise<FileState> {
  const readAt = Date.now();
  const hash = await hashOf(real);
  return { path, real, version, isSettled: isSettled(version, readAt), hash };
}

/** Hashes a file of any size, whose path has been checked. */
export async function hashOfFile(real: string, sent: string): Promise<string> {
  try {
    return await hashOf(real);
  } catch (error) {
    throw refusalError(
      isAbsent(error) ? refuse('missing', sent) : refuse('unreadable', sent, diskReason(error)),
    );
  }
}

/** Opens without following links, because the checked file may have been replaced since. */
async function hashOf(real: string): Promise<string> {
  return whileOpen(await open(real, READ_NO_LINK), async (handle) => {
    requireRegular(await handle.stat());
    return streamHash(handle.createReadStream({ autoClose: false }));
  });
}

const MAX_READ_ATTEMPTS = 3;
const LIMIT = { bytes: MAX_REQUEST_FILE_BYTES, text: '10 MiB' };

async function readOnce(sent: string, root: string): Promise<FileContent & { readonly isWhole: boolean }> {
  const opened = await openFile(sent, { root, requestFile: true, limit: LIMIT });
  if (!opened.ok) throw refusalError(opened);
  const { path, real } = opened;
  return whileOpen(opened.handle, async (handle) => {
    const version = await handle.stat();
    const readAt = Date.now();
    const bytes = await readHandle(handle, MAX_REQUEST_FILE_BYTES, version);
    if (bytes.length > MAX_REQUEST_FILE_BYTES) throw refusalError(refuse('size', sent, LIMIT.text));
    const isWhole = sameVersion(version, await handle.stat());
    const settled = isWhole && isSettled(version, readAt);
    return { path, real, version, isSettled: settled, hash: contentHash(bytes), bytes, isWhole };
  });
}
