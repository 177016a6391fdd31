import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { systemClock, type Clock, type ClockTimer } from '../../primitives/clock.js';
import { eachOf } from '../../primitives/each-of.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { waitAtMost } from '../../primitives/wait-at-most.js';
import { diskReason } from '../paths/disk-error.js';
import { CONFIG_FILE_NAMES } from '../paths/path-text.js';
import { FileChanges, UNREADABLE, type ChangeCallbacks, type FileChange } from './file-changes.js';
import type { FileIndex } from '../files/file-index.js';
import type { ContentReceiver } from '../files/packed-contents.js';
import { FolderWatch, SCAN_INTERVAL_MS, type WatchFolder } from './folder-watch.js';
import { isOnNetworkDrive } from './network-drive.js';
import { fileAt, isInReach, NO_THROW, walkWorkspace, type WalkedFile } from '../files/walk-workspace.js';

export interface WatchOptions {
  /** The workspace directory, absolute and free of symbolic links. */
  readonly root: string;
  readonly index: Pick<FileIndex, 'fingerprint' | 'cachedHash'>;
  readonly onChange: (change: FileChange) => void;
  /** A config file in the root may have changed. */
  readonly onConfig: () => void;
  readonly onWarning: (message: string) => void;
  /** Called for a large workspace: the receiver gets the content of every file that is read at the start. */
  readonly receiveContents?: () => ContentReceiver;
  readonly watch?: WatchFolder;
  /** The interval of scans where the system gives no notices. */
  readonly scanIntervalMs?: number;
  /** The clock of the machine by default. */
  readonly clock?: Clock;
}

/** Reports changes of the request files of a workspace. */
export class WorkspaceWatch {
  readonly #options: WatchOptions;
  readonly #clock: Clock;
  readonly #changes: FileChanges;
  readonly #folders: FolderWatch;
  /** Paths of links by the absolute path of their target. */
  readonly #links = new Map<string, Set<string>>();
  #mode: 'on' | 'polling' = 'on';
  #rootInode = 0n;
  #reading: Promise<void> | undefined;
  #configTimer: ClockTimer | undefined;
  #scanTimer: ClockTimer | undefined;
  #scanning: Promise<void> | undefined;
  #notices = 0;
  #isClosed = false;

  static async start(options: WatchOptions): Promise<WorkspaceWatch> {
    const watch = new WorkspaceWatch(options);
    await watch.#start();
    return watch;
  }

