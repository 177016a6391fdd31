/** The target of load tests in this process: counts, remembers when requests arrive, and can freeze. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Target {
  readonly url: string;
  /** Milliseconds of performance.now(). */
  readonly arrivals: number[];
  readonly seen: string[];
}

export async function startTarget(
  respond: (path: string, response: ServerResponse, count: number) => void = (_path, response) => {
    response.end('{"ok":true}');
  },
): Promise<Target> {
  const arrivals: number[] = [];
  const seen: string[] = [];
  const server = createServer((request, response) => {
    arrivals.push(performance.now());
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    respond(request.url ?? '', response, seen.length);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrivals, seen };
}

/** Takes this many requests a second, and lets the others wait in line. */
export async function startLimitedTarget(perSecondLimit: number): Promise<string> {
  let free = 0;
  const { url } = await startTarget((_path, response) => {
    const now = performance.now();
    const begin = Math.max(now, free);
    free = begin + 1000 / perSecondLimit;
    setTimeout(() => response.end(), begin - now);
  });
  return url;
}

/** Nothing at all happens in this thread for so long. */
export function freeze(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
