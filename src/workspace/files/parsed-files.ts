import type { RequestFile } from '../../request-file/model/model.js';

interface Parsed {
  readonly hash: string;
  readonly bytes: number;
  readonly file: RequestFile;
}

/** Parsed files that were used lately; of all others only numbers are kept. */
export class ParsedFiles {
  readonly #files = new Map<string, Parsed>();
  readonly #mostBytes: number;
  readonly #mostFiles: number;
  #bytes = 0;

  constructor(mostBytes = 8 * 1024 * 1024, mostFiles = 256) {
    this.#mostBytes = mostBytes;
    this.#mostFiles = mostFiles;
  }

  get(path: string, hash: string): RequestFile | undefined {
    const known = this.#files.get(path);
    if (known?.hash !== hash) return undefined;
    this.#files.delete(path);
    this.#files.set(path, known);
    return known.file;
  }

  /** The one used last stays whatever its size, and others leave for it. */
  keep(path: string, parsed: Parsed): void {
    this.drop(path);
    this.#files.set(path, parsed);
    this.#bytes += parsed.bytes;
    for (const oldest of this.#files.keys()) {
      if (!this.#isOverfull() || this.#files.size === 1) return;
      this.drop(oldest);
    }
  }

  /** Nobody has asked for this one yet, so no other leaves for it. */
  offer(path: string, parsed: Parsed): void {
    this.drop(path);
    const hasRoom = this.#bytes + parsed.bytes <= this.#mostBytes && this.#files.size < this.#mostFiles;
    if (hasRoom) this.keep(path, parsed);
  }

  drop(path: string): void {
    this.#bytes -= this.#files.get(path)?.bytes ?? 0;
    this.#files.delete(path);
  }

  #isOverfull(): boolean {
    return this.#bytes > this.#mostBytes || this.#files.size > this.#mostFiles;
  }
}
