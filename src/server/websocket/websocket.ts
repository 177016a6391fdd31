import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import type { EventBus } from '../../events/bus.js';
import type { Envelope } from '../../events/event.js';
import { eventText, eventBytes } from '../../events/event-text.js';
import type { Log } from '../../operations/settings/log.js';
import { FrameBatch, frameOf, frameOfParts, type Frames } from './event-frames.js';
import { CLOSE, SocketClient } from './socket-client.js';

/** The clients of the event stream (server.md 16). */
export interface SocketHub {
  readonly isFull: boolean;
  /** Of an upgrade that passed every check; `fields` are further headers of the answer, names and values in turn. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, fields?: readonly string[]): void;
  /** What waits is sent, then everybody is told that the server goes. */
  close(): Promise<void>;
}

/** Milliseconds. */
export interface HubTimes {
  readonly pingEvery: number;
  readonly answerWithin: number;
  readonly lookEvery: number;
  /** For what waits, and then for the answers to closing, when the server goes. */
  readonly farewell: number;
}

const TIMES: HubTimes = { pingEvery: 30_000, answerWithin: 10_000, lookEvery: 1000, farewell: 1000 };
const MOST_CLIENTS = 1024;
const LONGEST_MESSAGE = 32 * 1024;
/** Small pieces of a message cost more memory than their bytes. */
const MAX_FRAGMENTS = 128;
const MAX_BUFFERED_CHUNKS = 1024;
/** Answers follow them (server.md 16), so they are on their way before anything else is written. */
const BEFORE_ANSWERS: ReadonlySet<string> = new Set<Envelope['type']>([
  'execution_complete',
  'error',
  'environment_changed',
  'mock_request',
]);
/** Milliseconds for which events that many come of are gathered: short for an eye, thousands of writes for a socket. */
const GATHER = 10;

export function openSocketHub(events: EventBus, log: Log, times: HubTimes = TIMES): SocketHub {
  const hub = new Hub(events, log, times);
  return {
    get isFull() {
      return hub.clients.size >= MOST_CLIENTS;
    },
    accept: (request, socket, head, fields) => hub.accept(request, socket, head, fields),
    close: () => hub.close(),
  };
}

class Hub {
  readonly clients = new Map<WebSocket, SocketClient>();
  readonly #events: EventBus;
  readonly #log: Log;
  readonly #times: HubTimes;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LONGEST_MESSAGE,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_BUFFERED_CHUNKS,
  });
  readonly #timers: NodeJS.Timeout[];
  readonly #batch = new FrameBatch();
  #gathering: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;
  #closed = false;

  constructor(events: EventBus, log: Log, times: HubTimes) {
    this.#events = events;
    this.#log = log;
    this.#times = times;
    this.#timers = [
      setInterval(() => this.#ping(), times.pingEvery).unref(),
      setInterval(() => this.#look(), times.lookEvery).unref(),
    ];
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer, fields: readonly string[] = []): void {
    if (this.#closed) return void socket.destroy();
    // No subprotocol is spoken, so whatever is offered is not even read.
    delete request.headers['sec-websocket-protocol'];
    const addFields = (lines: string[]): void => {
      for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
    };
    // The library answers before it returns, or not at all.
    this.#server.once('headers', addFields);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#welcome(webSocket, socket));
    this.#server.off('headers', addFields);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#unsubscribe?.();
    this.#release();
    const { farewell } = this.#times;
    const clients = [...this.clients.values()];
    await within(farewell, Promise.all(clients.map((client) => client.drained())));
    const gone = Promise.all([...this.clients.keys()].map(hasClosed));
    for (const client of clients) client.close(CLOSE.shutdown, 'the server is shutting down');
    await within(farewell, gone);
    for (const client of clients) client.terminate();
  }

  #welcome(socket: WebSocket, stream: Duplex): void {
    const client = new SocketClient(socket, stream, (asking, text) => this.#answer(asking, text));
    // Nothing is replayed: what was told before is for those who were here.
    this.#release();
    this.clients.set(socket, client);
    // Nobody writes events down while nobody reads them.
    this.#unsubscribe ??= this.#events.subscribe((envelope) => this.#broadcast(envelope));
    socket.once('close', () => this.#leave(socket));
  }

  #leave(socket: WebSocket): void {
    this.clients.delete(socket);
    if (this.clients.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Encoded once, whoever reads it. */
  #broadcast(envelope: Envelope): void {
    const parts = eventBytes(envelope);
    if (parts) return this.#sendNow(envelope.type, frameOfParts(parts));
    const { text, isPatient } = eventText(envelope);
    if (isPatient) return this.#gather(text);
    this.#sendNow(envelope.type, frameOf(text, envelope.type === 'stress_update'));
  }

  #sendNow(type: Envelope['type'], frames: Frames): void {
    this.#release();
    this.#sendAll(frames);
    if (BEFORE_ANSWERS.has(type)) for (const client of this.clients.values()) client.release();
  }

  /** The first goes out at once, those that follow soon together: a write for each would cost more than its answer. */
  #gather(text: string): void {
    this.#batch.add(text);
    if (this.#gathering !== undefined && !this.#batch.isFull) return;
    this.#sendAll(this.#batch.take());
    this.#gathering ??= setTimeout(() => this.#endGathering(), GATHER);
  }

  #endGathering(): void {
    this.#gathering = undefined;
    if (this.#batch.isEmpty) return;
    this.#sendAll(this.#batch.take());
    this.#gathering = setTimeout(() => this.#endGathering(), GATHER);
  }

  /** All see one order: nothing overtakes what was gathered. */
  #release(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#batch.isEmpty) this.#sendAll(this.#batch.take());
  }

  #sendAll(frames: Frames): void {
    for (const client of this.clients.values()) this.#send(client, frames);
  }

  /** Anything but a ping is ignored. */
  #answer(client: SocketClient, text: string): void {
    if (!isPing(text)) return;
    const pong = { type: 'pong', payload: null, timestamp: new Date().toISOString() };
    this.#release();
    this.#send(client, frameOf(JSON.stringify(pong), false));
  }

  #send(client: SocketClient, frames: Frames): void {
    try {
      client.send(frames);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log('error', `a WebSocket client was closed by a defect: ${reason}`);
      client.close(CLOSE.defect, 'internal error');
    }
  }

  #ping(): void {
    const asked = [...this.clients.values()];
    for (const client of asked) client.ping();
    setTimeout(() => {
      for (const client of asked) client.dropIfDead();
    }, this.#times.answerWithin).unref();
  }

  #look(): void {
    for (const client of this.clients.values()) client.closeIfSlow();
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

function hasClosed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const timeUp = sleep(milliseconds, undefined, { signal: limit.signal }).catch(() => undefined);
  await Promise.race([work, timeUp]);
  limit.abort();
}
