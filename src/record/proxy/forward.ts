import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { hasTooManyHeaders, MAX_INTERIM_COUNT, textOfBytes } from '../../http/message/headers.js';
import { keepAliveSeconds } from '../../http/http1/http1-head.js';
import type { Http1Connection } from '../../http/http1/http1-connection.js';
import { RequestFailure } from '../../http/message/message.js';
import { networkFailure, tooManyInterim } from '../../http/message/network-failure.js';
import { requestHeaders, responseHeaders } from './forward-headers.js';
import type { SeenHead } from '../capture/record-exchange.js';
import type { Observation, Recorder } from '../capture/recorder.js';
import { passInterim } from './interim-response.js';
import { mediaTypeOf } from '../recordings/recording.js';
import { refuse } from './refuse.js';
import { relay } from './relay.js';
import type { TargetAddress } from './target-address.js';
import { Upload } from './upload.js';
import type { Upstream } from './upstream.js';

export interface ForwardParts {
  readonly address: TargetAddress;
  readonly upstream: Upstream;
  readonly recorder: Recorder;
  /** Milliseconds until the first byte of the answer, from the last byte of the request. */
  readonly answerTimeout: number;
}

/** RFC 9110 9.2.2; what may be sent again when a kept connection proved dead. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);
/** Milliseconds. What must not be sent twice does not trust a connection that the target may be about to close. */
const MOST_IDLE = 1000;

/** One exchange: the request goes on, the answer comes back, both as they flow. */
export class Forwarding {
  protected readonly parts: ForwardParts;
  protected readonly request: IncomingMessage;
  protected readonly response: ServerResponse;
  protected readonly observation: Observation;
  readonly #query: string;
  readonly #hasBody: boolean;
  readonly #mayRepeat: boolean;
  #upload: Upload | undefined;
  protected outgoing: ClientRequest | undefined;
  #gone: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #line: Http1Connection | undefined;
  #ended = false;
  #retried = false;
  #answer: IncomingMessage | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, parts: ForwardParts) {
    this.parts = parts;
    this.request = request;
    this.response = response;
    const { method = '', url = '', headers } = request;
    const mark = url.indexOf('?');
    const asked = mark === -1 ? url : url.slice(0, mark);
    this.#query = mark === -1 ? '' : url.slice(mark);
    this.observation = parts.recorder.begin(method, asked, parts.address.prefix);
    this.#hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    this.#mayRepeat = IDEMPOTENT.has(method);
    response.on('close', () => this.#leave());
  }

