import { constants, lstat, mkdir, open, realpath, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isBelow, isStillThere, type JudgedFile } from './boundary.js';
import { diskCode, diskReason, isAbsent } from './disk-error.js';
import { refuse, type Refusal } from './path-refusal.js';
import { judgeText, type PathRules } from './path-text.js';

export interface NewFile extends JudgedFile {
  /** Open for writing; the caller closes it. */
  readonly handle: FileHandle;
}

/** Creates a file that must not exist yet, with the folders on its way (server.md 2.5, 7; 5.3). */
export async function createFile(sent: string, rules: PathRules): Promise<NewFile | Refusal> {
  const text = judgeText(sent, rules);
  if (!text.ok) return text;
  try {
    const folder = await makeFolders(dirname(text.path), sent, rules.root);
    if (typeof folder !== 'string') return folder;
    const real = join(folder, basename(text.path));
    const handle = await open(real, CREATE_NO_LINK, 0o644);
    if (await isStillThere(real, await handle.stat({ bigint: true })).catch(() => false)) {
      return { ok: true, path: text.path, real, handle };
    }
    await handle.close();
    await rm(real, { force: true });
    return refuse('outside', sent);
  } catch (error) {
    return await whyNotCreated(sent, text.absolute, error);
  }
}

const CREATE_NO_LINK =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** One by one, and each resolved after it was made, so that a link slipped in between is noticed. */
async function makeFolders(path: string, sent: string, root: string): Promise<string | Refusal> {
  let folder = root;
  const segments = path === '.' ? [] : path.split('/');
  for (const [index, segment] of segments.entries()) {
    const next = join(folder, segment);
    await mkdir(next, 0o755).catch((error: unknown) => {
      if (diskCode(error) !== 'EEXIST') throw error;
    });
    const real = await realpath(next).catch((error: unknown) => {
      if (isAbsent(error)) return undefined;
      throw error;
    });
    if (real === undefined || (real !== root && !isBelow(real, root))) return refuse('outside', sent);
    if (!(await lstat(real)).isDirectory()) {
      return refuse('parent', sent, segments.slice(0, index + 1).join('/'));
    }
    folder = real;
  }
  return folder;
}

async function whyNotCreated(sent: string, absolute: string, error: unknown): Promise<Refusal> {
  if (diskCode(error) === 'ELOOP') return refuse('outside', sent);
  if (diskCode(error) !== 'EEXIST') return refuse('unwritable', sent, diskReason(error));
  const dangling = await realpath(absolute).then(
    () => false,
    (failure: unknown) => isAbsent(failure),
  );
  return refuse(dangling ? 'outside' : 'exists', sent);
}
