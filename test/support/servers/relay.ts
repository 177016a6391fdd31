import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { startOnFreePort } from './free-port.js';

/** Where a relay ends a connection by itself. */
export interface PlannedCut {
  /** The messages of PostgreSQL that still arrive, of all connections together. */
  readonly messages: number;
  /** Whether a part of the next one arrives too. */
  readonly isWithin: boolean;
  /** Whether the connection is reset, and not just ended. */
  readonly isReset: boolean;
  /** Whether new connections are refused from then on. */
  readonly isFinal: boolean;
}

/** A way to a server that can be cut, blocked and looked into. */
export interface Relay {
  /** The URL of the server, by way of the relay. */
  readonly url: string;
  /** Refuses connections and ends those that are there. */
  readonly cut: () => Promise<void>;
  /** Does the same by itself, once. */
  readonly cutAfter: (plan: PlannedCut) => void;
  /** The messages of PostgreSQL that have arrived since a cut was planned. */
  readonly messages: () => number;
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
  let plan: PlannedCut | undefined;
  let messages = 0;
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
    let isCut = false;
    const receive = messagesOf((message) => {
      if (isCut) return;
      isCut = plan !== undefined && messages >= plan.messages;
      messages += 1;
      if (!isCut || plan === undefined) {
        client.write(message);
        return;
      }
      const { isWithin, isReset, isFinal } = plan;
      plan = undefined;
      if (isFinal) void close();
      client.write(message.subarray(0, isWithin ? message.length >> 1 : 0), () => {
        if (isReset) client.resetAndDestroy();
        else client.destroy();
      });
    });
    upstream.on('data', (bytes) => {
      if (!isBlocked) receive(bytes);
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
  const close = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    await new Promise((resolve) => {
      if (closing === undefined) resolve(undefined);
      else closing.close(resolve);
    });
  };
  const cut = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await close();
  };
  // Nobody else gets the port while the relay is cut.
  const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const { port, release } = await startOnFreePort(open, isTaken);
  onTestFinished(release);
  onTestFinished(cut);
  return {
    url: url.replace(`:${target.port}/`, `:${port}/`),
    cut,
    cutAfter: (planned) => {
      plan = planned;
      messages = 0;
    },
    messages: () => messages,
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

/**
 * Hands on whole messages of a server (https://www.postgresql.org/docs/current/protocol-message-formats.html: a letter,
 * then a length that counts itself).
 */
function messagesOf(onMessage: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      onMessage(message);
    }
  };
}
