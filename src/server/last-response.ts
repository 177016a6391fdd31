import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Which answer a connection waits for: what comes after it must not overtake it. */
export class LastResponse {
  readonly #latest = new WeakMap<Duplex, ServerResponse>();

  note(response: ServerResponse): void {
    this.#latest.set(response.req.socket, response);
  }

  /** Whether the head of an answer is out that more bytes would spoil. */
  isBegun(socket: Duplex): boolean {
    const response = this.#pending(socket);
    return response !== undefined && response.headersSent && !response.req.complete;
  }

  /** At once when everything that was asked completely has its answer, else then. */
  after(socket: Duplex, act: () => void): void {
    const response = this.#pending(socket);
    if (response?.req.complete) response.once('close', act);
    else act();
  }

  #pending(socket: Duplex): ServerResponse | undefined {
    const response = this.#latest.get(socket);
    return response === undefined || response.writableFinished || response.destroyed ? undefined : response;
  }
}
