interface Pending<Message> {
  readonly message: Message;
  readonly transferred: readonly ArrayBuffer[];
}

type Post<Message> = (messages: readonly Message[], transferred: ArrayBuffer[]) => void;

/**
 * Messages to another thread that leave together at the end of a turn of the event loop: waking a thread costs more
 * than what most messages hold.
 */
export class Outgoing<Message> {
  readonly #post: Post<Message>;
  readonly #onUnsendable: (message: Message, error: unknown) => void;
  #pending: Pending<Message>[] = [];

  /** What is more than data cannot be sent; whoever waits for it has to know. */
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
        pending.map(({ message }) => message),
        pending.flatMap(({ transferred }) => transferred),
      );
    } catch {
      // One of them spoils all.
      for (const each of pending) this.#postAlone(each);
    }
  }

  #postAlone({ message, transferred }: Pending<Message>): void {
    try {
      this.#post([message], [...transferred]);
    } catch (error) {
      this.#onUnsendable(message, error);
    }
  }
}
