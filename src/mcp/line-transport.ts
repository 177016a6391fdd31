/** Standard streams as a transport: one JSON-RPC message per line, and an account of what is still to be answered. */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { ByteBuffer } from '../primitives/byte-buffer.js';
import { jsonOverrun } from '../primitives/json-memory.js';
import { isObject } from './check-arguments.js';

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

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Requests that have been read and not answered. */
  private readonly pending = new Set<unknown>();
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
      this.options.output.write(`${JSON.stringify(message)}\n`, () => {
        if (isAnswer) this.settle(message.id);
        // Who cannot be told is noticed as a closed output.
        resolve();
      });
    });
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
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.options.onSkipped('a line is not JSON');
      return;
    }
    if (!isMessage(message)) {
      this.options.onSkipped('a line is not one JSON-RPC message');
      return;
    }
    if (message.method !== undefined && isId(message.id)) this.pending.add(message.id);
    if (message.method === 'notifications/cancelled' && isObject(message.params))
      this.settle(message.params['requestId']);
    // There is nothing to subscribe to, which the package would hide.
    if (message.method === 'subscriptions/listen' && isId(message.id)) {
      const error = { code: METHOD_NOT_FOUND, message: 'Method not found' };
      void this.send({ jsonrpc: '2.0', id: message.id, error });
      return;
    }
    this.onmessage?.(message as unknown as JSONRPCMessage);
  }

  private settle(id: unknown): void {
    this.pending.delete(id);
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

interface Message {
  readonly method?: string;
  readonly id?: unknown;
  readonly params?: unknown;
}

function isMessage(value: unknown): value is Message {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { method, id } = value;
  if (method !== undefined && typeof method !== 'string') return false;
  if (id !== undefined && !isId(id)) return false;
  const isAnswer = id !== undefined && (value['result'] !== undefined || value['error'] !== undefined);
  return method !== undefined || isAnswer;
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id));
}
