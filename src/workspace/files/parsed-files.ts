import type { RequestFile } from '../../request-file/model/model.js';

interface CachedFile {
  readonly hash: string;
  readonly bytes: number;
  readonly file: RequestFile;
}

/** A cache of recently used parsed files, limited in bytes and number. */
export class ParsedFiles {
  readonly #files = new Map<string, CachedFile>();
  readonly #maxBytes: number;
  readonly #maxFiles: number;
  #bytes = 0;

  constructor(maxBytes = 8 * 1024 * 1024, maxFiles = 256) {
    this.#maxBytes = maxBytes;
    this.#maxFiles = maxFiles;
  }

  get(path: string, hash: string): RequestFile | undefined {
    const cached = this.#files.get(path);
    if (cached?.hash !== hash) return undefined;
    this.#files.delete(path);
    this.#files.set(path, cached);
    return cached.file;
  }

  /** Adds a file and evicts the least recently used ones; the new file stays even if it alone exceeds the limit. */
  keep(path: string, parsed: CachedFile): void {
    this.drop(path);
    this.#files.set(path, parsed);
    this.#bytes += parsed.bytes;
    for (const oldest of this.#files.keys()) {
      const isOverfull = this.#bytes > this.#maxBytes || this.#files.size > this.#maxFiles;
      if (!isOverfull || this.#files.size === 1) return;
      this.drop(oldest);
    }
  }

  /** Adds a file that nobody has requested yet only if no other has to be evicted. */
  offer(path: string, parsed: CachedFile): void {
    this.drop(path);
    const fits = this.#bytes + parsed.bytes <= this.#maxBytes && this.#files.size < this.#maxFiles;
    if (fits) this.keep(path, parsed);
  }

  drop(path: string): void {
    this.#bytes -= this.#files.get(path)?.bytes ?? 0;
    this.#files.delete(path);
  }
}
