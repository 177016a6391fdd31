import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import { Unanswered, type Call, type Received } from './carrier.js';
import { readRawHeaders, textOfBytes } from './headers.js';
import { RequestFailure } from './message.js';
import { networkFailure } from './network-failure.js';
import { Reception } from './reception.js';
import { SocketAgent } from './socket-agent.js';
import { upload } from './upload.js';

interface Line {
  readonly socket: Socket;
  readonly fresh: boolean;
  /** 0 until then. */
  readonly firstByteAt: number;
  free(): void;
}

/** Node stops at 16 KiB. */
const MOST_HEADER_BYTES = 256 * 1024;
const agent = new SocketAgent();

/** One request and its answer on a connection of HTTP/1.1. */
export function exchangeHttp1(line: Line, call: Call): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = createRequest(line, call);
    const { body } = call.request;
    const reception = new Reception(call, resolve, reject);
    let response: IncomingMessage | undefined;
    const fail = (error: unknown) => {
      // Bytes after a whole answer, such as a body for HEAD, cost the connection but not the answer.
      if (!response?.complete) reception.fail(failureOf(error, line, call));
    };
    request.on('error', fail);
    request.on('upgrade', () => fail(switched(call)));
    request.on('response', (received: IncomingMessage) => {
      response = received;
      receive(received, request, line, reception, fail);
    });
    reception.watch(() => request.destroy());
    if (body === null) request.end();
    else if (body instanceof Uint8Array) request.end(body);
    else upload(body, request, () => reception.settled).catch(fail);
  });
}

/** Throws when Node refuses the method, the path or a header; then nothing has been sent. */
function createRequest(line: Line, call: Call): ClientRequest {
  try {
    const request = httpRequest({
      agent: agent.use(line.socket),
      method: call.request.method,
      path: call.path,
      headers: call.headers,
      maxHeaderSize: call.answers?.maxHeaderBytes ?? MOST_HEADER_BYTES,
      // Lists of pairs are taken, but not declared.
    } as unknown as RequestOptions);
    request.maxHeadersCount = 0;
    return request;
  } catch (error) {
    line.free();
    const reason = error instanceof Error ? error.message : '';
    throw new RequestFailure('protocol', `the request cannot be sent (${reason})`, { cause: error });
  }
}

function receive(
  response: IncomingMessage,
  request: ClientRequest,
  line: Line,
  reception: Reception,
  fail: (error: unknown) => void,
): void {
  response.on('error', fail);
  response.on('data', (chunk: Uint8Array) => reception.add(chunk));
  response.on('end', () => {
    reception.finish();
    // An answer that comes before the whole request is sent is an answer; the rest is of no use.
    if (!request.writableEnded) request.destroy();
  });
  reception.begin({
    statusCode: response.statusCode ?? 0,
    statusText: textOfBytes(response.statusMessage ?? ''),
    httpVersion: response.httpVersion,
    headers: readRawHeaders(response.rawHeaders),
    firstByteAt: line.firstByteAt,
  });
}

function failureOf(error: unknown, line: Line, { target }: Call): RequestFailure {
  const begun = line.firstByteAt > 0;
  const failure = networkFailure(error, begun ? 'answer' : 'request', target.authority);
  return failure.errorKind === 'reset' && !line.fresh && !begun ? new Unanswered(failure, false) : failure;
}

function switched({ target }: Call): RequestFailure {
  return new RequestFailure(
    'protocol',
    `${target.authority} switched to another protocol without being asked`,
  );
}
