/** Node's own client reads the same bytes: where both accept a response, they must read the same. */
import { request, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { Http1Reader } from '../../../src/http/http1/http1-reader.js';
import { mustEqual, type Target } from '../target.js';
import { httpReaderTarget } from './http.js';

interface Seen {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

const LIMIT = 64 * 1024;

export const httpReferenceTarget: Target = {
  ...httpReaderTarget,
  name: 'http1-reference',
  run: async (input) => {
    const bytes = Buffer.from(input, 'latin1');
    const own = ownResponse(bytes);
    if (own === undefined) return;
    const node = await nodeResponse(bytes);
    if (node !== undefined) mustEqual(own, node, 'a response is read as Node reads it');
  },
};

function ownResponse(bytes: Buffer): Seen | undefined {
  const reader = new Http1Reader(false);
  reader.start({ headers: true, body: true }, false, LIMIT);
  const outcome = reader.read(bytes);
  const isWhole = outcome === 'done' || (outcome === 'more' && reader.end());
  if (!isWhole) return undefined;
  const lines = reader.headText.split(/\r?\n/).filter((line) => line !== '');
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
  });
  return { status: reader.head.status, headers, body: Buffer.from(reader.takeBody()).toString('latin1') };
}

/** Undefined where Node refuses it. Nothing goes over a network: the connection is a stream of ours. */
function nodeResponse(bytes: Buffer): Promise<Seen | undefined> {
  return new Promise((resolve) => {
    const connection = new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, done) => done(),
    });
    const refused = (): void => {
      connection.destroy();
      resolve(undefined);
    };
    const asking = request(
      { host: 'a.example', agent: false, createConnection: () => connection },
      (response) =>
        collect(response, (seen) => {
          connection.destroy();
          resolve(seen);
        }),
    );
    asking.on('upgrade', refused).on('error', refused).end();
    connection.push(bytes);
    connection.push(null);
  });
}

function collect(response: IncomingMessage, done: (seen: Seen | undefined) => void): void {
  const chunks: Buffer[] = [];
  const seen = (): Seen => ({
    status: response.statusCode ?? 0,
    headers: response.rawHeaders,
    body: Buffer.concat(chunks).toString('latin1'),
  });
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(seen()));
  // Bytes after a complete response are an error of the connection, not of the response.
  response.on('error', () => done(response.complete ? seen() : undefined));
}