  private constructor(options: WatchOptions) {
    this.#options = options;
    const { root, index, onChange, watch, clock = systemClock } = options;
    this.#clock = clock;
    const callbacks: ChangeCallbacks = {
      onChange,
      onQuiet: () => this.#afterBurst(),
      fingerprint: async (path) => {
        const file = fileAt(root, path);
        if (!file) return undefined;
        this.#followLink(file);
        const hash = await index.fingerprint(file);
        return hash ?? (fileAt(root, path) ? UNREADABLE : undefined);
      },
    };
    this.#changes = new FileChanges(callbacks, clock);
    this.#folders = new FolderWatch({
      root,
      onNotice: (folder, name) => this.#onNotice(folder, name),
      onFailure: (error) => this.#poll(`the system gives no notices of changes (${diskReason(error)})`),
      ...(watch && { watch }),
    });
  }

  get mode(): 'on' | 'polling' {
    return this.#mode;
  }

  /** Called for changes made by svc itself, which are reported even if the system gives no notice. */
  notice(path: string): void {
    if (isInReach(path)) this.#changes.notice(path);
  }

  expectSave(path: string, hash: string): void {
    this.#changes.expectSave(path, hash);
  }

  recordSave(path: string, hash: string): void {
    this.#changes.recordSave(path, hash);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#scanTimer?.cancel();
    this.#configTimer?.cancel();
    this.#folders.close();
    this.#changes.close();
    await this.#scanning;
  }

  async #start(): Promise<void> {
    const { root } = this.#options;
    this.#rootInode = lstatSync(root, { bigint: true }).ino;
    if (await isOnNetworkDrive(root)) this.#poll('the workspace lies on a network drive');
    let receiver: ContentReceiver | undefined;
    const onMany = (): void => void (receiver ??= this.#options.receiveContents?.());
    const files = await this.#cover('', onMany);
    for (const { path } of files) this.#changes.setHash(path, UNREADABLE);
    this.#reading = this.#readHashes(files, receiver).finally(() => receiver?.end());
    // A large workspace must not delay the start. A change before the first read is reported as a write.
    await waitAtMost(MAX_START_MS, this.#reading, this.#clock);
  }

  async #readHashes(files: readonly WalkedFile[], receiver: ContentReceiver | undefined): Promise<void> {
    // The clock is read for every file, since a slow disk may need milliseconds for one.
    const pause = timeSlice(READ_SLICE_MS, 1);
    await eachOf(files, MAX_CONCURRENT_READS, async (file) => {
      const pauseEnd = pause();
      if (pauseEnd) await pauseEnd;
      const { index } = this.#options;
      const hash =
        index.cachedHash(file) ?? (this.#isClosed ? undefined : await index.fingerprint(file, receiver));
      const isUnread = this.#changes.hashOf(file.path) === UNREADABLE && !this.#changes.isPending(file.path);
      if (hash !== undefined && isUnread) this.#changes.setHash(file.path, hash);
    });
  }

  /** Watches a folder and everything below it, each folder before it is read, so that nothing new is missed. */
  async #cover(folder: string, onMany?: () => void): Promise<readonly WalkedFile[]> {
    const { files } = await walkWorkspace(this.#options.root, {
      from: folder,
      onFolder: (each, found) => {
        if (found >= MANY_FILES) onMany?.();
        if (!this.#isClosed && this.#mode === 'on') this.#folders.add(each);
      },
    });
    if (files.length >= MANY_FILES) onMany?.();
    if (this.#isClosed) return [];
    for (const file of files) this.#followLink(file);
    return files;
  }

  #followLink({ path, real }: WalkedFile): void {
    const { root } = this.#options;
    if (real === join(root, path)) return;
    const links = this.#links.get(real) ?? new Set<string>();
    this.#links.set(real, links.add(path));
    if (this.#mode === 'on') this.#folders.add(relative(root, dirname(real)).replaceAll(sep, '/'));
  }

  #onNotice(folder: string, name: string | undefined): void {
    const { root } = this.#options;
    if (this.#isClosed || this.#mode === 'polling') return;
    this.#notices += 1;
    if (folder === '' && !this.#isSameRoot()) return this.#poll('the workspace was moved or removed');
    if (name === undefined) return this.#renew(folder);
    if (folder === '' && CONFIG_FILE_NAMES.includes(name)) return this.#onConfigNotice();
    const path = folder === '' ? name : `${folder}/${name}`;
    for (const link of this.#links.get(join(root, path)) ?? []) this.#changes.notice(link);
    if (isInReach(path)) this.#changes.notice(path);
    const mayHoldFiles = isInReach(`${path}/x.http`);
    if (mayHoldFiles && (this.#folders.has(path) || isFolder(join(root, path)))) this.#renew(path);
  }

  /** Waits, because saving takes several steps. */
  #onConfigNotice(): void {
    this.#configTimer?.cancel();
    this.#configTimer = this.#clock.at(this.#clock.now() + CONFIG_QUIET_MS, this.#options.onConfig);
  }

  /** Handles a folder that was created, removed or replaced. */
  #renew(folder: string): void {
    if (folder !== '') this.#folders.drop(folder);
    const prefix = folder === '' ? '' : `${folder}/`;
    for (const path of this.#changes.paths()) if (path.startsWith(prefix)) this.#changes.notice(path);
    void this.#cover(folder).then(
      (files) => {
        for (const { path } of files) this.#changes.notice(path);
      },
      () => undefined,
    );
  }

  #isSameRoot(): boolean {
    try {
      return lstatSync(this.#options.root, { bigint: true }).ino === this.#rootInode;
    } catch {
      return false;
    }
  }

  /** Scans after many notices, because the queue of the system is limited and drops notices silently. */
  #afterBurst(): void {
    if (this.#notices < BURST_NOTICES) return;
    this.#notices = 0;
    this.#scanOnce();
  }

  #poll(reason: string): void {
    if (this.#isClosed || this.#mode === 'polling') return;
    const interval = this.#options.scanIntervalMs ?? SCAN_INTERVAL_MS;
    this.#mode = 'polling';
    this.#folders.close();
    this.#options.onWarning(`${reason}; the workspace is scanned every ${interval / 1000} s instead`);
    this.#scanAfter(interval);
  }

  #scanAfter(interval: number): void {
    const scan = (): void => {
      this.#scanAfter(interval);
      this.#scanOnce();
    };
    this.#scanTimer = this.#clock.at(this.#clock.now() + interval, scan).unref();
  }

  #scanOnce(): void {
    this.#scanning ??= this.#scan()
      .catch(() => undefined)
      .finally(() => {
        this.#scanning = undefined;
      });
  }

  async #scan(): Promise<void> {
    const { root, index, onConfig } = this.#options;
    await this.#reading;
    if (this.#mode === 'polling') onConfig();
    const { files } = await walkWorkspace(root).catch(() => ({ files: [] }));
    const present = new Set<string>();
    // A pending path is skipped, because another notice would postpone it.
    const notice = (path: string): void => {
      if (!this.#changes.isPending(path)) this.#changes.notice(path);
    };
    for (const file of files) {
      present.add(file.path);
      const hash = index.cachedHash(file);
      if (hash === undefined || hash !== this.#changes.hashOf(file.path)) notice(file.path);
    }
    for (const path of this.#changes.paths()) if (!present.has(path)) notice(path);
  }
}

const CONFIG_QUIET_MS = 300;
const MAX_START_MS = 1000;
const MAX_CONCURRENT_READS = 8;
const READ_SLICE_MS = 8;
/** From this number on, parsing the files takes longer than a thread needs to start. */
const MANY_FILES = 1000;
const BURST_NOTICES = 4000;

/** False for an inaccessible path: a notice may name a folder that has just been locked. */
function isFolder(path: string): boolean {
  try {
    return lstatSync(path, NO_THROW)?.isDirectory() === true;
  } catch {
    return false;
  }
}
