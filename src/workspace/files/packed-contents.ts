import { timeSlice } from '../../primitives/time-slice.js';
import { absolutePath } from '../paths/path-text.js';
import type { FileContent } from './read-request-file.js';

/** The contents of many files, packed because copying ten thousand objects to another thread takes long. */
export interface PackedContents {
  readonly paths: readonly string[];
  readonly hashes: readonly string[];
  /** The numbers of each version, one file after the other. */
  readonly versions: Float64Array;
  /** The contents, one after the other. */
  readonly bytes: Uint8Array;
}

/** Receives the contents of files as they are read. */
export interface ContentReceiver {
  /** The result is a promise if the receiver is behind, and then resolves when it has caught up. */
  add(content: FileContent): Promise<void> | undefined;
  /** Called once, after the last content. */
  end(): void;
}

/** Collects what another thread may rely on: settled files that no link leads to. */
export class ContentPacker {
  readonly #root: string;
  #contents: FileContent[] = [];
  #bytes = 0;

  constructor(root: string) {
    this.#root = root;
  }

  get count(): number {
    return this.#contents.length;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  add(content: FileContent): void {
    const { path, real, isSettled, bytes, version } = content;
    if (!isSettled || bytes.length !== version.size || real !== absolutePath(path, this.#root)) return;
    this.#contents.push(content);
    this.#bytes += bytes.length;
  }

  /** Removes and returns everything that was added. */
  take(): PackedContents {
    const contents = this.#contents;
    this.#contents = [];
    this.#bytes = 0;
    return {
      paths: contents.map(({ path }) => path),
      hashes: contents.map(({ hash }) => hash),
      versions: Float64Array.from(
        contents.flatMap(({ version: { dev, ino, size, mtimeMs, ctimeMs } }) => [
          dev,
          ino,
          size,
          mtimeMs,
          ctimeMs,
        ]),
      ),
      bytes: Buffer.concat(contents.map(({ bytes }) => bytes)),
    };
  }
}

/** Does the work for every content, one after the other, and yields to the event loop from time to time. */
export async function eachContent(
  batches: AsyncIterable<PackedContents>,
  root: string,
  work: (content: FileContent) => Promise<void>,
): Promise<void> {
  const pause = timeSlice();
  for await (const batch of batches) {
    for (const content of unpack(batch, root)) {
      const pauseEnd = pause();
      if (pauseEnd) await pauseEnd;
      await work(content);
    }
  }
}

function* unpack({ paths, hashes, versions, bytes }: PackedContents, root: string): Generator<FileContent> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  for (const [index, path] of paths.entries()) {
    const [dev = 0, ino = 0, size = 0, mtimeMs = 0, ctimeMs = 0] = versions.subarray(
      5 * index,
      5 * index + 5,
    );
    yield {
      path,
      real: absolutePath(path, root),
      version: { dev, ino, size, mtimeMs, ctimeMs },
      isSettled: true,
      hash: hashes[index] ?? '',
      bytes: all.subarray(start, start + size),
    };
    start += size;
  }
}
