import { describe, expect, it } from 'vitest';
import { startSvc } from '../../support/program/live-svc.js';
import { sendRequest } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

describe('start-up', () => {
  it('takes the directory of a file, and prefers flags to variables', async () => {
    const root = await temporaryWorkspace({ 'a.http': 'GET http://x/\n', 'service.yaml': 'timeout: 5\n' });
    const env = {
      SVC_PORT: '1',
      SVC_HOST: 'no-such-host.invalid',
      SVC_NO_HISTORY: 'true',
      SVC_ENV: 'qa',
      SVC_API_TOKEN: ' ',
    };
    const svc = startSvc(['serve', 'a.http', '-p', '7', '-p0', '--host', 'localhost'], { cwd: root, env });
    await svc.until(() => svc.stdout().includes('\n'));
    expect(svc.stdout()).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    const origin = svc.stdout().slice('Listening on '.length).trim();
    const overview = await sendRequest(origin, 'GET', '/api/v1/workspace');
    expect(overview.json).toMatchObject({ root, environment: 'qa', hasConfig: true, totalRequests: 1 });
    expect((await sendRequest(origin, 'GET', '/api/v1/health')).json).toMatchObject({ history: 'off' });
  });
});
