import { open } from 'node:fs/promises';
import { openFile } from '../paths/boundary.js';
import { contentHash, streamHash } from '../paths/content-hash.js';
import { diskReason, isAbsent } from '../paths/disk-error.js';
import { isSettled, sameVersion, type FileVersion } from '../paths/file-version.js';
import { refusalError, refuse } from '../paths/path-refusal.js';
import { readHandle, READ_NO_LINK, requireRegular } from '../paths/read-limited.js';

export const LARGEST_REQUEST_FILE = 10 * 1024 * 1024;

export interface FileState {
  /** Normalised, relative to the root, with `/`. */
  readonly path: string;
  readonly real: string;
  readonly version: FileVersion;
  /** Whether the version vouches for the content. */
  readonly isSettled: boolean;
  readonly hash: string;
}

export interface FileContent extends FileState {
  readonly bytes: Buffer;
}

/** Judges, opens and reads a request file (server.md 2.5); throws the refusal. */
export async function readRequestFile(sent: string, root: string): Promise<FileContent> {
  for (let reading = 1; ; reading += 1) {
    const content = await readOnce(sent, root);
    // Somebody is writing: what was read may be the beginning of one version and the end of another.
    if (content.isWhole || reading === MOST_READINGS) return content;
  }
}

/** The state of a file that is larger than may be read. */
export async function hashLargeFile({
  path,
  real,
  version,
}: Pick<FileState, 'path' | 'real' | 'version'>): Promise<FileState> {
  const hash = await hashOf(real);
  return { path, real, version, isSettled: isSettled(version, Date.now()), hash };
}

/** Of whatever size; the path has been judged. */
export async function hashOfFile(real: string, sent: string): Promise<string> {
  try {
    return await hashOf(real);
  } catch (error) {
    throw refusalError(
      isAbsent(error) ? refuse('missing', sent) : refuse('unreadable', sent, diskReason(error)),
    );
  }
}

/** A pipe or a link may have taken the place of what was judged. */
async function hashOf(real: string): Promise<string> {
  const handle = await open(real, READ_NO_LINK);
  try {
    requireRegular(await handle.stat());
    return await streamHash(handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}

const MOST_READINGS = 3;
const LIMIT = { bytes: LARGEST_REQUEST_FILE, text: '10 MiB' };

async function readOnce(sent: string, root: string): Promise<FileContent & { readonly isWhole: boolean }> {
  const opened = await openFile(sent, { root, requestFile: true, limit: LIMIT });
  if (!opened.ok) throw refusalError(opened);
  const { path, real, handle } = opened;
  try {
    const version = await handle.stat();
    const bytes = await readHandle(handle, LARGEST_REQUEST_FILE, version);
    if (bytes.length > LARGEST_REQUEST_FILE) throw refusalError(refuse('size', sent, LIMIT.text));
    const isWhole = sameVersion(version, await handle.stat());
    const settled = isWhole && isSettled(version, Date.now());
    return { path, real, version, isSettled: settled, hash: contentHash(bytes), bytes, isWhole };
  } finally {
    await handle.close();
  }
}
