import { access, constants, copyFile, link, lstat, mkdir, open, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CREATE_NO_LINK, temporaryName } from './atomic-write.js';
import { isBelow, type ResolvedFile } from '../paths/boundary.js';
import { diskCode, diskReason, isAbsent } from '../paths/disk-error.js';
import { holdFolder, holdRealFolder, type HeldFolder } from '../paths/held-folder.js';
import { whileOpen } from '../paths/while-open.js';
import { refuse, type Refusal } from '../paths/path-refusal.js';
import { resolvePathText, type PathRules } from '../paths/path-text.js';
import { sweepOnce } from './sweep-files.js';

/**
 * Creates a file that must not exist yet, with its missing parent folders. It appears with its whole content, because
 * it is written under a temporary name and then linked, which never replaces or follows anything.
 */
export async function createFile(
  sent: string,
  rules: PathRules,
  content: Uint8Array,
  mode?: number,
): Promise<ResolvedFile | Refusal> {
  return inNewPlace(sent, rules, (folder, name) => writeNew(folder, name, content, mode));
}

/** Makes the missing parent folders, and refuses what `createFile` would refuse, without creating the file. */
export async function checkNewFile(sent: string, rules: PathRules): Promise<ResolvedFile | Refusal> {
  return inNewPlace(sent, rules, async (folder, name) => {
    if (await isTaken(folder.at(name))) throw takenError();
    await access(folder.at('.'), constants.W_OK);
  });
}

async function inNewPlace(
  sent: string,
  rules: PathRules,
  work: (folder: HeldFolder, name: string) => Promise<void>,
): Promise<ResolvedFile | Refusal> {
  const text = resolvePathText(sent, rules);
  if (!text.ok) return text;
  try {
    const folder = await makeFolders(dirname(text.path), sent, rules.root);
    if ('ok' in folder) return folder;
    const name = basename(text.path);
    await whileOpen(folder, (held) => work(held, name));
    return { ok: true, path: text.path, real: join(folder.real, name) };
  } catch (error) {
    return await refusalFor(sent, text.absolute, error);
  }
}

/** Creates folders one by one, each inside the previous one, and checks the real path of each. */
async function makeFolders(path: string, sent: string, root: string): Promise<HeldFolder | Refusal> {
  let folder = await holdRealFolder(root);
  const segments = path === '.' ? [] : path.split('/');
  for (const [index, segment] of segments.entries()) {
    const next = await whileOpen(folder, (parent) => makeFolder(parent, segment, root));
    if (next === 'file') return refuse('parent', sent, segments.slice(0, index + 1).join('/'));
    if (next === 'outside') return refuse('outside', sent);
    folder = next;
    if (folder.real === root || isBelow(folder.real, root)) continue;
    await folder.close();
    return refuse('outside', sent);
  }
  return folder;
}

async function makeFolder(
  parent: HeldFolder,
  name: string,
  root: string,
): Promise<HeldFolder | 'file' | 'outside'> {
  await mkdir(parent.at(name), 0o755).catch((error: unknown) => {
    if (diskCode(error) !== 'EEXIST') throw error;
  });
  try {
    return await holdFolder(parent.at(name));
  } catch (error) {
    // A dangling link, a cycle of links, or a link to a file outside the workspace.
    if (diskCode(error) === 'ENOENT' || diskCode(error) === 'ELOOP') return 'outside';
    const real = diskCode(error) === 'ENOTDIR' ? await realpath(parent.at(name)).catch(() => '') : undefined;
    if (real !== undefined) return isBelow(real, root) ? 'file' : 'outside';
    throw error;
  }
}

/** Throws `EEXIST` if the name exists. */
export async function writeNew(
  folder: HeldFolder,
  name: string,
  content: string | Uint8Array,
  mode = 0o644,
): Promise<void> {
  // Checked first, so that the error is about the name and nothing is written in vain.
  if (await isTaken(folder.at(name))) throw takenError();
  const temporary = temporaryName(folder.at(name));
  const handle = await open(temporary, CREATE_NO_LINK, mode);
  try {
    await whileOpen(handle, async () => {
      await handle.writeFile(content);
      await handle.sync();
    });
    await link(temporary, folder.at(name)).catch(async (error: unknown) => {
      if (!WITHOUT_LINKS.has(diskCode(error))) throw error;
      await copyFile(temporary, folder.at(name), constants.COPYFILE_EXCL);
    });
  } finally {
    await rm(temporary, { force: true });
  }
  await folder.sync();
  await sweepOnce(folder.real);
}

function takenError(): Error {
  return Object.assign(new Error('taken'), { code: 'EEXIST' });
}

async function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Error codes of file systems without hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function refusalFor(sent: string, absolute: string, error: unknown): Promise<Refusal> {
  if (diskCode(error) === 'ELOOP') return refuse('outside', sent);
  if (diskCode(error) !== 'EEXIST') return refuse('unwritable', sent, diskReason(error));
  const dangling = await realpath(absolute).then(
    () => false,
    (failure: unknown) => isAbsent(failure),
  );
  return refuse(dangling ? 'outside' : 'exists', sent);
}
