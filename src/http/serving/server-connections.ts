import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/**
 * The connections of a server, so that it can end without cutting answers short: Node takes a connection for idle as
 * soon as its answer is written, also while most of it still waits for a slow reader.
 */
export class ServerConnections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #answers = new WeakMap<Socket, ServerResponse>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** The last answer of its connection. */
  note(request: IncomingMessage, response: ServerResponse): void {
    this.#answers.set(request.socket, response);
  }

  /** Idle connections end at once, the others with their answer or after so many milliseconds. */
  async close(limit: number): Promise<void> {
    // Node's own close of an HTTP server also ends what it takes for idle.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(this.#server, () => resolve()),
    );
    for (const socket of this.#sockets) this.#endAfterAnswer(socket);
    const timer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, limit);
    await closed;
    clearTimeout(timer);
    // Nothing is left to be ended but its timer.
    this.#server.close();
  }

  #endAfterAnswer(socket: Socket): void {
    const answer = this.#answers.get(socket);
    if (!answer || answer.writableFinished || answer.destroyed) socket.destroy();
    else answer.once('finish', () => socket.end());
  }
}
