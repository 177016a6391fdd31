import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { startServer } from '../../support/servers/running-server.js';

const ENV = 'http-client.env.json';
const GET = 'GET http://127.0.0.1/\n';

describe('clientEnvironments of GET /workspace', () => {
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
    expect(near.svc.stderr()).toContain('did you mean "stage"? Defined: qa, stage');
  });
});
