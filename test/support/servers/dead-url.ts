import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/**
 * An address on which nobody listens. It has the port of a client, which stays connected, because a port that is free
 * may be taken by a server of another test at any moment.
 */
export async function deadUrl(): Promise<string> {
  const server = createServer((socket) => void socket.unref());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  // They end with the process.
  server.unref();
  client.unref();
  return `http://127.0.0.1:${client.localPort}`;
}
