import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { forwardResponseHeaders, writeHead } from './forward-headers.js';
import { headOf, NodeForwarding } from './forward-by-node.js';
import type { ForwardParts } from './forward.js';

/** An upgrade: when the target accepts, bytes flow both ways; any other response is forwarded as usual. */
export class Tunnelling extends NodeForwarding {
  readonly #socket: Socket;
  readonly #head: Buffer;

  constructor(request: IncomingMessage, socket: Duplex, head: Buffer, parts: ForwardParts) {
    super(request, responseOn(request, socket as Socket), parts);
    this.#socket = socket as Socket;
    this.#head = head;
    socket.on('error', () => socket.destroy());
  }

  override start(): void {
    void this.#dial();
  }

  async #dial(): Promise<void> {
    try {
      const socket = await this.parts.upstream.tunnel();
      if (this.hasEnded) socket.destroy();
      else this.#send(socket);
    } catch (error) {
      this.fail(error);
    }
  }

  #send(socket: Socket): void {
    const outgoing = this.ask(socket, this.request.headers.upgrade ?? '');
    outgoing.on('upgrade', (response: IncomingMessage, _socket, first) => {
      this.#join(response, socket, first);
    });
    outgoing.end();
  }

  #join(response: IncomingMessage, target: Socket, first: Buffer): void {
    const client = this.#socket;
    this.record(headOf(response));
    this.response.detachSocket(client);
    const headers = forwardResponseHeaders(response.rawHeaders, this.parts.address, this.own, true);
    client.write(writeHead(response.statusCode ?? 101, response.statusMessage ?? '', headers));
    if (first.length > 0) client.write(first);
    if (this.#head.length > 0) target.write(this.#head);
    join(client, target);
  }
}

/** Connects both directions with back-pressure; a side that has ended sending may still receive. */
function join(client: Socket, target: Socket): void {
  for (const [from, to] of [
    [client, target],
    [target, client],
  ] as const) {
    from.setTimeout(0);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroySoon());
    from.pipe(to);
  }
}

/** Node creates no response object for an upgrade. */
function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => {
    response.detachSocket(socket);
    socket.destroySoon();
  });
  return response;
}
