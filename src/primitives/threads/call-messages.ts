/** Messages of a caller to its running call. They wait for a listener, as an operation may load its code first. */
export class CallMessages<Message = unknown> {
  #listener: ((message: Message) => void) | undefined;
  #early: Message[] = [];

  add(message: Message): void {
    if (this.#listener) this.#listener(message);
    else this.#early.push(message);
  }

  listen(listener: (message: Message) => void): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message);
  }
}
