import type { Socket } from 'node:net';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { keepAliveSeconds } from '../../http/http1/http1-head.js';
import { hasTooManyHeaders } from '../../http/message/headers.js';
import { FAULTS } from '../../http/http1/http1-exchange.js';
import type { Http1Connection } from '../../http/http1/http1-connection.js';
import { RequestFailure } from '../../http/message/message.js';
import { Forwarding, type ReceivedHead } from './forward.js';
import { forwardTrailers, relay } from './relay.js';
import type { UploadTarget } from './upload.js';

/** Forwards with Node's client, which knows every kind of upload and upgrades. */
export class NodeForwarding extends Forwarding {
  protected readonly kind = 'stream';
  #outgoing: ClientRequest | undefined;
  #incoming: IncomingMessage | undefined;

  protected get isComplete(): boolean {
    return this.#incoming?.complete === true;
  }

  protected get hasStarted(): boolean {
    return this.#incoming !== undefined;
  }

  protected open({ socket }: Http1Connection): UploadTarget {
    const outgoing = this.ask(socket);
    const target: UploadTarget = {
      get destroyed() {
        return outgoing.destroyed;
      },
      write: (chunk) => outgoing.write(chunk),
      onDrain: (listener) => void outgoing.once('drain', listener),
      flush: () => outgoing.flushHeaders(),
      end: (rawTrailers) => {
        forwardTrailers(rawTrailers, outgoing);
        outgoing.end();
      },
    };
    outgoing.on('close', () => this.upload?.resume(target));
    // Without a listener Node would close the connection and report nothing.
    outgoing.on('upgrade', (_response, switched) => {
      switched.destroy();
      this.#refuse(FAULTS.switch);
    });
    return target;
  }

  /** Starts the request on a connection and waits for its response. Throws when Node rejects the request. */
  protected ask(socket: Socket, upgrade?: string): ClientRequest {
    const head = this.outgoingHead(upgrade);
    const outgoing = this.parts.upstream.request(socket, head, upgrade !== undefined);
    this.#outgoing = outgoing;
    outgoing.on('information', ({ statusCode, statusMessage, rawHeaders }) =>
      this.receiveInterim(statusCode, statusMessage, rawHeaders),
    );
    outgoing.on('response', (incoming: IncomingMessage) => this.#receive(incoming));
    outgoing.on('error', (error) => this.fail(error));
    return outgoing;
  }

  protected cancel(): void {
    this.#outgoing?.destroy();
  }

  protected leave(): void {
    this.#outgoing = undefined;
  }

  protected override onClientClose(): void {
    // The target can finish; the rest of its response is discarded.
    this.#incoming?.resume();
    super.onClientClose();
  }

  #receive(incoming: IncomingMessage): void {
    const { response } = this;
    if (hasTooManyHeaders(incoming.rawHeaders)) return this.#refuse(FAULTS.headLimit);
    this.#incoming = incoming;
    const idle = incoming.headers['keep-alive']?.toString() ?? '';
    this.connection?.applyIdleSeconds(keepAliveSeconds(idle));
    const copy = this.observation.copies?.response;
    let hasData = false;
    incoming.on('error', (error) => this.fail(error));
    const head = headOf(incoming);
    this.receive(head);
    const onChunk = (chunk: Uint8Array): void => {
      hasData = true;
      copy?.add(chunk);
    };
    relay(incoming, response, onChunk, () => {
      // Recorded only after the last byte has been forwarded.
      if (!this.hasEnded) this.record(head);
    });
    // The head of an event stream is forwarded at once, since its first event may come much later.
    setImmediate(() => {
      if (!hasData && !response.writableEnded) response.flushHeaders();
    });
  }

  #refuse(fault: string): void {
    this.fail(new RequestFailure('protocol', `${this.parts.address.target.authority} ${fault}`));
  }
}

/** The head in the form that recordings need. */
export function headOf(incoming: IncomingMessage): ReceivedHead {
  const { statusCode = 502, statusMessage = '', httpVersion, rawHeaders, headers } = incoming;
  return {
    statusCode,
    statusMessage,
    httpVersion,
    rawHeaders,
    contentType: headers['content-type'] ?? '',
    coding: headers['content-encoding'] ?? '',
  };
}
