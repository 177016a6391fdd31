import { rawServer, type RawServer } from '../servers/raw-server.js';

export const CLOSE = 'Connection: close\r\n';

export function respondingServer(head: string, body: Uint8Array | string = ''): Promise<RawServer> {
  return rawServer((socket) => {
    const bytes = Buffer.from(body);
    socket.write(`HTTP/1.1 200 OK\r\n${head}Content-Length: ${bytes.length}\r\n${CLOSE}\r\n`);
    socket.end(bytes);
  });
}
