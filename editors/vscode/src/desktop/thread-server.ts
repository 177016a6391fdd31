/** The server of the extension itself, in a thread: everything but running requests. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageTransports,
} from 'vscode-languageclient/node';
import { SERVER_ROLE } from '../server-role.js';

export function startThread(directory: string): MessageTransports & { readonly worker: Worker } {
  const worker = new Worker(join(directory, 'browser.js'), { workerData: { role: SERVER_ROLE } });
  return { worker, reader: new ThreadReader(worker), writer: new ThreadWriter(worker) };
}

class ThreadReader extends AbstractMessageReader {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on('error', (error) => this.fireError(error));
    worker.on('exit', () => this.fireClose());
  }

  listen(callback: DataCallback): Disposable {
    const listener = (message: Message): void => callback(message);
    this.#worker.on('message', listener);
    return { dispose: () => void this.#worker.off('message', listener) };
  }
}

class ThreadWriter extends AbstractMessageWriter {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
  }

  write(message: Message): Promise<void> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
    this.#worker.postMessage(message);
    return Promise.resolve();
  }

  end(): void {
    void this.#worker.terminate();
  }
}
