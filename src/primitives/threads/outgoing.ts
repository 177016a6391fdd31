import { collectKeyOrders } from '../json/key-order.js';
import type { KeyOrderMessage } from './protocol.js';

interface Pending<Message> {
  readonly message: Message;
  readonly transferred: readonly ArrayBuffer[];
}

type Post<Message> = (messages: readonly (Message | KeyOrderMessage)[], transferred: ArrayBuffer[]) => void;

/** The messages to post, with the order of keys that the copy for the other thread would lose. */
export function withKeyOrders<Message>(messages: readonly Message[]): readonly (Message | KeyOrderMessage)[] {
  const keyOrders = collectKeyOrders(messages);
  return keyOrders.length === 0 ? messages : [{ keyOrders }, ...messages];
}

/**
 * Sends messages to another thread together at the end of a turn of the event loop, because waking a thread costs more
 * than most messages (`bench/measures/server.mjs`).
 */
export class Outgoing<Message> {
  readonly #post: Post<Message>;
  readonly #onUnsendable: (message: Message, error: unknown) => void;
  #pending: Pending<Message>[] = [];

  /** Only plain data can be sent; `onUnsendable` reports other messages, so that nobody waits for them. */
  constructor(post: Post<Message>, onUnsendable: (message: Message, error: unknown) => void) {
    this.#post = post;
    this.#onUnsendable = onUnsendable;
  }

  add(message: Message, transferred: readonly ArrayBuffer[] = []): void {
    if (this.#pending.length === 0) setImmediate(() => this.#flush());
    this.#pending.push({ message, transferred });
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    try {
      this.#post(
        withKeyOrders(pending.map(({ message }) => message)),
        pending.flatMap(({ transferred }) => transferred),
      );
    } catch {
      // One unsendable message makes the whole batch fail.
      for (const each of pending) this.#postAlone(each);
    }
  }

  #postAlone({ message, transferred }: Pending<Message>): void {
    try {
      this.#post(withKeyOrders([message]), [...transferred]);
    } catch (error) {
      this.#onUnsendable(message, error);
    }
  }
}
