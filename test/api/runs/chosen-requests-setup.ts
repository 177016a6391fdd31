import { expect } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

export const SECRET = 'tok-4711-secret';

export function requestFile(url: string): string {
  return dedent`
    ### login
    # @tags smoke
    # @data users.csv
    GET ${url}/login?user={{row.user}}
    Authorization: Bearer ${SECRET}
    ### list
    # @tags smoke, slow
    GET ${url}/list
    ### order
    # @depends list
    GET ${url}/order
    >>>
    expect status 418
    <<<
    ### refund
    GET ${url}/refund
  `;
}

export interface Setup {
  readonly server: RunningServer;
  readonly seen: readonly string[];
}

export async function start(): Promise<Setup> {
  const { url, seen } = await loopback();
  const server = await startServer({
    files: { 'a.http': requestFile(url), 'b.http': requestFile(url), 'users.csv': 'user\nann\nbob\ncid\n' },
  });
  return { server, seen };
}

export interface Executed {
  readonly id: string;
  readonly results: readonly { readonly name: string }[];
}

export async function execute({ server }: Setup, choice: object): Promise<Executed> {
  const response = await server.call('POST', '/execute', { json: { file: 'a.http', ...choice } });
  expect(response.status, response.text).toBe(200);
  return response.json as Executed;
}
