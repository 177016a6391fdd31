/** Standard streams as a transport: one JSON-RPC message per line, and an account of what is still to be answered. */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { jsonOverrun } from '../../primitives/json-memory.js';
import { isObject } from './check-arguments.js';
import { paramsFault, readMessage, type MessageId } from './read-message.js';

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly onSkipped: (reason: string) => void;
  /** Why the connection is over; told once. */
  readonly onOver: (reason: EndReason) => void;
}

export type EndReason = 'input ended' | 'output closed' | 'line too long';

const LONGEST_LINE = 10 * 1024 * 1024;
const LINE_FEED = 10;
const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Requests that have been read and not answered; a client may use an id twice. */
  private readonly pending = new Map<unknown, { readonly method: string; count: number }>();
  private readonly idle: (() => void)[] = [];
  private readonly line = new ByteBuffer(LONGEST_LINE);
  private isOver = false;
  private isClosed = false;

  constructor(private readonly options: LineTransportOptions) {}

  start(): Promise<void> {
    const { input, output } = this.options;
    input.on('data', (chunk: Buffer) => this.take(chunk));
    input.on('end', () => this.endInput());
    input.on('error', () => this.endInput());
    output.on('error', () => this.end('output closed'));
    output.on('close', () => this.end('output closed'));
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      const isAnswer = 'id' in message && !('method' in message);
      this.options.output.write(this.lineOf(message), () => {
        if (isAnswer) this.settle(message.id);
        // Who cannot be told is noticed as a closed output.
        resolve();
      });
    });
  }

  private lineOf(message: JSONRPCMessage): string {
    const clear = this.withoutDump(message);
    try {
      return `${JSON.stringify(clear)}\n`;
    } catch {
      const id = 'id' in message ? message.id : undefined;
      this.options.onSkipped('an answer is too large to be written as one message');
      const error = { code: INTERNAL_ERROR, message: 'the answer is too large to be sent' };
      return `${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`;
    }
  }

  /** The package describes wrong parameters as many lines of JSON, which no client should have to read. */
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

  /** When everything that was asked is answered, or the time is over. */
  async answered(most: number): Promise<void> {
    if (this.pending.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, most);
      this.idle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Nothing more is read. */
  stopReading(): void {
    this.isOver = true;
    this.options.input.removeAllListeners('data').pause();
    this.options.input.destroy();
  }

  private take(chunk: Buffer): void {
    let rest = chunk;
    for (let at = rest.indexOf(LINE_FEED); at !== -1 && !this.isOver; at = rest.indexOf(LINE_FEED)) {
      this.keep(rest.subarray(0, at));
      rest = rest.subarray(at + 1);
      if (!this.isOver) this.endLine();
    }
    if (!this.isOver) this.keep(rest);
  }

  private keep(piece: Buffer): void {
    if (!this.line.append(piece)) this.end('line too long');
  }

  private endLine(): void {
    const line = this.line.text().trim();
    this.line.clear();
    if (line !== '') this.deliver(line);
  }

  private deliver(line: string): void {
    if (jsonOverrun(line, LONGEST_LINE) >= 0) {
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
    if (read.kind === 'notification') this.noteCancelled(read.message);
    // There is nothing to subscribe to, which the package would hide.
    else if (read.method === 'subscriptions/listen') {
      this.refuse(read.id, { code: METHOD_NOT_FOUND, message: 'Method not found' });
      return;
    } else this.expectAnswer(read.id, read.method);
    this.onmessage?.(read.message);
  }

  private refuse(id: MessageId, error: { readonly code: number; readonly message: string }): void {
    this.expectAnswer(id, '');
    void this.send({ jsonrpc: '2.0', id, error });
  }

  private expectAnswer(id: MessageId, method: string): void {
    const before = this.pending.get(id);
    if (before) before.count += 1;
    else this.pending.set(id, { method, count: 1 });
  }

  private noteCancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    if (isObject(message.params)) this.settle(message.params['requestId']);
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
    this.options.onOver(reason);
  }
}
