import { watch as watchFolder, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { diskCode } from '../paths/disk-error.js';

export type WatchFolder = typeof watchFolder;

export interface FolderWatchOptions {
  readonly root: string;
  /** Something happened to a name in a folder; the name is undefined if the system does not report it. */
  readonly onNotice: (folder: string, name: string | undefined) => void;
  /** The system gives no notices, or not all of them. */
  readonly onFailure: (error: unknown) => void;
  /** Whether the watches keep the process alive. */
  readonly isPersistent?: boolean;
  readonly watch?: WatchFolder;
}

/** How often folders are scanned where they cannot be watched. */
export const SCAN_INTERVAL_MS = 2000;

/**
 * Watches folders, not files: a folder reports what happens to its files, and the limits of the system are reached
 * later by orders of magnitude.
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

  /** Watches a folder, given relative to the root. */
  add(folder: string): void {
    if (this.#watchers.has(folder)) return;
    const { root, onNotice, isPersistent: persistent = false } = this.#options;
    try {
      const watcher = this.#watch(join(root, folder), { persistent }, (_, name) =>
        onNotice(folder, name ?? undefined),
      );
      this.#watchers.set(folder, watcher);
      watcher.on('error', (error) => {
        this.#close(folder);
        if (isLimit(error)) this.#options.onFailure(error);
        else onNotice(folder, undefined);
      });
    } catch (error) {
      // A folder that is missing or unreadable is no failure of the watcher.
      if (!GONE.has(diskCode(error))) this.#options.onFailure(error);
    }
  }

  /** Stops watching a folder and everything below it; returns those folders. */
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
