import { elapsed } from '../../primitives/clock.js';

export type FileOperation = 'create' | 'write' | 'remove';

export interface FileChange {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly operation: FileOperation;
}

export interface ChangeCallbacks {
  /** Hash of what is on disk now; undefined when nothing is there, `unreadable` when that cannot be told. */
  readonly fingerprint: (path: string) => Promise<string | undefined>;
  readonly onChange: (change: FileChange) => void;
  /** Every notice has been decided. */
  readonly onQuiet?: () => void;
}

/** Of a file that is there but cannot be read, or whose content was not looked at yet. */
export const UNREADABLE = 'unreadable';

/**
 * Turns notices into changes (server.md 5.4). A notice says no more than that something may have happened
 * to a path; when notices have ceased, what was known is compared with what is there.
 */
export class FileChanges {
  readonly #doors: ChangeCallbacks;
  readonly #known = new Map<string, string>();
  readonly #pending = new Map<string, Pending>();
  readonly #due: string[] = [];
  readonly #deciding = new Set<string>();
  readonly #saves = new Map<string, Map<string, number>>();
  #isClosed = false;

  constructor(doors: ChangeCallbacks) {
    this.#doors = doors;
  }

  /** What was there before anything was followed. */
  learn(path: string, hash: string): void {
    this.#known.set(path, hash);
  }

  known(path: string): string | undefined {
    return this.#known.get(path);
  }

  isPending(path: string): boolean {
    return this.#pending.has(path);
  }

  knownPaths(): IterableIterator<string> {
    return this.#known.keys();
  }

  notice(path: string): void {
    if (this.#isClosed) return;
    const now = elapsed();
    const before = this.#pending.get(path);
    const first = before?.first ?? now;
    clearTimeout(before?.timer);
    const wait = Math.max(0, Math.min(QUIET_TIME, first + LONGEST_WAIT - now));
    const timer = setTimeout(() => this.#settle(path), wait);
    this.#pending.set(path, { first, timer });
  }

  /** Said before a file is replaced with this content by ourselves: nobody has to be told of that. */
  expect(path: string, hash: string): void {
    const now = elapsed();
    const own = this.#saves.get(path) ?? new Map<string, number>();
    for (const [old, until] of own) if (until < now) own.delete(old);
    own.set(hash, now + OWN_SAVE_TIME);
    this.#saves.set(path, own);
    if (this.#saves.size > MOST_SAVES) this.#forgetSaves(now);
  }

  /** Said afterwards, so that even a notice that comes very late tells nothing new. */
  saved(path: string, hash: string): void {
    if (this.#known.has(path)) this.#known.set(path, hash);
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
    this.#due.length = 0;
  }

  #settle(path: string): void {
    this.#pending.delete(path);
    this.#due.push(path);
    while (this.#deciding.size < DECIDE_AT_ONCE) {
      const next = this.#due.shift();
      if (next === undefined) return;
      // It is being looked at; whether that look came in time is not known.
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
        this.#compare(path, await this.#doors.fingerprint(path));
      } finally {
        this.#deciding.delete(path);
      }
    }
    if (this.#pending.size === 0 && this.#deciding.size === 0 && !this.#isClosed) this.#doors.onQuiet?.();
  }

  #compare(path: string, hash: string | undefined): void {
    if (this.#isClosed || hash === UNREADABLE) return;
    const before = this.#known.get(path);
    if (hash === before) return;
    if (hash === undefined) this.#known.delete(path);
    else this.#known.set(path, hash);
    if (before !== undefined && hash !== undefined && this.#isOwnSave(path, hash)) return;
    const operation = hash === undefined ? 'remove' : before === undefined ? 'create' : 'write';
    this.#doors.onChange({ path, operation });
  }

  #isOwnSave(path: string, hash: string): boolean {
    return (this.#saves.get(path)?.get(hash) ?? 0) >= elapsed();
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
  readonly timer: NodeJS.Timeout;
}

const QUIET_TIME = 300;
const LONGEST_WAIT = 2000;
const OWN_SAVE_TIME = 2000;
const MOST_SAVES = 1000;
const DECIDE_AT_ONCE = 8;
