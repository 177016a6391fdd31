import { loopback, type Loopback } from '../../support/runs/run-requests.js';
import { type ApiResponse, type RunningServer } from '../../support/servers/running-server.js';

export function verify(server: RunningServer, body: Record<string, unknown>): Promise<ApiResponse> {
  return server.call('POST', '/contract/verify', { json: body });
}

export function provider(): Promise<Loopback> {
  return loopback(({ method, path }) => {
    if (path.startsWith('/states'))
      return { status: path === '/states/move' ? 302 : 204, headers: { location: '/x' } };
    if (path === '/slow') return undefined;
    return method === 'POST' ? 409 : { json: { id: 7 } };
  });
}
