import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The latest response of each connection: a refusal or an upgrade must not overtake a pending one. */
export class LastResponse {
  readonly #latest = new WeakMap<Duplex, ServerResponse>();

  track(response: ServerResponse): void {
    this.#latest.set(response.req.socket, response);
  }

  /** Whether the head of a pending response is sent, so that further bytes would become part of it. */
  hasStarted(socket: Duplex): boolean {
    const response = this.#pending(socket);
    return response !== undefined && response.headersSent && !response.req.complete;
  }

  /** Acts when every request that was received completely has its response. */
  afterPending(socket: Duplex, act: () => void): void {
    const response = this.#pending(socket);
    if (response?.req.complete) response.once('close', act);
    else act();
  }

  #pending(socket: Duplex): ServerResponse | undefined {
    const response = this.#latest.get(socket);
    return response === undefined || response.writableFinished || response.destroyed ? undefined : response;
  }
}
