import type { Clock, ClockTimer } from '../../primitives/clock.js';

export type FileOperation = 'create' | 'write' | 'remove';

export interface FileChange {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly operation: FileOperation;
}

export interface ChangeCallbacks {
  /** The hash of the file on disk; undefined if it is missing, `unreadable` if it cannot be read. */
  readonly fingerprint: (path: string) => Promise<string | undefined>;
  readonly onChange: (change: FileChange) => void;
  /** Called when every notice has been processed. */
  readonly onQuiet?: () => void;
}

/** Stands for the hash of a file that cannot be read or has not been read yet. */
export const UNREADABLE = 'unreadable';

/**
 * Turns notices into changes. A notice only says that something may have happened to a path; once notices have ceased
 * for a moment, the last known hash is compared with the file on disk.
 */
export class FileChanges {
  readonly #callbacks: ChangeCallbacks;
  readonly #clock: Clock;
  readonly #hashes = new Map<string, string>();
  readonly #pending = new Map<string, Pending>();
  readonly #due: string[] = [];
  readonly #deciding = new Set<string>();
  readonly #saves = new Map<string, Map<string, number>>();
  #isClosed = false;

  constructor(callbacks: ChangeCallbacks, clock: Clock) {
    this.#callbacks = callbacks;
    this.#clock = clock;
  }

  /** Sets the hash that later changes are compared with. */
  setHash(path: string, hash: string): void {
    this.#hashes.set(path, hash);
  }

  hashOf(path: string): string | undefined {
    return this.#hashes.get(path);
  }

  isPending(path: string): boolean {
    return this.#pending.has(path);
  }

  paths(): IterableIterator<string> {
    return this.#hashes.keys();
  }

  notice(path: string): void {
    if (this.#isClosed) return;
    const now = this.#clock.now();
    const before = this.#pending.get(path);
    const first = before?.first ?? now;
    before?.timer.cancel();
    const timer = this.#clock.at(Math.min(now + QUIET_MS, first + MAX_WAIT_MS), () => this.#settle(path));
    this.#pending.set(path, { first, timer });
  }

  /** Called before svc itself saves this content, so that the change is not reported. */
  expectSave(path: string, hash: string): void {
    const now = this.#clock.now();
    const own = this.#saves.get(path) ?? new Map<string, number>();
    for (const [old, until] of own) if (until < now) own.delete(old);
    own.set(hash, now + OWN_SAVE_MS);
    this.#saves.set(path, own);
    if (this.#saves.size > MAX_SAVES) this.#forgetSaves(now);
  }

  /** Called afterwards, so that even a very late notice reports nothing. */
  recordSave(path: string, hash: string): void {
    if (this.#hashes.has(path)) this.#hashes.set(path, hash);
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#pending.values()) timer.cancel();
    this.#pending.clear();
    this.#due.length = 0;
  }

  #settle(path: string): void {
    this.#pending.delete(path);
    this.#due.push(path);
    while (this.#deciding.size < MAX_CONCURRENT_DECISIONS) {
      const next = this.#due.shift();
      if (next === undefined) return;
      // It is being compared, but the comparison may have started before this change.
      if (this.#deciding.has(next)) this.notice(next);
      else void this.#decideNext(next);
    }
  }

  async #decideNext(first: string): Promise<void> {
    for (let path: string | undefined = first; path !== undefined; path = this.#due.shift()) {
      if (this.#deciding.has(path)) {
        this.notice(path);
        continue;
      }
      this.#deciding.add(path);
      try {
        this.#compare(path, await this.#callbacks.fingerprint(path));
      } finally {
        this.#deciding.delete(path);
      }
    }
    if (this.#pending.size === 0 && this.#deciding.size === 0 && !this.#isClosed) this.#callbacks.onQuiet?.();
  }

  #compare(path: string, hash: string | undefined): void {
    if (this.#isClosed || hash === UNREADABLE) return;
    const before = this.#hashes.get(path);
    if (hash === before) return;
    if (hash === undefined) this.#hashes.delete(path);
    else this.#hashes.set(path, hash);
    if (before !== undefined && hash !== undefined && this.#isOwnSave(path, hash)) return;
    const operation = hash === undefined ? 'remove' : before === undefined ? 'create' : 'write';
    this.#callbacks.onChange({ path, operation });
  }

  #isOwnSave(path: string, hash: string): boolean {
    return (this.#saves.get(path)?.get(hash) ?? 0) >= this.#clock.now();
  }

  #forgetSaves(now: number): void {
    for (const [path, own] of this.#saves) {
      for (const [hash, until] of own) if (until < now) own.delete(hash);
      if (own.size === 0) this.#saves.delete(path);
    }
  }
}

interface Pending {
  readonly first: number;
  readonly timer: ClockTimer;
}

const QUIET_MS = 300;
const MAX_WAIT_MS = 2000;
const OWN_SAVE_MS = 2000;
const MAX_SAVES = 1000;
const MAX_CONCURRENT_DECISIONS = 8;
