/** The doors of a run that lead into a workspace on disk; every path is judged there (server.md 2.5). */
import { realpathSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { ServiceError } from '../errors.js';
import { RequestFailure } from '../http/message.js';
import { LARGEST_REQUEST_FILE } from '../request-file/largest-file.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { writeAtomic } from '../workspace/atomic-write.js';
import { diskReason } from '../workspace/disk-error.js';
import { isBelow, openFile, readFileWithin, type OpenedFile } from '../workspace/boundary.js';
import { holdFolder, whileHeld, type HeldFolder } from '../workspace/held-folder.js';
import { makeFolder } from '../workspace/make-folder.js';
import { readHandle } from '../workspace/read-limited.js';
import type { RunDoors, RunnableFile, WorkspaceFile } from './run-input.js';

export interface DoorOptions {
  /** Workspace directory. */
  readonly root: string;
  /** Shown paths are relative to it. */
  readonly shownFrom: string;
}

const LARGEST_TEXT = { bytes: 64 * 1024 * 1024, text: '64 MiB' };

export async function workspaceDoors({ root: given, shownFrom }: DoorOptions): Promise<RunDoors> {
  // At once: every run starts with this, and most need nothing else of the disk.
  const root = realpathSync.native(given);
  const base = realpathSync.native(shownFrom);
  const opened = async (path: string, from: string): Promise<OpenedFile> => {
    const file = await openFile(path, { root, from: await realpath(from) });
    if (!file.ok) throw new RequestFailure('file', file.message);
    return file;
  };
  return {
    loadFile: async (path, from) => {
      const file = await openFile(path, { root, from: await realpath(from), requestFile: true });
      return file.ok ? await loadRunnable(file, shownPath(file.real, file.path, base)) : undefined;
    },
    readFile: async (path, from) => {
      const read = await readFileWithin(path, { root, from: await realpath(from), limit: LARGEST_TEXT });
      if (!read.ok) throw new RequestFailure('file', read.message);
      return read.bytes;
    },
    openFile: async (path, from) => {
      const { handle, real, size } = await opened(path, from);
      await handle.close();
      return streamedFile(real, size, () => opened(path, from));
    },
    snapshotStore: {
      read: (file) => readSnapshots(file, root),
      write: (file, text) => writeSnapshots(file, root, text),
    },
  };
}

function shownPath(real: string, inRoot: string, base: string): string {
  return isBelow(real, base) ? relative(base, real).replaceAll(sep, '/') : inRoot;
}

/** A file that is too large is cut where the parser notices it. */
async function loadRunnable({ handle, real, size }: OpenedFile, shown: string): Promise<RunnableFile> {
  try {
    const bytes = await readHandle(handle, LARGEST_REQUEST_FILE, { size });
    return { file: await parseRequestFile(bytes, shown), shown, directory: dirname(real) };
  } finally {
    await handle.close();
  }
}

function streamedFile(real: string, length: number, reopen: () => Promise<OpenedFile>): WorkspaceFile {
  const open = async function* (): AsyncGenerator<Uint8Array> {
    const { handle } = await reopen();
    // The stream closes the file, also when it is left early.
    for await (const chunk of handle.createReadStream()) yield chunk as Uint8Array;
  };
  return { real, length, open };
}

const FOLDER = '__snapshots__';

function snapshotName({ shown }: RunnableFile): string {
  return `${basename(shown)}.snap.json`;
}

async function readSnapshots(file: RunnableFile, root: string): Promise<string | undefined> {
  const from = await realpath(file.directory);
  const read = await readFileWithin(`${FOLDER}/${snapshotName(file)}`, { root, from, limit: LARGEST_TEXT });
  if (read.ok) return read.bytes.toString('utf8');
  if (read.rule === 'missing') return undefined;
  throw new RequestFailure('file', read.message);
}

async function writeSnapshots(file: RunnableFile, root: string, text: string): Promise<void> {
  const shown = `${FOLDER}/${snapshotName(file)}`;
  try {
    await whileHeld(await snapshotFolder(file.directory, root, shown), async (folder) => {
      const place = folder.at(snapshotName(file));
      const found = await lstat(place).catch(() => undefined);
      if (!found?.isSymbolicLink()) return writeAtomic(place, text, { shown, isPlace: true });
      const real = await realpath(place);
      await whileHeld(await heldWithin(dirname(real), root, shown), (target) =>
        writeAtomic(target.at(basename(real)), text, { shown, isReal: true }),
      );
    });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('output', `could not write ${shown}: ${diskReason(error)}`, { cause: error });
  }
}

/** The folder may be a link; it is held, so that what was judged is what is written to. */
async function snapshotFolder(directory: string, root: string, shown: string): Promise<HeldFolder> {
  return whileHeld(await heldWithin(directory, root, shown), async (parent) => {
    makeFolder(parent.at(FOLDER));
    return heldWithin(parent.at(FOLDER), root, shown);
  });
}

async function heldWithin(path: string, root: string, shown: string): Promise<HeldFolder> {
  const folder = await holdFolder(path);
  if (folder.real === root || isBelow(folder.real, root)) return folder;
  await folder.close();
  throw new ServiceError('output', `path is outside the workspace: ${shown}`);
}
