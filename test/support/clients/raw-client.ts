import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawConnection {
  readonly socket: Socket;
  write(text: string | Uint8Array): void;
  readonly received: () => string;
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>;
  /** Resolves when the condition holds for what was received. */
  until(condition: (received: string) => boolean): Promise<string>;
}

/** Sends bytes as they are, for requests that no HTTP client would send. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  // A server that closes while something is still sent resets the connection.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  await new Promise((resolve) => void socket.once('connect', resolve));
  return {
    socket,
    write: (text) => void socket.write(text),
    received: () => received,
    closed,
    until: async (condition) => {
      const end = Date.now() + 30_000;
      while (!condition(received)) {
        if (Date.now() > end) throw new Error(`the condition was not met: ${received}`);
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      }
      return received;
    },
  };
}

/** Everything that the server sends for one text until it closes. */
export async function exchangeRaw(port: number, text: string | Uint8Array): Promise<string> {
  const connection = await connectRaw(port);
  connection.write(text);
  await connection.closed;
  return connection.received();
}

/** Status, headers in lower case, and the JSON body of the first response in a text. */
export function readRaw(received: string): {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly json: unknown;
} {
  const [head = '', body = ''] = received.split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Map(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, json: body === '' ? undefined : JSON.parse(body) };
}
