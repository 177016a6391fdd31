import { Agent, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Hands a socket that is already connected to the next request; connections, their number and their reuse are
 * the pool's. Node's own agent would also put every request through option copies and a name for its pool.
 */
export class SocketAgent extends Agent {
  private socket: Socket | undefined;

  constructor() {
    super({ keepAlive: true });
  }

  /** For the request created next. */
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
