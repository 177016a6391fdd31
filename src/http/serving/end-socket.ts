import type { Duplex } from 'node:stream';

const LINGER_MS = 2000;

/** Sends the last bytes of a connection and closes it, even when the other side keeps its half open. */
export function endSocket(socket: Duplex, bytes: string | Uint8Array): void {
  socket.on('error', () => undefined);
  socket.end(bytes);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.resume();
}
