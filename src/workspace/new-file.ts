import { constants, copyFile, link, lstat, mkdir, open, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder, temporaryName } from './atomic-write.js';
import { isBelow, isStillThere, type JudgedFile } from './boundary.js';
import { diskCode, diskReason, isAbsent } from './disk-error.js';
import { refuse, type Refusal } from './path-refusal.js';
import { judgeText, type PathRules } from './path-text.js';

/**
 * Creates a file that must not exist yet, with the folders on its way (server.md 2.5, 7; 5.3). It appears
 * with its whole content: written under another name and then linked, which never replaces or follows anything.
 */
export async function createFile(
  sent: string,
  rules: PathRules,
  content: Uint8Array,
): Promise<JudgedFile | Refusal> {
  const text = judgeText(sent, rules);
  if (!text.ok) return text;
  try {
    const folder = await makeFolders(dirname(text.path), sent, rules.root);
    if (typeof folder !== 'string') return folder;
    const real = join(folder, basename(text.path));
    // Refused before anything is written, and with the reason that the name itself gives.
    if (await isTaken(real)) throw Object.assign(new Error('taken'), { code: 'EEXIST' });
    const made = await writeUnder(real, content);
    return made ? { ok: true, path: text.path, real } : refuse('outside', sent);
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

async function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** False when the folder is no longer where it was. */
async function writeUnder(real: string, content: Uint8Array): Promise<boolean> {
  const temporary = temporaryName(real);
  const handle = await open(temporary, CREATE_NO_LINK, 0o644);
  try {
    try {
      await handle.writeFile(content);
      await handle.sync();
      const own = await handle.stat({ bigint: true });
      if (!(await isStillThere(temporary, own).catch(() => false))) return false;
    } finally {
      await handle.close();
    }
    await link(temporary, real).catch(async (error: unknown) => {
      if (!WITHOUT_LINKS.has(diskCode(error))) throw error;
      await copyFile(temporary, real, constants.COPYFILE_EXCL);
    });
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(real));
  return true;
}

/** What file systems answer that know no second name for a file. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function whyNotCreated(sent: string, absolute: string, error: unknown): Promise<Refusal> {
  if (diskCode(error) === 'ELOOP') return refuse('outside', sent);
  if (diskCode(error) !== 'EEXIST') return refuse('unwritable', sent, diskReason(error));
  const dangling = await realpath(absolute).then(
    () => false,
    (failure: unknown) => isAbsent(failure),
  );
  return refuse(dangling ? 'outside' : 'exists', sent);
}
