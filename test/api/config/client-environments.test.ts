import { rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
        'service.yaml': 'environments: {qa: {host: a}}\n',
        'api/a.http': GET,
        [ENV]: '{"local": {"host": "open-value"}, "$shared": {"all": "shared-value"}}',
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
    expect(text).not.toMatch(/open-value|shared-value|private-value|31415926|password|host/);
    expect((await get('/environments')).json).toEqual([{ name: 'qa', variables: { host: 'a' } }]);
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

  it('has named files, relative to where the server was started, and none if none are wanted', async () => {
    const folder = await temporaryWorkspace({
      'op.json': '{"operator": {}}',
      'w/mine.json': '{"mine": {"x": 1}}',
      'w/service.yaml': 'clientEnv: [mine.json]\n',
    });
    const root = join(folder, 'w');
    const configured = await startServer({ root });
    expect((await configured.get('/workspace')).json).toMatchObject({
      clientEnvironments: [{ name: 'mine', files: ['mine.json'] }],
    });
    const relative = `../${basename(folder)}/op.json`;
    const named = await startServer({ root, args: ['--client-env', relative] });
    expect((await named.get('/workspace')).json).toMatchObject({
      clientEnvironments: [{ name: 'operator', files: [relative] }],
    });
    const off = await startServer({ root, args: ['--no-client-env'] });
    expect((await off.get('/workspace')).json).not.toHaveProperty('clientEnvironments');
  });

  it('count as defined when the server starts with one of them', async () => {
    const files = {
      'service.yaml': 'environments: {qa: {}}\n',
      'api/a.http': GET,
      [`api/${ENV}`]: '{"stage": {}}',
    };
    const { svc } = await startServer({ files, args: ['--env', 'stage'] });
    expect(svc.stderr()).not.toContain('not defined');
    const near = await startServer({ files, args: ['--env', 'stag'] });
    await near.svc.until(() => near.svc.stderr().includes('environment "stag" is not defined'));
    expect(near.svc.stderr()).toContain('did you mean "stage"? (defined: qa, stage)');
  });
});
