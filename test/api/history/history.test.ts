import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { execute } from './history-calls.js';

describe('the history in memory', () => {
  it('has one entry per result, oldest first, until it is cleared', async () => {
    const { url } = await loopback(({ path }) => (path === '/b' ? 404 : 200));
    const server = await startServer({
      history: true,
      files: {
        'a.http': dedent`
          ### a
          GET ${url}/a?x=1
          ### b
          POST ${url}/b
          ### c
          # @skip
          GET ${url}/c
        `,
      },
    });
    expect((await server.get('/history')).json).toEqual([]);
    await execute(server, { file: 'a.http' });
    const { json } = await server.get('/history');
    const entries = json as Record<string, unknown>[];
    expect(Object.keys(entries[0] ?? {})).toEqual(
      'id file requestName method url statusCode duration passed timestamp skipped'.split(' '),
    );
    expect(entries).toMatchObject([
      { file: 'a.http', requestName: 'a', method: 'GET', url: `${url}/a?x=1`, statusCode: 200, passed: true },
      { requestName: 'b', method: 'POST', statusCode: 404, passed: false, skipped: false },
      { requestName: 'c', statusCode: 0, passed: false, skipped: true },
    ]);
    for (let index = 0; index < 40; index++) await execute(server, { file: 'a.http' });
    const later = (await server.get('/history')).json as typeof entries;
    expect(later).toHaveLength(100);
    expect(later.some(({ id }) => id === entries[0]?.['id'])).toBe(false);
    expect((await server.call('DELETE', '/history')).status).toBe(204);
    expect((await server.get('/history')).json).toEqual([]);
    expect((await server.get('/history/runs')).json).toMatchObject({ total: 41 });
  });
});

describe('stored runs', () => {
  it('are stored in a file that only its owner can read', async () => {
    const { url } = await loopback();
    const server = await startServer({ history: true, files: { 'a.http': `GET ${url}\n` } });
    await execute(server, { file: 'a.http' });
    const folder = join(server.home, '.svc');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'history.db'))).mode & 0o777).toBe(0o600);
  });
});