  start(): void {
    const line = this.parts.upstream.take(this.#mayRepeat ? Infinity : MOST_IDLE);
    if (line === undefined) void this.#wait();
    else this.#send(line);
  }

  protected get path(): string {
    return this.parts.address.prefix + this.observation.path + this.#query;
  }

  /** Where the client thinks it is. */
  protected get own(): string {
    return `http://${this.request.headers.host ?? ''}`;
  }

  protected get isEnded(): boolean {
    return this.#ended;
  }

  /** Waits for an answer and passes it on. */
  protected listen(outgoing: ClientRequest): void {
    this.outgoing = outgoing;
    let interim = 0;
    outgoing.on('information', (info) => {
      // They are written without waiting for the client.
      if (++interim > MAX_INTERIM_COUNT)
        return this.fail(tooManyInterim(this.parts.address.target.authority));
      this.#timer?.refresh();
      passInterim(info, this.response, this.parts.address, this.own);
    });
    outgoing.on('response', (answer: IncomingMessage) => this.#receive(answer));
    outgoing.on('error', (error) => this.fail(error));
  }

  protected awaitAnswer(): void {
    this.#timer = setTimeout(() => this.fail(LATE), this.parts.answerTimeout);
  }

  protected fail(error: unknown): void {
    if (this.#ended || this.#answer?.complete === true || this.#sendAgain(error)) return;
    const { response, request } = this;
    const { target } = this.parts.address;
    const failure = networkFailure(error, this.#answer ? 'answer' : 'request', target.authority);
    const status = failure.errorKind === 'timeout' ? 504 : 502;
    this.#end();
    this.parts.recorder.fail(this.observation, response.headersSent ? (response.statusCode ?? 0) : status);
    this.outgoing?.destroy();
    if (response.headersSent) response.destroy();
    else {
      refuse(response, status, `the target did not answer: ${failure.message}`, !request.complete);
      request.resume();
    }
  }

  protected record(answer: IncomingMessage): void {
    const { statusCode = 0, statusMessage = '', httpVersion } = answer;
    this.parts.recorder.end(this.observation, {
      query: this.#query,
      httpVersion,
      request: seenHead(this.request),
      response: {
        statusCode,
        statusText: textOfBytes(statusMessage),
        headers: answer.rawHeaders,
        contentType: answer.headers['content-type'] ?? '',
        coding: answer.headers['content-encoding'] ?? '',
      },
    });
    this.#end();
  }

  async #wait(): Promise<void> {
    this.#gone = new AbortController();
    try {
      const line = await this.parts.upstream.wait(this.#gone.signal);
      if (this.#ended) line.free();
      else this.#send(line);
    } catch (error) {
      this.fail(error);
    }
  }

  #send(line: Http1Connection): void {
    const { request, parts } = this;
    const { method = '', rawHeaders, headers } = request;
    const chunked = headers['transfer-encoding'] !== undefined;
    const framing = { method, chunked, upgrade: undefined };
    const sent = requestHeaders(rawHeaders, parts.address.target.authority, framing);
    this.#line = line;
    let outgoing: ClientRequest;
    try {
      outgoing = parts.upstream.request(line.socket, { method, path: this.path, headers: sent });
    } catch (error) {
      line.free();
      return this.fail(new RequestFailure('protocol', 'the request cannot be sent on', { cause: error }));
    }
    this.listen(outgoing);
    this.awaitAnswer();
    if (this.#hasBody) (this.#upload ??= this.#beginUpload()).sendTo(outgoing);
    else outgoing.end();
  }

  #beginUpload(): Upload {
    const copy = this.observation.copies?.request;
    return new Upload(this.request, this.#mayRepeat, (chunk) => {
      this.#timer?.refresh();
      copy?.add(chunk);
    });
  }

  #receive(answer: IncomingMessage): void {
    const { response, parts } = this;
    if (hasTooManyHeaders(answer.rawHeaders)) {
      const shown = parts.address.target.authority;
      return this.fail(new RequestFailure('protocol', `${shown} sent too many headers`));
    }
    clearTimeout(this.#timer);
    this.#answer = answer;
    this.#line?.heed(keepAliveSeconds(answer.headers['keep-alive']?.toString() ?? ''));
    const copy = this.observation.copies?.response;
    let begun = false;
    answer.on('error', (error) => this.fail(error));
    response.sendDate = false;
    const headers = responseHeaders(answer.rawHeaders, parts.address, this.own);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', headers);
    const onChunk = (chunk: Uint8Array): void => {
      begun = true;
      copy?.add(chunk);
    };
    relay(answer, response, onChunk, () => {
      // After the last byte is on its way.
      if (!this.#ended) this.record(answer);
    });
    // An event stream begins with its head, long before its first event.
    setImmediate(() => {
      if (!begun && !response.writableEnded) response.flushHeaders();
    });
  }

  /** The client is gone, or has everything. */
  #leave(): void {
    // The target can finish: what it still sends is thrown away.
    this.#answer?.resume();
    if (this.#ended) return;
    this.#gone?.abort();
    const answer = this.#answer;
    // Whoever listens to events ends that by going away.
    if (answer && mediaTypeOf(answer.headers['content-type'] ?? '') === 'text/event-stream')
      this.record(answer);
    this.#end();
    this.outgoing?.destroy();
  }

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  /** A kept connection may have been closed by the target just when the request was on its way. */
  #sendAgain(error: unknown): boolean {
    const isStale = this.#line?.fresh === false && !this.#answer && !(error instanceof RequestFailure);
    const isHarmless = this.#mayRepeat && (this.#upload === undefined || this.#upload.canRepeat);
    if (this.#retried || !isStale || !isHarmless) return false;
    this.#retried = true;
    this.#upload?.detach();
    clearTimeout(this.#timer);
    this.parts.upstream.dropIdle();
    void this.#wait();
    return true;
  }
}

function seenHead({ rawHeaders, headers }: IncomingMessage): SeenHead {
  return {
    headers: rawHeaders,
    contentType: headers['content-type'] ?? '',
    coding: headers['content-encoding'] ?? '',
  };
}

const LATE = new RequestFailure('timeout', 'nothing came back in time');
