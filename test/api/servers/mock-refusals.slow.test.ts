import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { CRATES, serve, start } from './mock-calls.js';

const REFUSED: readonly (readonly [Record<string, unknown>, number, string])[] = [
  [{ files: undefined }, 400, 'files is required'],
  [{ files: [] }, 400, 'files is required'],
  [{ files: [5] }, 400, 'files[0] must be a string'],
  [{ files: ['ok.http', ''] }, 400, 'files[1] must be a non-empty string'],
  [{ port: 65_536 }, 400, 'port must be a whole number from 0 to 65535'],
  [{ port: '0' }, 400, 'port must be a whole number from 0 to 65535'],
  [
    { delay: '5' },
    400,
    'delay must be a duration from 0 to 1h, such as 250ms; "5" has no unit; write 5ms, 5s, 5m or 5h',
  ],
  [{ delay: '61m' }, 400, 'delay must be a duration from 0 to 1h, such as 250ms'],
  [{ files: ['../x.http'] }, 403, 'path is outside the workspace: ../x.http'],
  [{ files: ['x.txt'] }, 400, 'not a request file: x.txt; expected .http or .spec'],
  [{ files: ['gone.http'] }, 404, 'file not found: gone.http'],
  [{ files: ['empty.http'] }, 400, 'no routes in empty.http'],
];

describe('a mock server that cannot start', () => {
  it('returns the reason and leaves nothing running', async () => {
    const server = await serve({ 'empty.http': '@a = 1\n' });
    for (const [body, status, message] of REFUSED) {
      const response = await start(server, body);
      expect([response.status, response.json]).toMatchObject([status, { message }]);
      expect((await server.get('/mock/routes')).json).toEqual({ running: false });
    }
  });

  it('names the line of an error in a file, or the port that is in use', async () => {
    const server = await serve({
      'bad.http': dedent`
        ### a
        GET
      `,
    });
    expect((await start(server, { files: ['bad.http'] })).json).toMatchObject({
      message: 'bad.http:2:1: `GET` has no URL',
      diagnostics: [{ line: 2 }],
    });
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { status, json } = await start(server, { port });
    expect([status, json]).toEqual([409, { error: 'Conflict', message: `port ${port} is already in use` }]);
    expect((await start(server, {})).status).toBe(200);
  });

  it('is refused with an invalid config and in read-only mode', async () => {
    const broken = await serve({ 'service.yaml': 'timeout: soon\n' });
    expect((await start(broken, {})).status).toBe(400);
    const readOnly = await startServer({
      files: { 'depot/crates.http': CRATES },
      args: ['--read-only'],
    });
    expect((await start(readOnly, {})).status).toBe(403);
  });
});
