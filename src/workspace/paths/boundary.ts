import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { diskCode, diskReason, isAbsent } from './disk-error.js';
import { sameVersion } from './file-version.js';
import { refuse, type Refusal } from './path-refusal.js';
import { isAcceptedName, resolvePathText, type PathRules } from './path-text.js';
import { readHandle, READ_NO_LINK } from './read-limited.js';

export interface ResolvedFile {
  readonly ok: true;
  /** Normalised, relative to the root, with `/`. */
  readonly path: string;
  /** The real path, free of symbolic links and inside the root. */
  readonly real: string;
}

export interface OpenedFile extends ResolvedFile {
  /** The caller closes it. */
  readonly handle: FileHandle;
  readonly size: number;
}

export interface OpenRules extends PathRules {
  /** The size limit of the file, and how messages spell it. */
  readonly limit?: { readonly bytes: number; readonly text: string };
}

/** The one function that checks paths from clients and request files. */
export async function resolveFile(sent: string, rules: PathRules): Promise<ResolvedFile | Refusal> {
  const text = resolvePathText(sent, rules);
  if (!text.ok) return text;
  try {
    const real = await realpath(text.absolute);
    if (!isBelow(real, rules.root)) return refuse('outside', sent);
    if (rules.requestFile && !isAcceptedName(real, rules.requestFile)) return refuse('extension', sent);
    return (await lstat(real)).isFile() ? { ok: true, path: text.path, real } : refuse('kind', sent);
  } catch (error) {
    return await refusalFor(sent, text.absolute, rules.root, error);
  }
}

/** Resolves and opens a file for reading; kind, size and place are checked again on the open file. */
export async function openFile(sent: string, rules: OpenRules): Promise<OpenedFile | Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    const opened = await openOnce(sent, rules);
    if (opened !== 'replaced') return opened;
    // Editors save by renaming, but a file that keeps being replaced is an attack.
    if (attempt === MAX_OPEN_ATTEMPTS) return refuse('outside', sent);
  }
}

const MAX_OPEN_ATTEMPTS = 20;

async function openOnce(sent: string, rules: OpenRules): Promise<OpenedFile | Refusal | 'replaced'> {
  const resolved = await resolveFile(sent, rules);
  if (!resolved.ok) return resolved;
  try {
    const handle = await open(resolved.real, READ_NO_LINK);
    const checked = await checkHandle(handle, resolved, sent, rules).catch((error: unknown) =>
      isAbsent(error) ? ('replaced' as const) : refuseUnreadable(sent, error),
    );
    if (checked === 'replaced' || !checked.ok) await handle.close();
    return checked;
  } catch (error) {
    return isAbsent(error) ? refuse('missing', sent) : refuseUnreadable(sent, error);
  }
}

/** Reads a whole file; one that grows beyond its limit in the meantime is refused too. */
export async function readFileWithin(
  sent: string,
  rules: OpenRules & Required<Pick<OpenRules, 'limit'>>,
): Promise<(ResolvedFile & { readonly bytes: Buffer }) | Refusal> {
  const opened = await openFile(sent, rules);
  if (!opened.ok) return opened;
  const { handle, path, real, size } = opened;
  const { bytes: maxBytes, text } = rules.limit;
  try {
    const bytes = await readHandle(handle, maxBytes, { size });
    return bytes.length > maxBytes ? refuse('size', sent, text) : { ok: true, path, real, bytes };
  } catch (error) {
    return refuseUnreadable(sent, error);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a regular file at a real path that was found before, with as few calls of the system as the checks need: no
 * link is followed, nothing blocks, and the open file is at that path. Undefined if any of this fails, if the file is
 * larger than the limit or if it changes meanwhile; then `openFile` decides what the reason is.
 */
export function readUnchanged(
  real: string,
  maxBytes: number,
): { readonly bytes: Buffer; readonly version: Stats } | undefined {
  let file: number | undefined;
  try {
    file = openSync(real, READ_NO_LINK);
    const version = fstatSync(file);
    if (!version.isFile() || version.size > maxBytes || !isOpenedAtSync(real, file)) return undefined;
    const bytes = Buffer.allocUnsafe(version.size + 1);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    const isWhole = length === version.size && sameVersion(version, fstatSync(file));
    return isWhole ? { bytes: bytes.subarray(0, length), version } : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether a path free of symbolic links lies below a folder that is free of them too. */
export function isBelow(real: string, root: string): boolean {
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function checkHandle(
  handle: FileHandle,
  resolved: ResolvedFile,
  sent: string,
  { limit }: OpenRules,
): Promise<OpenedFile | Refusal | 'replaced'> {
  const opened = await handle.stat();
  if (!opened.isFile()) return refuse('kind', sent);
  if (!(await isOpenedAt(resolved.real, handle))) return 'replaced';
  if (limit && opened.size > limit.bytes) return refuse('size', sent, limit.text);
  return { ...resolved, handle, size: opened.size };
}

/**
 * A parent folder may have been swapped for a link between check and open, and swapped back since. Linux reports the
 * path of an open file; elsewhere the path is checked once more.
 */
export async function isOpenedAt(real: string, handle: FileHandle): Promise<boolean> {
  const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (place !== undefined) return place === real;
  const opened = await handle.stat({ bigint: true });
  const found = await lstat(real, { bigint: true });
  return (
    found.dev === opened.dev && found.ino === opened.ino && (await realpath(dirname(real))) === dirname(real)
  );
}

/** The same without waiting, for a file of this thread. */
function isOpenedAtSync(real: string, file: number): boolean {
  const place = openPlace(file);
  if (place !== undefined) return place === real;
  const opened = fstatSync(file, { bigint: true });
  const found = lstatSync(real, { bigint: true });
  const folder = dirname(real);
  return found.dev === opened.dev && found.ino === opened.ino && realpathSync.native(folder) === folder;
}

function openPlace(file: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}

/** A message must not reveal whether the target of a link outside the workspace exists. */
async function refusalFor(sent: string, absolute: string, root: string, error: unknown): Promise<Refusal> {
  if (diskCode(error) === 'ELOOP') return refuse('outside', sent);
  if (!isAbsent(error)) return refuseUnreadable(sent, error);
  let folder = absolute;
  while (relative(root, folder) !== '') {
    folder = dirname(folder);
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined) return refuse(real === root || isBelow(real, root) ? 'missing' : 'outside', sent);
  }
  return refuse('missing', sent);
}

function refuseUnreadable(sent: string, error: unknown): Refusal {
  if (diskCode(error) === 'ELOOP') return refuse('outside', sent);
  return refuse('unreadable', sent, diskReason(error));
}
