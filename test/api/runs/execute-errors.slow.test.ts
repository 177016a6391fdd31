import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { files, refusedBy, STATUS } from './execute-errors-setup.js';

describe.each(['/execute', '/run'] as const)('POST %s', (path) => {
  it('sends events for an execution that cannot start', async () => {
    const server = await startServer({ files, args: ['--watch=false'], history: true });
    await mkdir(join(server.root, 'dir.http'));
    await writeFile(join(server.root, 'large.http'), Buffer.alloc(10 * 1024 * 1024 + 1, '#'));
    const client = await listen(server);
    const cases: readonly (readonly [string, number, string | RegExp])[] = [
      ['gone.http', 404, 'file not found: gone.http'],
      ['dir.http', 400, 'not a file: dir.http'],
      ['large.http', 400, 'file is larger than 10 MiB: large.http'],
      ['broken.http', 400, /^broken\.http:5:\d+: .* \(and 1 more\)$/],
      ['twice.http', 400, 'twice.http:5: request name "a" is already used in line 2'],
      ['cycle.http', 400, 'cycle.http: dependency cycle: a -> b -> a'],
      ['far.http', 400, 'far.http: dependency cycle: far.http#a -> near.http#b -> far.http#a'],
    ];
    for (const [index, [file, status, message]] of cases.entries()) {
      const [got, error, text] = await refusedBy(server, path, { file });
      expect([got, error]).toEqual([status, STATUS[status]]);
      expect(text).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
      const errors = await client.until('error', index + 1);
      expect(client.events.map(({ type }) => type).slice(-2)).toEqual(['execution_start', 'error']);
      const { id, timestamp } = errors[index]?.payload ?? {};
      expect(errors[index]?.payload).toEqual({ id, file, status: 'error', error: text, timestamp });
      expect(client.events.at(-2)?.payload['id']).toBe(id);
    }
    expect((await server.get('/history')).json).toEqual([]);
    expect((await server.get('/history/runs')).json).toMatchObject({ total: 0 });
  });

  it('needs a valid config', async () => {
    const { url } = await loopback();
    const server = await startServer({
      files: { 'a.http': `GET ${url}\n`, 'service.yaml': 'timeout: -1\n' },
    });
    const client = await listen(server);
    const [status, , message] = await refusedBy(server, path, { file: 'a.http' });
    expect([status, message]).toEqual([
      400,
      expect.stringMatching(/^service\.yaml is not valid: line 1, column \d+: .*timeout/) as string,
    ]);
    expect((await client.until('error'))[0]?.payload['error']).toBe(message);
    await writeFile(join(server.root, 'service.yaml'), 'timeout: 5000\n');
    expect((await server.call('POST', path, { json: { file: 'a.http' } })).status).toBe(200);
  });
});
