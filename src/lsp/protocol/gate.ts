/** Requests before `initialize` and after `shutdown` are refused here, since the library passes them on. */
import type {
  DataCallback,
  Disposable,
  Message,
  MessageReader,
  MessageWriter,
  RequestMessage,
} from 'vscode-languageserver-protocol';
import type { JsonLog } from '../../primitives/json/json-log.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { INPUT_ENDED } from './frame-watch.js';

const NOT_INITIALIZED = -32002;
const INVALID_REQUEST = -32600;

type Refusal = readonly [code: number, message: string];

/** A reader that passes on only what the state of the connection allows. */
export class GatedReader implements MessageReader {
  readonly #reader: MessageReader;
  readonly #writer: MessageWriter;
  readonly #log: JsonLog;
  #state: 'new' | 'open' | 'shut' = 'new';

  constructor(reader: MessageReader, writer: MessageWriter, log: JsonLog) {
    this.#reader = reader;
    this.#writer = writer;
    this.#log = log;
    // The library goes on after a message that is no JSON.
    reader.onError(() => this.#skip('a message cannot be read'));
  }

  get onError(): MessageReader['onError'] {
    return this.#reader.onError;
  }

  get onClose(): MessageReader['onClose'] {
    return this.#reader.onClose;
  }

  get onPartialMessage(): MessageReader['onPartialMessage'] {
    return this.#reader.onPartialMessage;
  }

  listen(callback: DataCallback): Disposable {
    return this.#reader.listen((message) => {
      if (this.#admits(message)) callback(message);
    });
  }

  dispose(): void {
    this.#reader.dispose();
  }

  #admits(message: unknown): boolean {
    if (!isPlainObject(message)) return this.#skip('a message is not an object');
    const { method, id } = message;
    const isResponse = method === undefined && id !== undefined;
    if (isResponse) return this.#state !== 'new' || this.#skip('a response to nothing');
    if (typeof method !== 'string') return this.#skip('a message has no method');
    if (id === undefined) return this.#admitsNotification(method);
    if (typeof id !== 'string' && typeof id !== 'number')
      return this.#skip('the id of a request is neither a number nor a text');
    const refusal = this.#refusalOf(method);
    if (refusal === undefined) {
      if (method === 'initialize') this.#state = 'open';
      if (method === 'shutdown') this.#state = 'shut';
      return true;
    }
    this.#refuse(id, refusal);
    return false;
  }

  #admitsNotification(method: string): boolean {
    if (method === 'exit' || method === INPUT_ENDED || this.#state === 'open') return true;
    return this.#skip(`a notification ${this.#state === 'new' ? 'before initialize' : 'after shutdown'}`);
  }

  #refusalOf(method: string): Refusal | undefined {
    if (this.#state === 'shut') return [INVALID_REQUEST, 'the server was shut down'];
    if (this.#state === 'new')
      return method === 'initialize' ? undefined : [NOT_INITIALIZED, 'the server is not initialized yet'];
    return method === 'initialize' ? [INVALID_REQUEST, 'the server is initialized already'] : undefined;
  }

  #refuse(id: RequestMessage['id'], [code, message]: Refusal): void {
    const response = { jsonrpc: '2.0', id, error: { code, message } };
    // A client that reads no more is noticed by the end of its input.
    this.#writer.write(response as Message).catch(() => undefined);
  }

  #skip(reason: string): false {
    this.#log('warn', 'protocol', { reason });
    return false;
  }
}
