import type { IncomingMessage } from 'node:http';
import { ByteBuffer } from '../../primitives/byte-buffer.js';

/** The start of a body is held until the response begins, so that it can be sent again. */
const MAX_HELD_BYTES = 64 * 1024;

/** A request on its way to the target, whose body follows. */
export interface UploadTarget {
  /** Whether it accepts nothing more. */
  readonly destroyed: boolean;
  /** False when the sender should wait for `onDrain`. */
  write(chunk: Uint8Array): boolean;
  onDrain(listener: () => void): void;
  /** Sends the head when nothing of the body was written yet. */
  flush(): void;
  /** `rawTrailers` follow the body. */
  end(rawTrailers: readonly string[]): void;
}

/** The body of a request on its way to the target, or to a second connection when the first turned out to be closed. */
export class Upload {
  readonly #from: IncomingMessage;
  #held: ByteBuffer | undefined;
  #to: UploadTarget | undefined;
  #hasStarted = false;
  #hasEnded = false;

  /** `holds`: the body may have to be sent again. */
  constructor(from: IncomingMessage, holds: boolean, onChunk: (chunk: Uint8Array) => void) {
    this.#from = from;
    this.#held = holds ? new ByteBuffer(MAX_HELD_BYTES) : undefined;
    from.on('data', (chunk: Uint8Array) => {
      this.#hasStarted = true;
      onChunk(chunk);
      this.#hold(chunk);
      const to = this.#to;
      if (to && !to.destroyed && !to.write(chunk)) {
        from.pause();
        to.onDrain(() => this.resume(to));
      }
    });
    from.on('end', () => {
      this.#hasEnded = true;
      this.#finish();
    });
  }

  get canRepeat(): boolean {
    return this.#held !== undefined;
  }

  /** The rest waits for the next connection. */
  detach(): void {
    this.#to = undefined;
    this.#from.pause();
  }

  /** Sends with back-pressure. */
  sendTo(to: UploadTarget): void {
    this.#to = to;
    if (this.#held && this.#held.length > 0) to.write(this.#held.bytes());
    if (this.#hasEnded) this.#finish();
    else if (this.#hasStarted) this.resume(to);
    // The head of a slow client, or of one that waits for 100 Continue, is forwarded at once.
    setImmediate(() => {
      if (!this.#hasStarted && !to.destroyed) to.flush();
    });
  }

  /** Also called when the target is gone: then the rest is discarded, so that the client can finish. */
  resume(to: UploadTarget): void {
    if (this.#to === to) this.#from.resume();
  }

  #hold(chunk: Uint8Array): void {
    if (this.#held?.append(chunk) === false) this.#held = undefined;
  }

  #finish(): void {
    const to = this.#to;
    if (to && !to.destroyed) to.end(this.#from.rawTrailers);
  }
}
