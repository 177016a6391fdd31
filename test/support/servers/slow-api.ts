import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SlowApi {
  readonly url: string;
  /** How many requests wait for their response. */
  waiting(): number;
  /** How many clients disconnected without a response. */
  abandoned(): number;
}

/** A server that never sends a response. */
export async function startSlowApi(): Promise<SlowApi> {
  const open = new Set<ServerResponse>();
  let abandoned = 0;
  const server = createServer((_, response) => {
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      abandoned += 1;
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, waiting: () => open.size, abandoned: () => abandoned };
}
