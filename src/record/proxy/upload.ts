import type { ClientRequest, IncomingMessage } from 'node:http';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { passTrailers } from './relay.js';

/** What is kept of a body until the answer begins, so that it can be sent once more. */
const MOST_HELD = 64 * 1024;

/** The body of a request on its way to the target, or to another connection when the first proved dead. */
export class Upload {
  readonly #from: IncomingMessage;
  #held: ByteBuffer | undefined;
  #to: ClientRequest | undefined;
  #begun = false;
  #ended = false;

  /** `holds`: it may have to be sent again. */
  constructor(from: IncomingMessage, holds: boolean, onChunk: (chunk: Uint8Array) => void) {
    this.#from = from;
    this.#held = holds ? new ByteBuffer(MOST_HELD) : undefined;
    from.on('data', (chunk: Uint8Array) => {
      this.#begun = true;
      onChunk(chunk);
      this.#hold(chunk);
      const to = this.#to;
      if (to && !to.destroyed && !to.write(chunk)) {
        from.pause();
        to.once('drain', () => this.#goOn(to));
      }
    });
    from.on('end', () => {
      this.#ended = true;
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

  /** No faster than it is taken; when the taker goes away the rest is thrown away, so that the sender can finish. */
  sendTo(to: ClientRequest): void {
    this.#to = to;
    if (this.#held && this.#held.length > 0) to.write(this.#held.bytes());
    to.on('close', () => this.#goOn(to));
    if (this.#ended) this.#finish();
    else if (this.#begun) this.#goOn(to);
    // A slow sender, or one that waits to be told to go on, still has its head passed on.
    setImmediate(() => {
      if (!this.#begun && !to.destroyed) to.flushHeaders();
    });
  }

  #goOn(to: ClientRequest): void {
    if (this.#to === to) this.#from.resume();
  }

  #hold(chunk: Uint8Array): void {
    if (this.#held?.append(chunk) === false) this.#held = undefined;
  }

  #finish(): void {
    const to = this.#to;
    if (!to || to.destroyed) return;
    passTrailers(this.#from, to);
    to.end();
  }
}
