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
  // A port that a client gets without being bound is one that Linux also gives to who connects to it, once in 20,000
  // times: that connection would be one with itself, and nothing would refuse it.
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    localAddress: '127.0.0.1',
  });
  await once(client, 'connect');
  // They end with the process.
  server.unref();
  client.unref();
  return `http://127.0.0.1:${client.localPort}`;
}
