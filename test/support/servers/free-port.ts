import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Systems give ports above these to outgoing connections and to servers that ask for any port. Between the moment
 * when such a port is found free and the moment when another program listens at it, anybody may get it.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 100;

/** A loopback port for a program that has to be told which one to use. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port between ${FIRST_PORT} and ${LAST_PORT} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
