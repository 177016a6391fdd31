import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { diskCode, diskReason, isAbsent } from './disk-error.js';
import { refuse, type Refusal } from './path-refusal.js';
import { isRequestFileName, resolvePathText, type PathRules } from './path-text.js';
import { readHandle, READ_NO_LINK } from './read-limited.js';

export interface ResolvedFile {
  readonly ok: true;
  /** Normalised, relative to the root, with `/`. */
  readonly path: string;
  /** Where the file really lies, free of symbolic links and inside the root. */
  readonly real: string;
}

export interface OpenedFile extends ResolvedFile {
  /** The caller closes it. */
  readonly handle: FileHandle;
  readonly size: number;
}

export interface OpenRules extends PathRules {
  /** Most bytes a file may have, and how messages call that. */
  readonly limit?: { readonly bytes: number; readonly text: string };
}

/** One function judges every path that comes from a client or a request file (server.md 2.5, 2 to 6). */
export async function resolveFile(sent: string, rules: PathRules): Promise<ResolvedFile | Refusal> {
  const text = resolvePathText(sent, rules);
  if (!text.ok) return text;
  try {
    const real = await realpath(text.absolute);
    if (!isBelow(real, rules.root)) return refuse('outside', sent);
    if (rules.requestFile && !isRequestFileName(real)) return refuse('extension', sent);
    return (await lstat(real)).isFile() ? { ok: true, path: text.path, real } : refuse('kind', sent);
  } catch (error) {
    return await whyNot(sent, text.absolute, rules.root, error);
  }
}

/** The same, opened for reading; kind, size and place are judged again on the open file. */
export async function openFile(sent: string, rules: OpenRules): Promise<OpenedFile | Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    const opened = await openOnce(sent, rules);
    if (opened !== 'replaced') return opened;
    // Saving by rename is what editors do; who does it time and again has something else in mind.
    if (attempt === MOST_ATTEMPTS) return refuse('outside', sent);
  }
}

const MOST_ATTEMPTS = 20;

async function openOnce(sent: string, rules: OpenRules): Promise<OpenedFile | Refusal | 'replaced'> {
  const judged = await resolveFile(sent, rules);
  if (!judged.ok) return judged;
  try {
    const handle = await open(judged.real, READ_NO_LINK);
    const verdict = await judgeHandle(handle, judged, sent, rules).catch((error: unknown) =>
      isAbsent(error) ? ('replaced' as const) : broken(sent, error),
    );
    if (verdict === 'replaced' || !verdict.ok) await handle.close();
    return verdict;
  } catch (error) {
    return isAbsent(error) ? refuse('missing', sent) : broken(sent, error);
  }
}

/** The same, read whole and closed; a file that outgrows its limit meanwhile is refused too. */
export async function readFileWithin(
  sent: string,
  rules: OpenRules & Required<Pick<OpenRules, 'limit'>>,
): Promise<(ResolvedFile & { readonly bytes: Buffer }) | Refusal> {
  const opened = await openFile(sent, rules);
  if (!opened.ok) return opened;
  const { handle, path, real, size } = opened;
  const { bytes: most, text } = rules.limit;
  try {
    const bytes = await readHandle(handle, most, { size });
    return bytes.length > most ? refuse('size', sent, text) : { ok: true, path, real, bytes };
  } catch (error) {
    return broken(sent, error);
  } finally {
    await handle.close();
  }
}

/** Whether a path free of symbolic links lies below a folder that is free of them too. */
export function isBelow(real: string, root: string): boolean {
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function judgeHandle(
  handle: FileHandle,
  judged: ResolvedFile,
  sent: string,
  { limit }: OpenRules,
): Promise<OpenedFile | Refusal | 'replaced'> {
  const opened = await handle.stat();
  if (!opened.isFile()) return refuse('kind', sent);
  if (!(await liesAt(judged.real, handle))) return 'replaced';
  if (limit && opened.size > limit.bytes) return refuse('size', sent, limit.text);
  return { ...judged, handle, size: opened.size };
}

/**
 * A folder on the way may have been swapped for a link between check and open, and back again since. Linux
 * knows where an open file lies; elsewhere the path is looked at once more.
 */
export async function liesAt(real: string, handle: FileHandle): Promise<boolean> {
  const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (place !== undefined) return place === real;
  const opened = await handle.stat({ bigint: true });
  const found = await lstat(real, { bigint: true });
  return (
    found.dev === opened.dev && found.ino === opened.ino && (await realpath(dirname(real))) === dirname(real)
  );
}

/** What lies behind a link that leaves the workspace is not told, not even whether it exists. */
async function whyNot(sent: string, absolute: string, root: string, error: unknown): Promise<Refusal> {
  if (diskCode(error) === 'ELOOP') return refuse('outside', sent);
  if (!isAbsent(error)) return broken(sent, error);
  let folder = absolute;
  while (relative(root, folder) !== '') {
    folder = dirname(folder);
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined) return refuse(real === root || isBelow(real, root) ? 'missing' : 'outside', sent);
  }
  return refuse('missing', sent);
}

function broken(sent: string, error: unknown): Refusal {
  if (diskCode(error) === 'ELOOP') return refuse('outside', sent);
  return refuse('unreadable', sent, diskReason(error));
}
