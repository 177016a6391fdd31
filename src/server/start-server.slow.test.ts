import { describe, expect, it } from 'vitest';
import { startLocalServer } from '../../test/support/servers/local-server.js';

describe('startServer', () => {
  it('does not limit the time of a response', async () => {
    const { port, service } = await startLocalServer({
      limits: { requestMs: 2000, headMs: 1000, idleMs: 1000 },
    });
    service.health = async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 5000);
      });
      return { uptime: 1, history: 'off', watcher: 'off', config: 'none' } as const;
    };
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status).toBe(200);
  });
});
