import { describe, expect, it } from 'vitest';
import { startServer, startServerProcess } from '../../support/servers/running-server.js';
import { version } from './system-setup.js';

describe('system', () => {
  it('returns the state of its parts', async () => {
    const { get } = await startServerProcess({ args: ['--no-history', '--watch=false'] });
    const { json } = await get('/health');
    expect(json).toEqual({
      status: 'ok',
      version,
      uptime: expect.any(Number),
      history: 'off',
      watcher: 'off',
      config: 'none',
    });
  });

  it('reports an invalid config and a working history', async () => {
    const { get } = await startServer({ files: { 'service.yaml': 'timeout: [' }, history: true });
    expect((await get('/health')).json).toMatchObject({ history: 'ok', watcher: 'on', config: 'invalid' });
  });
});
