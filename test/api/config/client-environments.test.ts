import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { startServer } from '../../support/servers/running-server.js';

const ENV = 'http-client.env.json';
const PRIVATE = 'http-client.private.env.json';
const GET = 'GET http://127.0.0.1/\n';

describe('clientEnvironments of GET /workspace', () => {
  it('has names and files, never values; the other lists stay those of the config', async () => {
    const { get } = await startServer({
      files: {
        'service.yaml': 'environments: {qa: {hostname: a}}\n',
        'api/a.http': GET,
        [ENV]: '{"local": {"hostname": "open-value"}, "$shared": {"all": "shared-value"}}',
        [`api/${PRIVATE}`]: '{"local": {"password": "private-value"}, "stage": {"n": 31415926}}',
      },
      args: ['--env', 'qa'],
    });
    const { json, text } = await get('/workspace');
    expect(json).toMatchObject({
      clientEnvironments: [
        { name: 'local', files: [`api/${PRIVATE}`, ENV] },
        { name: 'stage', files: [`api/${PRIVATE}`] },
      ],
    });
    expect(json).not.toHaveProperty('clientEnvironmentFindings');
    // Shorter words may stand in the name of the folder.
    expect(text).not.toMatch(/open-value|shared-value|private-value|31415926|password|hostname/);
    expect((await get('/environments')).json).toEqual([{ name: 'qa', variables: { hostname: 'a' } }]);
    expect((await get('/environments/local')).status).toBe(404);
  });

  it('follows the disk, and names files that cannot be used without their content', async () => {
    const outside = await temporaryWorkspace({ 'other.json': '{"stolen": {"x": 1}}' });
    const { get, root } = await startServer({
      files: { 'a.http': GET, 'b/b.http': GET, [ENV]: '{"dev": {"token": "broken-value" "x": 1}}' },
    });
    await symlink(join(outside, 'other.json'), join(root, 'b', ENV));
    const { json, text } = await get('/workspace');
    expect(json).toMatchObject({
      clientEnvironmentFindings: [
        {
          file: ENV,
          severity: 'error',
          code: 'client_env',
          message: `${ENV}:1:34: expected a comma or }`,
          line: 1,
          column: 34,
        },
        {
          file: `b/${ENV}`,
          message: `b/${ENV}:1:1: cannot read this file: it is outside the workspace, where only a flag may lead`,
        },
      ],
    });
    expect(text).not.toMatch(/broken-value|stolen/);
    await writeFile(join(root, ENV), '{"dev": {}}');
    await rm(join(root, 'b', ENV));
    const later = (await get('/workspace')).json;
    expect(later).toMatchObject({ clientEnvironments: [{ name: 'dev', files: [ENV] }] });
    expect(later).not.toHaveProperty('clientEnvironmentFindings');
  });
});
