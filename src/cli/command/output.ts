import type { Output } from '../process/process-context.js';

/** The part of a Node output stream that is used here. */
export interface OutputStream {
  readonly columns?: number;
  write(text: string | Uint8Array, done: () => void): boolean;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** Opening a standard stream costs start-up time, so it waits for the first text; `isTerminal` asks without it. */
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
      return stream().columns || USUAL_COLUMNS;
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

const USUAL_COLUMNS = 80;
const CHUNK = 1 << 16;

/** Hands many small pieces over in large chunks; joining them all first would hold the whole report. */
export async function writeChunks(
  pieces: Iterable<string>,
  write: (text: string) => Promise<void>,
): Promise<void> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length >= CHUNK) {
      await write(chunk);
      chunk = '';
    }
  }
  if (chunk !== '') await write(chunk);
}
