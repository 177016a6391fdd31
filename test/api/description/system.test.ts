import { describe, expect, it } from 'vitest';
import { startServer, startServerProcess } from '../../support/servers/running-server.js';
import { version } from './system-setup.js';

describe('system', () => {
  it('returns version and platform', async () => {
    const { get } = await startServerProcess();
    const { status, json } = await get('/system/info');
    expect(status).toBe(200);
    expect(Object.keys(json as object)).toEqual([
      'version',
      'buildTime',
      'runtimeVersion',
      'os',
      'arch',
      'engine',
    ]);
    expect(json).toMatchObject({
      version,
      buildTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      runtimeVersion: process.version,
      os: process.platform,
      arch: process.arch,
    });
  });

  it('returns only the status to clients without the token', async () => {
    const token = 'a-token-of-enough-characters';
    const { get } = await startServer({ args: ['--api-token', token], token });
    expect((await get('/health')).json).toEqual({ status: 'ok' });
    expect((await get('/health', { Authorization: 'Bearer wrong' })).json).toEqual({ status: 'ok' });
    const authorized = await get('/health', { Authorization: `Bearer ${token}` });
    expect(authorized.json).toMatchObject({ status: 'ok', config: 'none' });
  });
});
