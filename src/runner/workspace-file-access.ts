/** Access of a run to the files of a workspace; every path is checked. */
import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { RequestFailure } from '../http/message/message.js';
import { MAX_REQUEST_FILE_BYTES } from '../request-file/text/max-file-size.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { scriptReader } from '../workspace/files/script-reader.js';
import { isBelow, openFile, readFileWithin, type OpenedFile } from '../workspace/paths/boundary.js';
import { readHandle } from '../workspace/paths/read-limited.js';
import { whileOpen } from '../workspace/paths/while-open.js';
import type { FileAccess, RunnableFile, WorkspaceFile } from './plan/run-input.js';

export interface FileAccessOptions {
  /** Workspace directory. */
  readonly root: string;
  /** The directory that shown paths are relative to. */
  readonly shownFrom: string;
  /** Further directories whose links are not followed out of them when something is written. */
  readonly folders?: readonly string[];
  /** Set if responses may be saved: the folder that they are saved in, or `true` for the workspace. */
  readonly saveTo?: string | true | undefined;
}

const MAX_TEXT_SIZE = { bytes: 64 * 1024 * 1024, text: '64 MiB' };

export function workspaceFileAccess(options: FileAccessOptions): FileAccess {
  const { root: given, shownFrom, folders = [], saveTo } = options;
  // Synchronous, since every run starts with this and most need nothing else of the disk.
  const root = realpathSync.native(given);
  const base = realpathSync.native(shownFrom);
  const opened = async (path: string, from: string): Promise<OpenedFile> => {
    const file = await openFile(path, { root, from: await realpath(from) });
    if (!file.ok) throw new RequestFailure('file', file.message);
    return file;
  };
  return {
    loadFile: async (path, from) => {
      const file = await openFile(path, { root, from: await realpath(from), requestFile: 'command-line' });
      return file.ok ? await loadRunnable(file, shownPath(file.real, file.path, base), root) : undefined;
    },
    readFile: async (path, from) => {
      const read = await readFileWithin(path, { root, from: await realpath(from), limit: MAX_TEXT_SIZE });
      if (!read.ok) throw new RequestFailure('file', read.message);
      return read.bytes;
    },
    openFile: async (path, from) => {
      const { handle, real, size } = await opened(path, from);
      await handle.close();
      return streamedFile(real, size, () => opened(path, from));
    },
    ...(saveTo !== undefined && {
      saveResponse: async ({ directory, ...file }) => {
        const { saveFile } = await import('../workspace/output/save-file.js');
        const place = saveTo === true ? { from: directory, root: given } : { from: saveTo, root: saveTo };
        await saveFile(file, place);
      },
    }),
    findDefinition: async (variable) => {
      const { findDefinition } = await import('../workspace/client-env/find-definition.js');
      return findDefinition(variable, root, base);
    },
    snapshotStore: {
      read: (file) => readSnapshots(file, root),
      write: (file, text) => writeSnapshots(file, text, root, folders),
    },
  };
}

function shownPath(real: string, inRoot: string, base: string): string {
  return isBelow(real, base) ? relative(base, real).replaceAll(sep, '/') : inRoot;
}

/** A file that is too large is cut behind the limit, so that the parser reports it. */
async function loadRunnable(
  { handle, real, size }: OpenedFile,
  shown: string,
  root: string,
): Promise<RunnableFile> {
  const bytes = await whileOpen(handle, () => readHandle(handle, MAX_REQUEST_FILE_BYTES, { size }));
  return {
    file: await parseRequestFile(
      bytes,
      shown,
      scriptReader(dirname(real), async () => root),
    ),
    shown,
    directory: dirname(real),
  };
}

function streamedFile(real: string, length: number, reopen: () => Promise<OpenedFile>): WorkspaceFile {
  const open = async function* (): AsyncGenerator<Uint8Array> {
    const { handle } = await reopen();
    // The stream closes the file, also when the reader stops early.
    for await (const chunk of handle.createReadStream()) yield chunk as Uint8Array;
  };
  return { real, length, open };
}

const FOLDER = '__snapshots__';
const NO_FOLDER = 'snapshots are stored beside a request file; one from standard input cannot have any';

/** Relative to the folder of the request file. */
export function snapshotPath(shown: string): string {
  return `${FOLDER}/${basename(shown)}.snap.json`;
}

async function readSnapshots(file: RunnableFile, root: string): Promise<string | undefined> {
  if (file.isPiped) throw new RequestFailure('file', NO_FOLDER);
  const from = await realpath(file.directory);
  const read = await readFileWithin(snapshotPath(file.shown), { root, from, limit: MAX_TEXT_SIZE });
  if (read.ok) return read.bytes.toString('utf8');
  if (read.rule === 'missing') return undefined;
  throw new RequestFailure('file', read.message);
}

/** Few runs write snapshots, so the code for it is loaded on first use. */
async function writeSnapshots(
  file: RunnableFile,
  text: string,
  root: string,
  folders: readonly string[],
): Promise<void> {
  const { writeOutput } = await import('../workspace/output/write-output.js');
  const shown = snapshotPath(file.shown);
  const refusal = `path is outside the workspace: ${shown}`;
  const directory = join(file.directory, FOLDER);
  await writeOutput(
    {
      absolute: join(file.directory, shown),
      shown,
      folders: [root, ...folders],
      chosen: { absolute: directory, root, refusal },
      refusal,
    },
    text,
    { links: 'refuse' },
  );
}
