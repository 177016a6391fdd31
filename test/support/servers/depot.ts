import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { seededBytes } from '../seeded-bytes.js';
import { listening } from './raw-server.js';

export interface Depot {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Method, path and query of what came in. */
  readonly seen: readonly string[];
}

export const PASSWORD = 'hunter22-and-more';

/** A small API with sign-in and crates under `/v2`: every token, cookie and id is new. */
export async function startDepot(): Promise<Depot> {
  const tokens = new Set<string>();
  const sessions = new Set<string>();
  const crates = new Map<number, { label: string; tag: string }>();
  const seen: string[] = [];
  const randomBytes = seededBytes('depot');
  let last = 100;

  const respond = (response: ServerResponse, status: number, body: object, headers = {}): void => {
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(body));
  };
  const isSignedIn = ({ headers }: IncomingMessage): boolean =>
    tokens.has(headers.authorization?.replace('Bearer ', '') ?? '') ||
    sessions.has(/sid=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '');

  const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { password } = (await json(request)) as { password?: string };
    if (password !== PASSWORD) return respond(response, 401, { error: 'wrong' });
    const token = randomBytes(24).toString('hex');
    const session = randomBytes(12).toString('hex');
    tokens.add(token);
    sessions.add(session);
    const cookie = `sid=${session}; Path=/; Domain=depot.example.test; HttpOnly`;
    respond(response, 200, { user: { name: 'ada' }, token }, { 'Set-Cookie': cookie });
  };

  const work = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '' } = request;
    seen.push(`${method} ${url}`);
    const path = url.replace(/\?.*$/, '').replace(/^\/v2/, '');
    if (path === '/login') return signIn(request, response);
    if (!isSignedIn(request)) return respond(response, 401, { error: 'sign in first' });
    if (method === 'POST' && path === '/crates') {
      const { label = '' } = (await json(request)) as { label?: string };
      last += 1;
      crates.set(last, { label, tag: `"${randomBytes(6).toString('hex')}"` });
      return respond(response, 201, { id: last, label, note: null }, { Location: `/v2/crates/${last}` });
    }
    const id = Number(/^\/crates\/(\d+)$/.exec(path)?.[1]);
    const crate = crates.get(id);
    if (crate === undefined) return respond(response, 404, { error: 'no such crate' });
    if (method === 'PUT' && request.headers['if-match'] !== crate.tag) {
      return respond(response, 412, { error: 'changed' });
    }
    respond(response, 200, { id, label: crate.label }, { ETag: crate.tag });
  };

  const server = createServer((request, response) => void work(request, response));
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/v2`, port, server, seen };
}
