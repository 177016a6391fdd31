import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const files = {
  'ok.http': dedent`
    ### a
    # @skip
    GET http://127.0.0.1:9/
  `,
  'notes.txt': 'hello',
  'broken.http': dedent`
    ### a
    GET http://127.0.0.1:9/

    >>>
    expect
    expect
    <<<
  `,
  'twice.http': dedent`
    ### x
    # @name a
    GET http://127.0.0.1:9/
    ### y
    # @name a
    GET http://127.0.0.1:9/
    ### z
    # @depends a
    GET http://127.0.0.1:9/
  `,
  'cycle.http': dedent`
    ### a
    # @depends b
    GET http://127.0.0.1:9/
    ### b
    # @depends a
    GET http://127.0.0.1:9/
  `,
  'far.http': dedent`
    ### a
    # @depends ./near.http#b
    GET http://127.0.0.1:9/
  `,
  'near.http': dedent`
    ### b
    # @depends ./far.http#a
    GET http://127.0.0.1:9/
  `,
  'titles.http': dedent`
    ### same
    GET http://127.0.0.1:9/1
    ### same
    GET http://127.0.0.1:9/2
  `,
};

async function refusedBy(
  server: RunningServer,
  path: '/execute' | '/run',
  json: unknown,
): Promise<unknown[]> {
  const response = await server.call('POST', path, { json });
  const { error, message } = response.json as { error: string; message: string };
  return [response.status, error, message];
}

describe.each(['/execute', '/run'] as const)('POST %s', (path) => {
  it('refuses bad input without an event', async () => {
    const server = await startServer({ files });
    const outside = await temporaryWorkspace({ 'secret.http': 'GET http://127.0.0.1:9/\n' });
    await symlink(join(outside, 'secret.http'), join(server.root, 'link.http'));
    await symlink(outside, join(server.root, 'folder'));
    await symlink(join(server.root, 'notes.txt'), join(server.root, 'note.http'));
    const client = await listen(server);
    const bad = (status: number, message: string): unknown[] => [status, STATUS[status], message];
    const cases: readonly (readonly [unknown, unknown[]])[] = [
      [{}, bad(400, 'file is required')],
      [{ file: null }, bad(400, 'file is required')],
      [{ file: '' }, bad(400, 'file is required')],
      [{ file: 7 }, bad(400, 'file must be a string')],
      [{ file: ['ok.http'] }, bad(400, 'file must be a string')],
      [{ file: 'ok.http', environment: 1 }, bad(400, 'environment must be a string')],
      [{ file: 'ok\u0000.http' }, bad(400, 'invalid path: control characters are not allowed')],
      [{ file: '..\\ok.http' }, bad(400, 'invalid path: use / instead of \\')],
      [{ file: '../ok.http' }, bad(403, 'path is outside the workspace: ../ok.http')],
      [{ file: '/etc/passwd' }, bad(403, 'path is outside the workspace: /etc/passwd')],
      [{ file: 'link.http' }, bad(403, 'path is outside the workspace: link.http')],
      [{ file: 'folder/secret.http' }, bad(403, 'path is outside the workspace: folder/secret.http')],
      [{ file: 'folder/none.http' }, bad(403, 'path is outside the workspace: folder/none.http')],
      [{ file: 'notes.txt' }, bad(400, 'not a request file: notes.txt; expected .http or .spec')],
      [{ file: 'note.http' }, bad(400, 'not a request file: note.http; expected .http or .spec')],
    ];
    for (const [json, expected] of cases) expect(await refusedBy(server, path, json)).toEqual(expected);
    client.socket.send('{"type":"ping"}');
    await client.until('pong');
    expect(client.events.map(({ type }) => type)).toEqual(['pong']);
  });

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

  it('returns the diagnostics of a file that cannot be parsed', async () => {
    const { call } = await startServer({ files });
    const { json } = await call('POST', path, { json: { file: 'broken.http' } });
    const { diagnostics } = json as { diagnostics: object[] };
    expect(diagnostics).toHaveLength(2);
    expect(Object.keys(diagnostics[0] ?? {})).toEqual([
      'severity',
      'code',
      'message',
      'line',
      'column',
      'endColumn',
    ]);
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

describe('a request name', () => {
  it('that no request has is not found, and one that two have is refused', async () => {
    const server = await startServer({ files });
    const client = await listen(server);
    const named = (file: string, requestName: unknown): Promise<unknown[]> =>
      refusedBy(server, '/execute', { file, requestName });
    expect(await named('ok.http', 'b')).toEqual([404, 'Not Found', 'request not found: b in ok.http']);
    expect(await named('ok.http', 'A')).toEqual([404, 'Not Found', 'request not found: A in ok.http']);
    const [status, , message] = await named('titles.http', 'same');
    expect([status, message]).toEqual([400, expect.stringContaining('same')]);
    const errors = await client.until('error', 3);
    expect(errors.map(({ payload }) => payload['error'])).toEqual([
      'request not found: b in ok.http',
      'request not found: A in ok.http',
      message,
    ]);
    expect(await named('ok.http', 5)).toEqual([400, 'Bad Request', 'requestName must be a string']);
  });
});

const STATUS: Readonly<Record<number, string>> = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found' };
