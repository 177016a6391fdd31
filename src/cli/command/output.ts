import type { Output } from '../process/process-context.js';

/** The part of a Node output stream that is used here. */
export interface OutputStream {
  readonly columns?: number;
  write(text: string | Uint8Array, done: () => void): boolean;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Opening a standard stream takes start-up time, so it is delayed until the first write; `isTerminal` does not
 * need it.
 */
export function openOutput(open: () => OutputStream, isTerminal: () => boolean): Output {
  let opened: OutputStream | undefined;
  let closed = false;
  let failure: string | undefined;

  const stream = (): OutputStream => {
    if (opened === undefined) {
      opened = open();
      opened.on('error', (error) => {
        closed = true;
        if (error.code !== 'EPIPE') failure ??= error.code ?? error.message;
      });
    }
    return opened;
  };

  return {
    get isTerminal() {
      return isTerminal();
    },
    get columns() {
      return stream().columns || DEFAULT_COLUMNS;
    },
    get failure() {
      return failure;
    },
    async write(text) {
      if (closed || text.length === 0) return;
      await new Promise<void>((resolve) => {
        stream().write(text, resolve);
      });
    },
  };
}

const DEFAULT_COLUMNS = 80;
const CHUNK_CHARACTERS = 1 << 16;

/** Writes many small texts in large chunks, without holding the whole report in memory. */
export async function writeChunks(
  pieces: Iterable<string> | AsyncIterable<string>,
  write: (text: string) => Promise<void>,
): Promise<void> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length >= CHUNK_CHARACTERS) {
      await write(chunk);
      chunk = '';
    }
  }
  if (chunk !== '') await write(chunk);
}
