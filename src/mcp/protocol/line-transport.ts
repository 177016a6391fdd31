/** Standard streams as a transport: one JSON-RPC message per line, and a record of the requests without a response. */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { jsonOverrun } from '../../primitives/json-memory.js';
import { toJson } from '../../primitives/json/json-writer.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { paramsFault, readMessage, type MessageId } from './read-message.js';

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly onSkipped: (reason: string) => void;
  /** Called once, with the reason why the connection has ended. */
  readonly onEnd: (reason: EndReason) => void;
}

export type EndReason = 'input ended' | 'output closed' | 'line too long';

const MAX_LINE_BYTES = 10 * 1024 * 1024;
const LINE_FEED = 10;
const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Requests without a response; a client may use an id twice. */
  private readonly pending = new Map<unknown, { readonly method: string; count: number }>();
  private readonly idle: (() => void)[] = [];
  private readonly line = new ByteBuffer(MAX_LINE_BYTES);
  private isOver = false;
  private isClosed = false;

  constructor(private readonly options: LineTransportOptions) {}

  start(): Promise<void> {
    const { input, output } = this.options;
    input.on('data', (chunk: Buffer) => this.receive(chunk));
    input.on('end', () => this.endInput());
    input.on('error', () => this.endInput());
    output.on('error', () => this.end('output closed'));
    output.on('close', () => this.end('output closed'));
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      const isResponse = 'id' in message && !('method' in message);
      this.options.output.write(this.encodeLine(message), () => {
        if (isResponse) this.settle(message.id);
        // A failed write is reported as a closed output.
        resolve();
      });
    });
  }

  private encodeLine(message: JSONRPCMessage): string {
    const clear = this.withoutDump(message);
    try {
      return `${toJson(clear)}\n`;
    } catch {
      const id = 'id' in message ? message.id : undefined;
      this.options.onSkipped('a response is too large to be written as one message');
      const error = { code: INTERNAL_ERROR, message: 'the response is too large to be sent' };
      return `${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`;
    }
  }

  /** The package describes wrong parameters as many lines of JSON, which are replaced by one sentence. */
  private withoutDump(message: JSONRPCMessage): JSONRPCMessage {
    if (!('error' in message) || !message.error.message.includes('\n')) return message;
    const error = paramsFault(this.pending.get(message.id)?.method ?? 'the request');
    this.options.onSkipped(error.message);
    return { ...message, error };
  }

  close(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.onclose?.();
    }
    return Promise.resolve();
  }

  /** Resolves when every request has its response, or the time is over. */
  async drain(timeoutMs: number): Promise<void> {
    if (this.pending.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.idle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  stopReading(): void {
    this.isOver = true;
    this.options.input.removeAllListeners('data').pause();
    this.options.input.destroy();
  }

  private receive(chunk: Buffer): void {
    let rest = chunk;
    for (let at = rest.indexOf(LINE_FEED); at !== -1 && !this.isOver; at = rest.indexOf(LINE_FEED)) {
      this.append(rest.subarray(0, at));
      rest = rest.subarray(at + 1);
      if (!this.isOver) this.endLine();
    }
    if (!this.isOver) this.append(rest);
  }

  private append(bytes: Buffer): void {
    if (!this.line.append(bytes)) this.end('line too long');
  }

  private endLine(): void {
    const line = this.line.text().trim();
    this.line.clear();
    if (line !== '') this.handleLine(line);
  }

  private handleLine(line: string): void {
    if (jsonOverrun(line, MAX_LINE_BYTES) >= 0) {
      this.options.onSkipped('a line has too many values');
      return;
    }
    const read = readMessage(line);
    if (read.kind === 'skipped') {
      this.options.onSkipped(read.reason);
      return;
    }
    if (read.kind === 'refused') {
      this.options.onSkipped(read.error.message);
      this.refuse(read.id, read.error);
      return;
    }
    if (read.kind === 'notification') this.forgetCancelled(read.message);
    // There is nothing to subscribe to, but the package would accept the subscription.
    else if (read.method === 'subscriptions/listen') {
      this.refuse(read.id, { code: METHOD_NOT_FOUND, message: 'Method not found' });
      return;
    } else this.trackRequest(read.id, read.method);
    this.onmessage?.(read.message);
  }

  private refuse(id: MessageId, error: { readonly code: number; readonly message: string }): void {
    this.trackRequest(id, '');
    void this.send({ jsonrpc: '2.0', id, error });
  }

  private trackRequest(id: MessageId, method: string): void {
    const before = this.pending.get(id);
    if (before) before.count += 1;
    else this.pending.set(id, { method, count: 1 });
  }

  private forgetCancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    if (isPlainObject(message.params)) this.settle(message.params['requestId']);
  }

  private settle(id: unknown): void {
    const waiting = this.pending.get(id);
    if (waiting && waiting.count > 1) waiting.count -= 1;
    else this.pending.delete(id);
    if (this.pending.size === 0) for (const resolve of this.idle.splice(0)) resolve();
  }

  private endInput(): void {
    if (this.isOver) return;
    this.endLine();
    this.end('input ended');
  }

  private end(reason: EndReason): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.onEnd(reason);
  }
}
