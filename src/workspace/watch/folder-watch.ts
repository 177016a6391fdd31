import { watch as watchFolder, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { diskCode } from '../paths/disk-error.js';

export type WatchFolder = typeof watchFolder;

export interface FolderWatchOptions {
  readonly root: string;
  /** Something happened to a name in a folder; the name is missing where the system does not tell it. */
  readonly onNotice: (folder: string, name: string | undefined) => void;
  /** Notices cannot be had, or not all of them. */
  readonly onFailure: (error: unknown) => void;
  readonly watch?: WatchFolder;
}

/**
 * One watch for each folder and none for files: what happens to a file is told by its folder, and limits are
 * reached later by orders of magnitude.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  readonly #watch: WatchFolder;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(options: FolderWatchOptions) {
    this.#options = options;
    this.#watch = options.watch ?? watchFolder;
  }

  has(folder: string): boolean {
    return this.#watchers.has(folder);
  }

  /** A path relative to the root. */
  add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    const { root, onNotice } = this.#options;
    try {
      const watcher = this.#watch(join(root, folder), { persistent: false }, (_, name) =>
        onNotice(folder, name ?? undefined),
      );
      this.#watchers.set(folder, watcher);
      watcher.on('error', (error) => {
        this.#close(folder);
        if (isLimit(error)) this.#options.onFailure(error);
        else onNotice(folder, undefined);
      });
    } catch (error) {
      // What has gone or may not be read is no failure of the watcher.
      if (!GONE.has(diskCode(error))) this.#options.onFailure(error);
    }
  }

  /** Lets go of a folder and everything below; gives the folders. */
  drop(folder: string): string[] {
    const prefix = `${folder}/`;
    const below = [...this.#watchers.keys()].filter((each) => each === folder || each.startsWith(prefix));
    for (const each of below) this.#close(each);
    return below;
  }

  close(): void {
    for (const folder of this.#watchers.keys()) this.#close(folder);
  }

  #close(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);
const LIMITS: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOSYS', 'ENOTSUP', 'ENOMEM']);

function isLimit(error: unknown): boolean {
  return LIMITS.has(diskCode(error));
}
