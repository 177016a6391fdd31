/** One WebSocket client: what waits for it, and what it may ask (server.md 16). */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { sizeOf, type Frames } from './event-frames.js';

export const CLOSE = {
  shutdown: 1001,
  binary: 1003,
  tooMany: 1008,
  defect: 1011,
  tooSlow: 1013,
} as const;

interface Waiting {
  readonly frames: Frames;
  readonly size: number;
  readonly since: number;
}

/** So much is handed to the socket at once; the rest waits here, where it can still be replaced. */
const MOST_FLYING = 64 * 1024;
const MOST_WAITING = 256;
const LONGEST_WAIT = 5000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_MESSAGES = 100;
const SECOND = 1000;

export class SocketClient {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  #isHeld = false;
  readonly #onQuestion: (client: SocketClient, text: string) => void;
  /** With the socket, not yet on the wire. */
  readonly #flying: Waiting[] = [];
  #flyingBytes = 0;
  readonly #queue = new Set<Waiting>();
  #replaceable: Waiting | undefined;
  /** Messages and bytes that wait, wherever. */
  #count = 0;
  #bytes = 0;
  /** Of the last messages, round and round. */
  readonly #heardAt: number[] = [];
  #heard = 0;
  #alive = true;
  #closing = false;
  #drained: (() => void) | undefined;

  /** `stream` is what the socket writes to, at once and uncompressed, so that frames may be written there too. */
  constructor(socket: WebSocket, stream: Duplex, onQuestion: (client: SocketClient, text: string) => void) {
    this.#socket = socket;
    this.#stream = stream;
    this.#onQuestion = onQuestion;
    socket.on('message', (data, isBinary) => this.#hear(data as Buffer, isBinary));
    socket.on('pong', () => this.#live());
    socket.on('ping', () => this.#hearPing());
    // The library closes with the code that fits: 1002, 1007 or 1009.
    socket.on('error', () => this.#stop());
    socket.on('close', () => this.#stop());
  }

  send(frames: Frames): void {
    if (this.#closing) return;
    const { count, replaceable } = frames;
    const size = sizeOf(frames);
    if (replaceable && this.#replaceable) this.#forget(this.#replaceable);
    const waiting: Waiting = { frames, size, since: performance.now() };
    this.#queue.add(waiting);
    this.#count += count;
    this.#bytes += size;
    if (replaceable) this.#replaceable = waiting;
    this.#hold();
    this.#fly();
    this.closeIfSlow();
  }

  /** What was sent goes out now and not at the end of the turn: somebody gets an answer next, and hears of it elsewhere. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#stream.uncork();
  }

  /** Asked now and then too: who gets nothing more may still be too slow for what waits. */
  closeIfSlow(): void {
    const many = this.#count > MOST_WAITING && performance.now() - this.#oldest() > LONGEST_WAIT;
    if (many || (this.#flying.length + this.#queue.size > 1 && this.#bytes >= MOST_BYTES)) {
      this.close(CLOSE.tooSlow, 'the client reads too slowly');
    }
  }

  close(code: number, reason: string): void {
    if (this.#closing) return;
    this.#stop();
    this.#socket.close(code, reason);
  }

  /** When nothing waits any longer. */
  drained(): Promise<void> {
    if (this.#closing || this.#flying.length + this.#queue.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }

  ping(): void {
    this.#alive = false;
    this.#socket.ping();
  }

  /** Not a word since the last ping: nobody is there to be told why. */
  dropIfDead(): void {
    if (!this.#alive) this.terminate();
  }

  terminate(): void {
    this.#stop();
    this.#socket.terminate();
  }

  #hear(data: Buffer, isBinary: boolean): void {
    this.#live();
    if (this.#closing) return;
    if (isBinary) return this.close(CLOSE.binary, 'binary messages are not understood');
    if (this.#isTooMuch()) return this.close(CLOSE.tooMany, 'more than 100 messages in a second');
    this.#onQuestion(this, data.toString('utf8'));
  }

  #isTooMuch(): boolean {
    const now = performance.now();
    const place = this.#heard++ % MOST_MESSAGES;
    const earlier = this.#heardAt[place];
    this.#heardAt[place] = now;
    return earlier !== undefined && now - earlier < SECOND;
  }

  /** The answers wait in the socket: who only asks must not fill the memory. */
  #hearPing(): void {
    this.#live();
    if (this.#socket.bufferedAmount > MOST_BYTES) this.terminate();
  }

  #live(): void {
    this.#alive = true;
  }

  #oldest(): number {
    const [flying] = this.#flying;
    if (flying) return flying.since;
    for (const { since } of this.#queue) return since;
    return Infinity;
  }

  /** What is sent in one turn goes out in one piece. */
  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#stream.cork();
    setImmediate(() => this.release());
  }

  #fly(): void {
    // Nothing follows the frame that closes (RFC 6455 5.5.1), whoever sent the first.
    if (this.#socket.readyState !== this.#socket.OPEN) return this.#stop();
    for (const waiting of this.#queue) {
      const { frames, size } = waiting;
      if (this.#flying.length > 0 && this.#flyingBytes + size > MOST_FLYING) return;
      this.#queue.delete(waiting);
      if (waiting === this.#replaceable) this.#replaceable = undefined;
      this.#flying.push(waiting);
      this.#flyingBytes += size;
      this.#write(frames);
    }
  }

  #write({ data, rest = [] }: Frames): void {
    const parts = [data, ...rest];
    const last = parts.pop() ?? data;
    for (const part of parts) this.#stream.write(part);
    this.#stream.write(last, this.#landed);
  }

  /** In the order of sending; an error closes the socket, which is heard elsewhere. */
  readonly #landed = (): void => {
    const waiting = this.#flying.shift();
    if (!waiting || this.#closing) return;
    this.#live();
    this.#flyingBytes -= waiting.size;
    this.#count -= waiting.frames.count;
    this.#bytes -= waiting.size;
    this.#fly();
    if (this.#flying.length === 0) this.#drained?.();
  };

  #forget(waiting: Waiting): void {
    this.#queue.delete(waiting);
    this.#count -= waiting.frames.count;
    this.#bytes -= waiting.size;
  }

  #stop(): void {
    this.#closing = true;
    this.#queue.clear();
    this.#drained?.();
  }
}
