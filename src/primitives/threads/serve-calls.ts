import { parentPort } from 'node:worker_threads';
import { ServiceError } from '../../errors.js';
import { CallMessages } from './call-messages.js';
import { restoreKeyOrders } from '../json/key-order.js';
import { Outgoing, withKeyOrders } from './outgoing.js';
import { collectBuffers } from './own-memory.js';
import type { FromThread, MessageOf, OperationTable, ToThread } from './protocol.js';
import { serializeFailure } from './thread-failure.js';

/** The context of an operation, beside its input. */
export interface CallContext<Event, Message = unknown> {
  /** The id of the call, which is the same in all threads. */
  readonly id: number;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
  /** Sends the event together with other messages at the end of this turn of the event loop. */
  readonly emit: (event: Event) => void;
  /** For operations that do not yield to the event loop. */
  readonly emitAtOnce: (event: Event) => void;
  /** Sets the listener of messages from the caller; messages that arrived before are not lost. */
  readonly onMessage: (listener: (message: Message) => void) => void;
}

export type Performers<T extends OperationTable<T>> = {
  readonly [K in keyof T]: (
    input: T[K]['input'],
    context: CallContext<T[K]['event'], MessageOf<T[K]>>,
  ) => Promise<T[K]['result']> | T[K]['result'];
};

type AnyPerformer = (input: unknown, context: CallContext<unknown>) => unknown;

/** Makes this thread perform calls; bytes in results and events are transferred, so operations must not keep them. */
export function serveCalls<T extends OperationTable<T>>(performers: Performers<T>): void {
  const running = new Map<number, RunningCall>();
  const perform = async (id: number, operation: string, input: unknown): Promise<void> => {
    const call = new RunningCall(id);
    running.set(id, call);
    try {
      const performer = performers[operation as keyof T] as AnyPerformer;
      const result = await performer(input, call);
      post({ id, result }, collectBuffers(result));
    } catch (error) {
      post({ id, failure: serializeFailure(error) });
    } finally {
      running.delete(id);
    }
  };
  parentPort?.on('message', (messages: readonly ToThread[]) => {
    for (const message of messages) {
      if ('keyOrders' in message) restoreKeyOrders(message.keyOrders);
      else if ('operation' in message) void perform(message.id, message.operation, message.input);
      else if ('abort' in message) running.get(message.id)?.abort(message.abort);
      else if ('ping' in message) post({ ready: true });
      else running.get(message.id)?.messages.add(message.message);
    }
  });
  post({ ready: true });
}

/** Sends a notice that belongs to no call to the owner of this thread. */
export function sendNotice(notice: unknown): void {
  post({ notice });
}

class RunningCall implements CallContext<unknown> {
  readonly id: number;
  readonly messages = new CallMessages();
  #controller: AbortController | undefined;
  #reason: ServiceError | undefined;

  constructor(id: number) {
    this.id = id;
  }

  /** Created on first use, because most calls never read it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  readonly onMessage = (listener: (message: unknown) => void): void => this.messages.listen(listener);

  readonly emit = (event: unknown): void => post({ id: this.id, event }, collectBuffers(event));

  readonly emitAtOnce = (event: unknown): void => {
    parentPort?.postMessage(withKeyOrders([{ id: this.id, event }]), collectBuffers(event));
  };

  abort(reason: string): void {
    this.#reason ??= new ServiceError('cancelled', reason);
    this.#controller?.abort(this.#reason);
  }
}

const outgoing = new Outgoing<FromThread>(
  (messages, transferred) => parentPort?.postMessage(messages, transferred),
  (message, error) => {
    if ('id' in message) post({ id: message.id, failure: serializeFailure(error) });
  },
);

function post(message: FromThread, transferred?: readonly ArrayBuffer[]): void {
  outgoing.add(message, transferred);
}
