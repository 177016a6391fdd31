// relay.mjs <streamed|collected> <target>: a bare relay on node:http, the upper limit of the recording proxy: it forwards
// everything over kept connections and does nothing else. Collecting small bodies and sending them at once is faster
// than streams; which of both is the better relay depends on the traffic.
import http from 'node:http';
import { serve } from './serve.mjs';

const [kind = '', target = ''] = process.argv.slice(2);
const { hostname, port } = new URL(target);
const agent = new http.Agent({ keepAlive: true });

serve(kind === 'streamed' ? streamed : collected);

/** @type {http.RequestListener} */
function streamed(request, response) {
  const { method, url: path, headers } = request;
  const onward = http.request({ hostname, port, method, path, headers, agent }, (received) => {
    response.writeHead(received.statusCode ?? 0, received.headers);
    received.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/** @type {http.RequestListener} */
function collected(request, response) {
  const { method, url: path, headers } = request;
  const onward = http.request({ hostname, port, method, path, headers, agent }, (received) => {
    response.writeHead(received.statusCode ?? 0, received.headers);
    collect(received, (body) => response.end(body));
  });
  onward.on('error', () => response.destroy());
  if (method === 'GET' || method === 'HEAD') onward.end();
  else collect(request, (body) => onward.end(body));
}

/**
 * @param {http.IncomingMessage} message
 * @param {(body: Buffer) => void} whenComplete
 */
function collect(message, whenComplete) {
  /** @type {Buffer[]} */
  const chunks = [];
  message.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
  message.on('end', () => {
    const [first] = chunks;
    whenComplete(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
  });
}
