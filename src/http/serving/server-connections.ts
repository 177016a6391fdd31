import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/**
 * The connections of a server, so that it can end without cutting responses short: Node treats a connection as idle as
 * soon as its response is written, even while most of it still waits for a slow reader.
 */
export class ServerConnections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #responses = new WeakMap<Socket, ServerResponse>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Remembers the last response of its connection. */
  note(request: IncomingMessage, response: ServerResponse): void {
    this.#responses.set(request.socket, response);
  }

  /** Idle connections end at once, the others with their response or after the timeout. */
  async close(closeTimeoutMs: number): Promise<void> {
    // Node's own close of an HTTP server would also end the connections that it treats as idle.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(this.#server, () => resolve()),
    );
    for (const socket of this.#sockets) this.#endAfterResponse(socket);
    const timer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, closeTimeoutMs);
    await closed;
    clearTimeout(timer);
    // Only the timer of the server is left to be ended.
    this.#server.close();
  }

  #endAfterResponse(socket: Socket): void {
    const response = this.#responses.get(socket);
    if (!response || response.writableFinished || response.destroyed) socket.destroy();
    else response.once('finish', () => socket.end());
  }
}
