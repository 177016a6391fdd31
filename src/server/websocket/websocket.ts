import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { EventBus } from '../../events/bus.js';
import type { Envelope } from '../../events/event.js';
import { eventText, eventBytes } from '../../events/event-text.js';
import { waitAtMost } from '../../primitives/wait-at-most.js';
import type { Log } from '../../operations/settings/log.js';
import { FrameBatch, encodeFrame, encodeFrameParts, type Frames } from './event-frames.js';
import { CLOSE_CODES, SocketClient } from './socket-client.js';

export interface HubTimes {
  readonly pingIntervalMs: number;
  readonly pongTimeoutMs: number;
  readonly checkIntervalMs: number;
  /** The time for pending events, and again for the close frames of clients. */
  readonly closeTimeoutMs: number;
}

const TIMES: HubTimes = {
  pingIntervalMs: 30_000,
  pongTimeoutMs: 10_000,
  checkIntervalMs: 1000,
  closeTimeoutMs: 1000,
};
const MAX_CLIENTS = 1024;
const MAX_MESSAGE_BYTES = 32 * 1024;
/** A fragment takes more memory than its bytes. */
const MAX_FRAGMENTS = 128;
const MAX_BUFFERED_CHUNKS = 1024;
/** These events have to be on their way before the response of the call that causes them. */
const BEFORE_RESPONSES: ReadonlySet<string> = new Set<Envelope['type']>([
  'execution_complete',
  'error',
  'environment_changed',
  'mock_request',
]);
/** Frequent events are collected for that long and written together. */
const GATHER_MS = 10;

export interface AcceptOptions {
  readonly fields?: readonly string[];
  readonly withResults?: boolean;
}

/** The clients of the event stream. */
export class SocketHub {
  readonly #clients = new Map<WebSocket, SocketClient>();
  readonly #withoutResults = new WeakSet<SocketClient>();
  readonly #events: EventBus;
  readonly #log: Log;
  readonly #times: HubTimes;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_BUFFERED_CHUNKS,
  });
  readonly #timers: NodeJS.Timeout[];
  readonly #batch = new FrameBatch();
  #gathering: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;
  #isClosed = false;

  constructor(events: EventBus, log: Log, times: HubTimes = TIMES) {
    this.#events = events;
    this.#log = log;
    this.#times = times;
    this.#timers = [
      setInterval(() => this.#ping(), times.pingIntervalMs).unref(),
      setInterval(() => this.#closeSlowClients(), times.checkIntervalMs).unref(),
    ];
  }

  get isFull(): boolean {
    return this.#clients.size >= MAX_CLIENTS;
  }

  /**
   * Accepts a checked upgrade; `fields` are further headers of the response, names and values alternating. A client
   * may ask for events without the results of executions.
   */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { fields = [], withResults = true }: AcceptOptions = {},
  ): void {
    if (this.#isClosed) return void socket.destroy();
    // No subprotocol is supported, and the library would fail on an invalid offer.
    delete request.headers['sec-websocket-protocol'];
    const addFields = (lines: string[]): void => {
      for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
    };
    // The library responds before it returns, or not at all.
    this.#server.once('headers', addFields);
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      this.#addClient(webSocket, socket, withResults),
    );
    this.#server.off('headers', addFields);
  }

  /** Sends pending events, then closes every client because of the shutdown. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#unsubscribe?.();
    this.#flushBatch();
    const { closeTimeoutMs } = this.#times;
    const clients = [...this.#clients.values()];
    await waitAtMost(closeTimeoutMs, Promise.all(clients.map((client) => client.drained())));
    const closed = Promise.all([...this.#clients.keys()].map(waitForClose));
    for (const client of clients) client.close(CLOSE_CODES.shutdown, 'the server is shutting down');
    await waitAtMost(closeTimeoutMs, closed);
    for (const client of clients) client.terminate();
  }

  #addClient(socket: WebSocket, stream: Duplex, withResults: boolean): void {
    const client = new SocketClient(socket, stream, (sender, text) => this.#onMessage(sender, text));
    // Earlier events are for the clients that were connected then.
    this.#flushBatch();
    this.#clients.set(socket, client);
    if (!withResults) this.#withoutResults.add(client);
    // Without clients, events are not even encoded.
    this.#unsubscribe ??= this.#events.subscribe((envelope) => this.#broadcast(envelope));
    socket.once('close', () => this.#removeClient(socket));
  }

  #removeClient(socket: WebSocket): void {
    this.#clients.delete(socket);
    if (this.#clients.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Encodes an event once for all clients. */
  #broadcast(envelope: Envelope): void {
    const parts = eventBytes(envelope);
    if (parts) return this.#sendResult(envelope, encodeFrameParts(parts));
    const { text, canWait } = eventText(envelope);
    if (canWait) return this.#gather(text);
    const frames = encodeFrame(text, envelope.type === 'stress_update');
    this.#sendNow(envelope.type, () => frames);
  }

  #sendResult(envelope: Envelope, frames: Frames): void {
    const short = eventBytes(envelope, false);
    const shortFrames = short ? encodeFrameParts(short) : frames;
    this.#sendNow(envelope.type, (client) => (this.#withoutResults.has(client) ? shortFrames : frames));
  }

  #sendNow(type: Envelope['type'], framesFor: (client: SocketClient) => Frames): void {
    this.#flushBatch();
    for (const client of this.#clients.values()) this.#send(client, framesFor(client));
    if (BEFORE_RESPONSES.has(type)) for (const client of this.#clients.values()) client.uncork();
  }

  /** The first event is sent at once, those that follow soon are sent together. */
  #gather(text: string): void {
    this.#batch.add(text);
    if (this.#gathering !== undefined && !this.#batch.isFull) return;
    this.#sendAll(this.#batch.take());
    this.#gathering ??= setTimeout(() => this.#endGathering(), GATHER_MS);
  }

  #endGathering(): void {
    this.#gathering = undefined;
    if (this.#batch.isEmpty) return;
    this.#sendAll(this.#batch.take());
    this.#gathering = setTimeout(() => this.#endGathering(), GATHER_MS);
  }

  /** Sends collected events first, so that all clients see one order. */
  #flushBatch(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#batch.isEmpty) this.#sendAll(this.#batch.take());
  }

  #sendAll(frames: Frames): void {
    for (const client of this.#clients.values()) this.#send(client, frames);
  }

  /** Ignores every message except a ping. */
  #onMessage(client: SocketClient, text: string): void {
    if (!isPing(text)) return;
    const pong = { type: 'pong', payload: null, timestamp: new Date().toISOString() };
    this.#flushBatch();
    this.#send(client, encodeFrame(JSON.stringify(pong), false));
  }

  #send(client: SocketClient, frames: Frames): void {
    try {
      client.send(frames);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log('error', `a WebSocket client was closed by a defect: ${reason}`);
      client.close(CLOSE_CODES.defect, 'internal error');
    }
  }

  #ping(): void {
    const pinged = [...this.#clients.values()];
    for (const client of pinged) client.ping();
    setTimeout(() => {
      for (const client of pinged) client.terminateIfDead();
    }, this.#times.pongTimeoutMs).unref();
  }

  #closeSlowClients(): void {
    for (const client of this.#clients.values()) client.closeIfSlow();
  }
}

function isPing(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value && value.type === 'ping';
  } catch {
    return false;
  }
}

function waitForClose(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
