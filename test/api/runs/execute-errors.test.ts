import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '../../support/clients/event-client.js';
import { startServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { files, refusedBy, STATUS } from './execute-errors-setup.js';

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
