import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { requestHeaders, responseHeaders, writtenHead } from './forward-headers.js';
import { Forwarding, type ForwardParts } from './forward.js';

/** An upgrade: when the target agrees, bytes flow both ways; any other answer is passed on like always. */
export class Tunnelling extends Forwarding {
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
      if (this.isEnded) socket.destroy();
      else this.#send(socket);
    } catch (error) {
      this.fail(error);
    }
  }

  #send(socket: Socket): void {
    const { request, parts } = this;
    const { method = '', rawHeaders, headers } = request;
    const framing = { method, chunked: false, upgrade: headers.upgrade };
    const sent = requestHeaders(rawHeaders, parts.address.target.authority, framing);
    const outgoing = parts.upstream.request(socket, { method, path: this.path, headers: sent }, true);
    this.listen(outgoing);
    this.awaitAnswer();
    outgoing.on('upgrade', (answer: IncomingMessage, _socket, first) => {
      this.#join(answer, socket, first);
    });
    outgoing.end();
  }

  #join(answer: IncomingMessage, target: Socket, first: Buffer): void {
    const client = this.#socket;
    this.record(answer);
    this.response.detachSocket(client);
    const headers = responseHeaders(answer.rawHeaders, this.parts.address, this.own, true);
    client.write(writtenHead(answer.statusCode ?? 101, answer.statusMessage ?? '', headers));
    if (first.length > 0) client.write(first);
    if (this.#head.length > 0) target.write(this.#head);
    join(client, target);
  }
}

/** Both ways, with back-pressure; a side that ends sending may still receive. */
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

/** Node gives none for an upgrade. */
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
