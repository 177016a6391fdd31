import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { startOnFreePort } from './free-port.js';

/** A way to a server that can be cut, blocked and looked into. */
export interface Relay {
  /** The URL of the server, by way of the relay. */
  readonly url: string;
  /** Refuses connections and ends those that are there. */
  readonly cut: () => Promise<void>;
  /** Accepts connections and passes nothing on. */
  readonly block: () => void;
  readonly restore: () => Promise<void>;
  /** The number of connections so far. */
  readonly connections: () => number;
  /** Everything that clients have sent. */
  readonly sent: () => Buffer;
}

export async function startRelay(url: string): Promise<Relay> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const sent: Buffer[] = [];
  let isBlocked = false;
  let count = 0;
  let server: Server | undefined;
  const accept = (client: Socket): void => {
    count += 1;
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      sent.push(bytes);
      if (!isBlocked) upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isBlocked) client.write(bytes);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  };
  const open = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const opened = createServer(accept);
      opened.once('error', reject);
      opened.listen(port, '127.0.0.1', () => {
        server = opened;
        resolve((opened.address() as { port: number }).port);
      });
    });
  const cut = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await new Promise((resolve) => {
      if (server === undefined) resolve(undefined);
      else server.close(resolve);
    });
    server = undefined;
  };
  // Nobody else gets the port while the relay is cut.
  const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const { port, release } = await startOnFreePort(open, isTaken);
  onTestFinished(release);
  onTestFinished(cut);
  return {
    url: url.replace(`:${target.port}/`, `:${port}/`),
    cut,
    block: () => {
      isBlocked = true;
    },
    restore: async () => {
      isBlocked = false;
      if (server === undefined) await open(port);
    },
    connections: () => count,
    sent: () => Buffer.concat(sent),
  };
}
