import { expect, onTestFinished } from 'vitest';
import { startOnFreePort } from '../../support/servers/free-port.js';
import { rawServer } from '../../support/servers/raw-server.js';
import { type ApiResponse, type RunningServer } from '../../support/servers/running-server.js';

export type Json = Record<string, unknown>;

export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

/** Starts a recording proxy for a target that sends `{}`. */
export async function startProxy(
  { call }: RunningServer,
  options: Json = {},
): Promise<{ readonly url: string; readonly seen: readonly string[] }> {
  const target = await rawServer((socket) => socket.write(OK));
  const start = async (asked: number): Promise<ApiResponse> => {
    const json = { targetUrl: target.url, port: asked, ...options };
    const response = await call('POST', '/record/start', { json });
    if (response.status === 409) throw new Error(response.text);
    return response;
  };
  // Nobody else gets the port when the proxy has ended.
  const { port, started, release } = await startOnFreePort(start, (error) =>
    String(error).includes('already in use'),
  );
  onTestFinished(release);
  expect(started.json).toEqual({ status: 'started', port });
  return { url: `http://127.0.0.1:${port}`, seen: target.requests };
}

export async function statusOf({ get }: RunningServer): Promise<Json> {
  return (await get('/record/status')).json as Json;
}
