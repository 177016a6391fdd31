import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';

const CHANNEL = 'net.client.socket';

/** The sockets that this process opens during the test, to wait until what a server wrote has arrived. */
export function watchClientSockets(): { readonly received: (bytes: number) => Promise<void> } {
  const sockets: Socket[] = [];
  const note = (message: unknown): void => {
    sockets.push((message as { readonly socket: Socket }).socket);
  };
  subscribe(CHANNEL, note);
  onTestFinished(() => void unsubscribe(CHANNEL, note));
  return {
    /** Resolves when the newest one has received so many bytes. */
    received: (bytes) => expect.poll(() => sockets.at(-1)?.bytesRead ?? 0).toBeGreaterThanOrEqual(bytes),
  };
}
