import type { ClientRequest, IncomingMessage } from 'node:http';
import { passTrailers } from './relay.js';

/** What is kept of a body until the answer begins, so that it can be sent once more. */
const MOST_HELD = 64 * 1024;

/** The body of a request on its way to the target, or to another connection when the first proved dead. */
export class Upload {
  readonly #from: IncomingMessage;
  #held: Uint8Array[] | undefined;
  #heldBytes = 0;
  #to: ClientRequest | undefined;
  #begun = false;
  #ended = false;

  /** `holds`: it may have to be sent again. */
  constructor(from: IncomingMessage, holds: boolean, onChunk: (chunk: Uint8Array) => void) {
    this.#from = from;
    this.#held = holds ? [] : undefined;
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
    for (const chunk of this.#held ?? []) to.write(chunk);
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
    if (!this.#held) return;
    this.#heldBytes += chunk.length;
    if (this.#heldBytes > MOST_HELD) this.#held = undefined;
    else this.#held.push(chunk);
  }

  #finish(): void {
    const to = this.#to;
    if (!to || to.destroyed) return;
    passTrailers(this.#from, to);
    to.end();
  }
}
