import { describe, expect, it } from 'vitest';
import { startServerProcess } from '../../support/servers/running-server.js';

describe('the first signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle server with 0', async (signal) => {
    const { svc, origin, get } = await startServerProcess();
    await get('/system/info');
    svc.send(signal);
    const { code, stdout, stderr } = await svc.ended;
    expect([code, stdout]).toEqual([0, `Listening on ${origin}\n`]);
    // The ids of requests may have any letters.
    expect(stderr.replaceAll(/ id=\w+/g, '')).not.toMatch(/error/i);
  });
});
