// The API for the example workspace: `node examples/demo-api/server.mjs [port]`.
// All data is in memory and lost when the process ends.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { encodeResponse } from './response.mjs';
import { createState } from './state.mjs';
import { findRoute } from './routes.mjs';

const DEFAULT_PORT = 7070;
const MAX_BODY_BYTES = 1024 * 1024;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url } = await startDemoApi(Number(process.argv[2] ?? DEFAULT_PORT));
  console.log(`Demo API on ${url}`);
}

/**
 * @param {number} [port] 0 selects a free port
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startDemoApi(port = DEFAULT_PORT) {
  const state = createState();
  const server = createServer((request, response) => {
    serve(request, response, state).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: String(error) }));
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {import('./state.mjs').State} state
 */
async function serve(request, response, state) {
  const body = await readBody(request);
  if (body === undefined) return send(response, { status: 413, json: { error: 'too large' } });
  const target = request.url ?? '/';
  const url = new URL(target, `http://${request.headers.host}`);
  const route = findRoute(request.method ?? 'GET', url.pathname);
  const call = { method: request.method ?? 'GET', target, url, headers: request.headers, body, state };
  const routeResponse = route === undefined ? { status: 404, json: { error: 'no such path' } } : route(call);
  return send(response, routeResponse);
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {import('./response.mjs').RouteResponse} routeResponse
 */
async function send(response, routeResponse) {
  const { status, headers, bytes, parts } = encodeResponse(routeResponse);
  response.writeHead(status, headers);
  for (const piece of parts ?? []) {
    response.write(piece);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  response.end(bytes);
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
