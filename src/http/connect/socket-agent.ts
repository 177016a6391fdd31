import { Agent, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** Gives a connected socket to the next request, because the pool decides on connections and their reuse. */
export class SocketAgent extends Agent {
  private socket: Socket | undefined;

  constructor() {
    super({ keepAlive: true });
  }

  /** Sets the socket of the request that is created next. */
  use(socket: Socket): this {
    this.socket = socket;
    return this;
  }

  /** Called by ClientRequest while it is constructed. */
  addRequest(request: ClientRequest): void {
    if (this.socket) request.onSocket(this.socket);
    this.socket = undefined;
  }
}
