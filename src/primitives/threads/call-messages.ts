/** What a caller sends to its call. An operation may load its code first, so messages wait for its listener. */
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
