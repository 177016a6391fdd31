import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Systems give ports above these to outgoing connections and to servers that ask for any port. Between the moment
 * when such a port is found free and the moment when another program listens at it, anybody may get it.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 100;

export interface StartedOnPort<T> {
  readonly port: number;
  readonly started: T;
  /** Lets others have the port. */
  readonly release: () => void;
}

/** Starts a server that has to be told its port; with another one when that says that its port is taken. */
export async function startOnFreePort<T>(
  start: (port: number) => Promise<T>,
  isTaken: (error: unknown) => boolean,
): Promise<StartedOnPort<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const hold = await listen(port, HOLDING_ADDRESS);
    const release = (): void => void (hold instanceof Error ? undefined : hold.close());
    try {
      return { port, started: await start(port), release };
    } catch (error) {
      release();
      if (attempt === ATTEMPTS || !isTaken(error)) throw error;
    }
  }
}

/** A loopback port that nobody listens at, for now. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, HOLDING_ADDRESS))) return port;
  }
  throw new Error(`no port between ${FIRST_PORT} and ${LAST_PORT} is free`);
}

/** Tests that hold a port while its server is away listen here; a system without this address has nobody there. */
const HOLDING_ADDRESS = '127.77.77.77';

async function isFree(port: number, address: string): Promise<boolean> {
  const found = await listen(port, address);
  if (found instanceof Error) return found.code === 'EADDRNOTAVAIL';
  await new Promise((resolve) => {
    found.close(resolve);
  });
  return true;
}

function listen(port: number, address: string): Promise<Server | NodeJS.ErrnoException> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ port, host: address, exclusive: true }, () => resolve(server.unref()));
  });
}
