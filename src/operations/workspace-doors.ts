import type { FileHandle } from 'node:fs/promises';
import { realpath } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { RequestFailure } from '../http/message.js';
import type { RunDoors, RunnableFile, WorkspaceFile } from '../runner/run-input.js';
import { judgeFile, openFile, type OpenedFile } from '../workspace/boundary.js';
import { loadRequestFile } from '../workspace/request-files.js';
import { snapshotStore } from './snapshot-store.js';

/** What requests may reach of the disk: files inside the workspace, symbolic links resolved (language.md 3.4). */
export function workspaceDoors(root: string, cwd: string): RunDoors {
  const real = realFolders();
  const rules = async (directory: string): Promise<{ root: string; from: string }> => ({
    root: await real(root),
    from: await real(directory),
  });
  const opened = async (path: string, directory: string): Promise<OpenedFile> => {
    const file = await openFile(path, await rules(directory));
    if (!file.ok) throw new RequestFailure('file', file.message);
    return file;
  };
  return {
    async loadFile(path, directory) {
      const judged = await judgeFile(path, { ...(await rules(directory)), requestFile: true });
      if (!judged.ok) return undefined;
      return runnableFile({ absolute: judged.real, shown: shownPath(judged.real, cwd) }).catch(
        () => undefined,
      );
    },
    async readFile(path, directory) {
      const { handle } = await opened(path, directory);
      return readAll(handle, path);
    },
    async openFile(path, directory): Promise<WorkspaceFile> {
      const { handle, real: found, size } = await opened(path, directory);
      await handle.close();
      return { real: found, length: size, open: () => chunksOf(path, () => opened(path, directory)) };
    },
    snapshotStore: snapshotStore(rules),
  };
}

export async function runnableFile(found: { absolute: string; shown: string }): Promise<RunnableFile> {
  return { file: await loadRequestFile(found), shown: found.shown, directory: dirname(found.absolute) };
}

/** Folders do not move during a run, and many requests name files in the same one. */
function realFolders(): (folder: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (folder) => {
    const found = known.get(folder) ?? realpath(folder).catch(() => folder);
    known.set(folder, found);
    return found;
  };
}

function shownPath(absolute: string, cwd: string): string {
  return relative(cwd, absolute).replaceAll(sep, '/');
}

async function readAll(handle: FileHandle, path: string): Promise<Uint8Array> {
  try {
    return await handle.readFile();
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await handle.close();
  }
}

async function* chunksOf(path: string, open: () => Promise<OpenedFile>): AsyncIterable<Uint8Array> {
  const { handle } = await open();
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) yield chunk as Uint8Array;
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await handle.close();
  }
}

function unreadable(path: string, error: unknown): RequestFailure {
  return new RequestFailure('file', `could not read ${basename(path)}`, { cause: error });
}
