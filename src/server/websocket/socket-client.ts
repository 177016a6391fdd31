/** One client of the event stream: its queue of frames and its limits. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { byteCount, type Frames } from './event-frames.js';

export const CLOSE_CODES = {
  shutdown: 1001,
  binary: 1003,
  tooMany: 1008,
  defect: 1011,
  tooSlow: 1013,
} as const;

interface QueuedFrames {
  readonly frames: Frames;
  readonly size: number;
  readonly since: number;
}

/** Bytes handed to the socket at once; the rest stays in the queue, where it can still be replaced. */
const MAX_IN_FLIGHT_BYTES = 64 * 1024;
const MAX_PENDING_MESSAGES = 256;
const MAX_PENDING_MS = 5000;
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
const MAX_MESSAGES_PER_SECOND = 100;
const SECOND_MS = 1000;

export class SocketClient {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  #isCorked = false;
  readonly #onMessage: (client: SocketClient, text: string) => void;
  /** Handed to the socket, not yet written to the network. */
  readonly #inFlight: QueuedFrames[] = [];
  #inFlightBytes = 0;
  readonly #queue = new Set<QueuedFrames>();
  #replaceable: QueuedFrames | undefined;
  /** Pending messages and bytes, queued or in flight. */
  #count = 0;
  #bytes = 0;
  /** The times of the last messages, as a ring. */
  readonly #receivedAt: number[] = [];
  #receivedCount = 0;
  #isAlive = true;
  #isClosing = false;
  #onDrained: (() => void) | undefined;

  /** The socket writes to `stream` immediately and uncompressed, so that frames may be written there directly. */
  constructor(socket: WebSocket, stream: Duplex, onMessage: (client: SocketClient, text: string) => void) {
    this.#socket = socket;
    this.#stream = stream;
    this.#onMessage = onMessage;
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('pong', () => this.#markAlive());
    socket.on('ping', () => this.#onPing());
    // The library has closed the socket with code 1002, 1007 or 1009.
    socket.on('error', () => this.#stop());
    socket.on('close', () => this.#stop());
  }

  send(frames: Frames): void {
    if (this.#isClosing) return;
    const { count, replaceable } = frames;
    const size = byteCount(frames);
    if (replaceable && this.#replaceable) this.#discard(this.#replaceable);
    const queued: QueuedFrames = { frames, size, since: performance.now() };
    this.#queue.add(queued);
    this.#count += count;
    this.#bytes += size;
    if (replaceable) this.#replaceable = queued;
    this.#cork();
    this.#sendQueued();
    this.closeIfSlow();
  }

  /** Sends corked frames now: a response that follows on another connection must not overtake them. */
  uncork(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.#stream.uncork();
  }

  /** Also called at intervals: a client that gets nothing new may still be too slow for what is pending. */
  closeIfSlow(): void {
    const isBehind =
      this.#count > MAX_PENDING_MESSAGES && performance.now() - this.#oldestSince() > MAX_PENDING_MS;
    if (isBehind || (this.#inFlight.length + this.#queue.size > 1 && this.#bytes >= MAX_PENDING_BYTES)) {
      this.close(CLOSE_CODES.tooSlow, 'the client reads too slowly');
    }
  }

  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#stop();
    this.#socket.close(code, reason);
  }

  /** Resolves when nothing is pending. */
  drained(): Promise<void> {
    if (this.#isClosing || this.#inFlight.length + this.#queue.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onDrained = resolve;
    });
  }

  ping(): void {
    this.#isAlive = false;
    this.#socket.ping();
  }

  /** Without any sign since the last ping, no close frame would be received either. */
  terminateIfDead(): void {
    if (!this.#isAlive) this.terminate();
  }

  terminate(): void {
    this.#stop();
    this.#socket.terminate();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#markAlive();
    if (this.#isClosing) return;
    if (isBinary) return this.close(CLOSE_CODES.binary, 'binary messages are not understood');
    if (this.#exceedsRate()) return this.close(CLOSE_CODES.tooMany, 'more than 100 messages in a second');
    this.#onMessage(this, data.toString('utf8'));
  }

  #exceedsRate(): boolean {
    const now = performance.now();
    const place = this.#receivedCount++ % MAX_MESSAGES_PER_SECOND;
    const earlier = this.#receivedAt[place];
    this.#receivedAt[place] = now;
    return earlier !== undefined && now - earlier < SECOND_MS;
  }

  /** Pongs are buffered in the socket: a client that only pings must not fill the memory. */
  #onPing(): void {
    this.#markAlive();
    if (this.#socket.bufferedAmount > MAX_PENDING_BYTES) this.terminate();
  }

  #markAlive(): void {
    this.#isAlive = true;
  }

  #oldestSince(): number {
    const [inFlight] = this.#inFlight;
    if (inFlight) return inFlight.since;
    for (const { since } of this.#queue) return since;
    return Infinity;
  }

  /** Frames of one turn of the event loop are written together. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#stream.cork();
    setImmediate(() => this.uncork());
  }

  #sendQueued(): void {
    // Nothing may follow a close frame (RFC 6455 section 5.5.1), whichever side sent it first.
    if (this.#socket.readyState !== this.#socket.OPEN) return this.#stop();
    for (const queued of this.#queue) {
      const { frames, size } = queued;
      if (this.#inFlight.length > 0 && this.#inFlightBytes + size > MAX_IN_FLIGHT_BYTES) return;
      this.#queue.delete(queued);
      if (queued === this.#replaceable) this.#replaceable = undefined;
      this.#inFlight.push(queued);
      this.#inFlightBytes += size;
      this.#write(frames);
    }
  }

  #write({ data, rest = [] }: Frames): void {
    const parts = [data, ...rest];
    const last = parts.pop() ?? data;
    for (const part of parts) this.#stream.write(part);
    this.#stream.write(last, this.#onWritten);
  }

  /** Called in the order of sending; an error closes the socket, which has its own handler. */
  readonly #onWritten = (): void => {
    const queued = this.#inFlight.shift();
    if (!queued || this.#isClosing) return;
    this.#markAlive();
    this.#inFlightBytes -= queued.size;
    this.#count -= queued.frames.count;
    this.#bytes -= queued.size;
    this.#sendQueued();
    if (this.#inFlight.length === 0) this.#onDrained?.();
  };

  #discard(queued: QueuedFrames): void {
    this.#queue.delete(queued);
    this.#count -= queued.frames.count;
    this.#bytes -= queued.size;
  }

  #stop(): void {
    this.#isClosing = true;
    this.#queue.clear();
    this.#onDrained?.();
  }
}
