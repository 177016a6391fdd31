import { dedent } from '../../support/dedent.js';
import { expect } from 'vitest';
import { startServer, type ApiResponse, type RunningServer } from '../../support/servers/running-server.js';

export const CRATES = `### Read a crate
# @name readCrate
GET {{baseUrl}}/crates/{{crateId}}

>>>
expect status == 200
expect body.id == {{crateId}}
expect body.weight between 2 4
<<<

### Add a crate
# @name addCrate
# @skip not today
POST {{baseUrl}}/crates

>>>mock
201 Created
Location: /crates/8

{"id": 8}
<<<
`;
const DRIFTED = dedent`
  ### old
  GET /old

  >>>
  expect status == 200
  <<<

  >>>mock
  410 Gone
  <<<
`;

export interface MockStatus {
  readonly running: boolean;
  readonly port: number;
  readonly routes: readonly Record<string, unknown>[];
  readonly warnings: readonly string[];
}

export function start(server: RunningServer, body: Record<string, unknown>): Promise<ApiResponse> {
  return server.call('POST', '/mock/start', { json: { files: ['depot/crates.http'], port: 0, ...body } });
}

export function serve(files: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  return startServer({ files: { 'depot/crates.http': CRATES, 'drifted.http': DRIFTED, ...files } });
}

/** Resolves when the mock server has stopped. */
export async function stop(server: RunningServer): Promise<void> {
  expect((await server.call('POST', '/mock/stop')).status).toBe(200);
  await expect
    .poll(async () => (await server.get('/mock/routes')).text, { timeout: 30_000 })
    .toContain('"running":false');
}
