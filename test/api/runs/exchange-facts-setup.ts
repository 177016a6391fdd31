import { gzipSync } from 'node:zlib';
import type { RequestResult, RunResult } from '../../../src/server/api-types.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';

export const packed = gzipSync('x'.repeat(5000));

export async function startTarget(): Promise<string> {
  const { url } = await loopback(({ path }, response) => {
    if (path === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
      return undefined;
    }
    if (path !== '/old') return { json: {}, headers: { 'set-cookie': ['b=2; Path=/; HttpOnly', 'c=3'] } };
    return {
      status: 302,
      headers: { location: '/new?key=s3cret-value', 'set-cookie': 'a=1; Max-Age=60; SameSite=Lax; Secure' },
    };
  });
  return url;
}

export async function run(text: string, settings = ''): Promise<Record<string, RequestResult>> {
  const server = await startServer({
    files: { 'a.http': text, 'service.yaml': `environments: {qa: {apiToken: s3cret-value}}\n${settings}` },
  });
  const { json } = await server.call('POST', '/execute', { json: { file: 'a.http', environment: 'qa' } });
  return Object.fromEntries((json as RunResult).results.map((result) => [result.name, result]));
}
