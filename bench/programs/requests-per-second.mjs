// A client on node:http, started with a channel for messages: for each load it gives the requests per second.
import http from 'node:http';

/** @typedef {{ url: string, method: string, body: string, count: number, clients: number }} Load */

process.on('message', (/** @type {Load} */ load) => {
  void requestsPerSecond(load).then((rate) => process.send?.(rate));
});

/**
 * Sends the same request repeatedly over keep-alive connections.
 * @param {Load} load
 */
async function requestsPerSecond({ url, method, body, count, clients }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const headers = body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const send = () =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { agent, method, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      request.on('error', reject).end(body);
    });
  const started = performance.now();
  let left = count;
  const work = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: clients }, work));
  agent.destroy();
  return (count / (performance.now() - started)) * 1000;
}
