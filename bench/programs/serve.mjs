import http from 'node:http';

/**
 * Listens on a free port and prints the address.
 * @param {http.RequestListener} listener
 */
export function serve(listener) {
  const server = http.createServer(listener);
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
}
