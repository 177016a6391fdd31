/** One server of each kind for all files of a run, in the process of the runner; started when the first file asks. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findRedis, NO_REDIS } from '../../../scripts/machines/redis.mjs';
import { startBrowserServer } from './browser-server.js';
import { openRedis } from './kept-redis.js';
import { startPostgres } from './postgres-server.js';

interface Started {
  /** What tests need to reach it, as JSON. */
  readonly place: object;
  readonly close: () => Promise<void>;
}

const KINDS: Readonly<Record<string, () => Promise<Started>>> = {
  postgres: async () => {
    const { user, password, url, stop } = await startPostgres();
    return { place: { user, password, url }, close: stop };
  },
  redis: async () => {
    const found = await findRedis();
    if (found === undefined) throw new Error(`There is no Redis that starts: ${NO_REDIS}`);
    const { server, close } = await openRedis(found);
    return { place: { url: server.url, port: server.port }, close };
  },
  browser: async () => {
    // It loads Playwright, which most runs need not.
    const { findBrowser, NO_BROWSER } = await import('../../../scripts/browser.mjs');
    const found = await findBrowser();
    if (found === undefined) throw new Error(`There is no browser that starts: ${NO_BROWSER}`);
    const { endpoint, close } = await startBrowserServer(found.path);
    return { place: { endpoint }, close };
  },
};

export interface SharedServers {
  /** A GET of the name of a kind below it responds with the place of that server. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function openSharedServers(): Promise<SharedServers> {
  const servers = new Map<string, Promise<Started>>();
  const place = async (kind: string): Promise<object> => {
    const start = KINDS[kind];
    if (start === undefined) throw new Error(`there is no server of the kind ${kind}`);
    const server = servers.get(kind) ?? start();
    servers.set(kind, server);
    return (await server).place;
  };
  const listener = createServer((request, response) => {
    void place(request.url?.slice(1) ?? '').then(
      (found) => respond(response, 200, found),
      (error: unknown) => respond(response, 500, { message: describe(error) }),
    );
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  // It must not keep a runner that has nothing else to do.
  listener.unref();
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`,
    close: async () => {
      listener.close();
      listener.closeAllConnections();
      const started = await Promise.allSettled(servers.values());
      await Promise.all(started.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
    },
  };
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`;
}
