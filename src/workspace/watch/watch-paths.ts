import { statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { systemClock, type Clock, type ClockTimer } from '../../primitives/clock.js';
import { isBelow } from '../paths/boundary.js';
import { statAt, type FileVersion } from '../paths/file-version.js';
import { isCommandLineFileName } from '../paths/path-text.js';
import { realPath } from '../paths/write-place.js';
import { WalkCache, walkWorkspace } from '../files/walk-workspace.js';
import { FolderWatch, SCAN_INTERVAL_MS, type WatchFolder } from './folder-watch.js';
import { isOnNetworkDrive } from './network-drive.js';

export interface PathWatchOptions {
  /** Absolute paths of directories whose request files are watched, at any depth. */
  readonly directories: readonly string[];
  /** Called with an absolute path whose file was created, changed or removed. */
  readonly onChange: (path: string) => void;
  readonly watch?: WatchFolder;
  /** The interval of scans where the system gives no notices. */
  readonly scanIntervalMs?: number;
  /** The clock of the machine by default. */
  readonly clock?: Clock | undefined;
}

/**
 * Watches single files, wherever they lie, and the request files of directories, for commands that have no workspace
 * server. A notice only starts a scan of everything that is watched, so scanning at intervals finds the same changes.
 */
export class PathWatch {
  readonly #options: PathWatchOptions;
  readonly #clock: Clock;
  readonly #folders: FolderWatch;
  readonly #trees: readonly Tree[];
  /** The last seen version of single files, undefined for a missing file. */
  readonly #files = new Map<string, FileVersion | undefined>();
  /** Single files by the real paths under which the system reports their changes. */
  readonly #realPaths = new Set<string>();
  readonly #inodes = new Map<string, bigint>();
  #pollTimer: ClockTimer | undefined;
  #scanning: Promise<void> | undefined;
  #isScanDue = false;
  #isClosed = false;

  constructor(options: PathWatchOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#trees = options.directories.map((directory) => ({
      directory,
      cache: new WalkCache(),
      files: new Map(),
    }));
    this.#folders = new FolderWatch({
      root: '',
      isPersistent: true,
      onNotice: (folder, name) => this.#onNotice(folder, name),
      onFailure: () => this.#poll(),
      ...(options.watch && { watch: options.watch }),
    });
  }

  /** Resolves when the directories are watched too; from then on no change is missed. */
  async start(): Promise<void> {
    for (const { directory } of this.#trees) if (await isOnNetworkDrive(directory)) this.#poll();
    for (const tree of this.#trees) tree.files = await this.#walk(tree);
  }

  /** Watches these files as well, given by absolute paths; they need not exist. */
  async add(paths: readonly string[]): Promise<void> {
    const added = paths.filter((path) => !this.#files.has(path));
    for (const path of added) {
      this.#watchFile(path);
      this.#files.set(path, statAt(path));
    }
    const folders = new Set(added.map((path) => dirname(path)));
    for (const folder of folders) if (await isOnNetworkDrive(folder)) this.#poll();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pollTimer?.cancel();
    this.#folders.close();
    await this.#scanning;
  }

  #watchFile(path: string): void {
    const real = realPath(path) ?? path;
    this.#realPaths.add(real);
    this.#watchFolder(dirname(path));
    if (real !== path) this.#watchFolder(dirname(real));
  }

  /** Watches the nearest existing folder instead of a missing one, to notice when that is created. */
  #watchFolder(folder: string): void {
    if (this.#isClosed || this.#pollTimer !== undefined) return;
    const inode = folderInode(folder);
    if (inode === undefined) {
      this.#folders.drop(folder);
      this.#inodes.delete(folder);
      if (dirname(folder) !== folder) this.#watchFolder(dirname(folder));
      return;
    }
    // A watch belongs to one inode and is useless once another folder has its path.
    if (this.#inodes.get(folder) !== inode) this.#folders.drop(folder);
    this.#inodes.set(folder, inode);
    this.#folders.add(folder);
  }

  #onNotice(folder: string, name: string | undefined): void {
    if (this.#isClosed || this.#pollTimer !== undefined) return;
    const path = name === undefined || name === basename(folder) ? folder : join(folder, name);
    if (path !== folder && !this.#isRelevant(path)) return;
    // The notice may mean that the folder is gone, and a new one with the same inode needs a new watch.
    if (this.#inodes.has(path)) this.#folders.drop(path);
    this.#scanSoon();
  }

  /** Filters notices, because programs may write other files to a watched folder all the time. */
  #isRelevant(path: string): boolean {
    if (this.#files.has(path) || this.#realPaths.has(path)) return true;
    const isInTree = this.#trees.some(({ directory }) => path === directory || isBelow(path, directory));
    if (
      isInTree &&
      (isCommandLineFileName(path) || this.#inodes.has(path) || folderInode(path) !== undefined)
    )
      return true;
    const below = path + sep;
    const watched = [...this.#files.keys(), ...this.#trees.map(({ directory }) => directory)];
    return watched.some((each) => each === path || each.startsWith(below));
  }

  #poll(): void {
    if (this.#isClosed || this.#pollTimer !== undefined) return;
    this.#pollAgain();
    this.#folders.close();
  }

  #pollAgain(): void {
    const { scanIntervalMs = SCAN_INTERVAL_MS } = this.#options;
    this.#pollTimer = this.#clock.at(this.#clock.now() + scanIntervalMs, () => {
      this.#pollAgain();
      this.#scanSoon();
    });
  }

  #scanSoon(): void {
    this.#isScanDue = true;
    this.#scanning ??= this.#scanWhileDue().finally(() => {
      this.#scanning = undefined;
    });
  }

  async #scanWhileDue(): Promise<void> {
    while (this.#isScanDue && !this.#isClosed) {
      // Notices come in bursts, one scan is enough for all of them.
      await this.#clock.sleep(SCAN_DELAY_MS);
      this.#isScanDue = false;
      await this.#scan();
    }
  }

  async #scan(): Promise<void> {
    for (const [path, before] of this.#files) {
      this.#watchFile(path);
      const now = statAt(path);
      this.#files.set(path, now);
      this.#report(path, before, now);
    }
    for (const tree of this.#trees) {
      const before = tree.files;
      tree.files = await this.#walk(tree);
      for (const path of new Set([...before.keys(), ...tree.files.keys()]))
        this.#report(join(tree.directory, path), before.get(path), tree.files.get(path));
    }
  }

  #report(path: string, before: FileVersion | undefined, now: FileVersion | undefined): void {
    if (!this.#isClosed && !hasSameContent(before, now)) this.#options.onChange(path);
  }

  /** Walks until every folder is watched, so that no file in a new folder is missed. */
  async #walk({ directory, cache }: Tree): Promise<Map<string, FileVersion>> {
    for (;;) {
      this.#watchFolder(directory);
      const root = realPath(directory) ?? directory;
      const { files, folders } = await walkWorkspace(root, { cache }).catch(() => ({
        files: [],
        folders: [],
      }));
      const paths = folders.map((folder) => join(directory, folder));
      const further = paths.filter(
        (path) => !this.#folders.has(path) || this.#inodes.get(path) !== folderInode(path),
      );
      for (const path of further) this.#watchFolder(path);
      if (further.every((path) => !this.#folders.has(path)))
        return new Map(files.map(({ path, version }) => [path, version]));
    }
  }
}

interface Tree {
  readonly directory: string;
  readonly cache: WalkCache;
  /** Versions by path relative to the directory. */
  files: ReadonlyMap<string, FileVersion>;
}

const SCAN_DELAY_MS = 50;

/** Ignores the time of the last status change, which also changes with permissions and links. */
function hasSameContent(before: FileVersion | undefined, now: FileVersion | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return before.mtimeMs === now.mtimeMs && before.size === now.size && before.ino === now.ino;
}

/** Undefined if there is no folder or it cannot be accessed. */
function folderInode(path: string): bigint | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isDirectory() ? found.ino : undefined;
  } catch {
    return undefined;
  }
}
