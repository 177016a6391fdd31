/** A server on a cloned repository with pipes, links that lead out of it, and planted locks. */
import { lstat, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const KEY = dedent`
  -----BEGIN OPENSSH PRIVATE KEY-----
  canary-of-the-key: [
`;

describe('a service.yaml that leads out of the workspace', () => {
  it('is not valid, is never written, and its target is not exposed', async () => {
    const outside = await temporaryWorkspace({ id_rsa: KEY });
    const root = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n' });
    await symlink(join(outside, 'id_rsa'), join(root, 'service.yaml'));
    const server = await startServer({ root });
    const responses = [
      await server.get('/config'),
      await server.call('PUT', '/config', { json: { timeout: 7 } }),
      await server.call('PUT', '/environments/qa', { json: { variables: { a: 'b' } } }),
      await server.call('POST', '/execute', { json: { file: 'a.http' } }),
    ];
    for (const { status, json } of responses) {
      expect([status, json]).toMatchObject([
        400,
        {
          message:
            'service.yaml is not valid: line 1, column 1: it is a link that leads outside the workspace; replace it by a file, or name its target with --config',
        },
      ]);
    }
    expect(server.svc.stderr()).not.toMatch(/canary|BEGIN/);
    expect(server.svc.stderr()).toContain('service.yaml is not valid');
    expect(await readFile(join(outside, 'id_rsa'), 'utf8')).toBe(KEY);
    expect(await readdir(outside)).toEqual(['id_rsa']);
    expect((await lstat(join(root, 'service.yaml'))).isSymbolicLink()).toBe(true);
  });
});
