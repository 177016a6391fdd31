import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { startServer } from '../support/servers/running-server.js';
import { FETCH, pathsOf, SENT, tokenTarget, tokenWorkspace } from './token-target.js';

describe('tokens of environment files of other clients in load tests', () => {
  it('are fetched over REST too', async () => {
    const server = await tokenTarget();
    const { call, get } = await startServer({ files: tokenWorkspace(server.url) });
    await call('POST', '/stress/start', {
      json: { files: ['a.http'], duration: '300ms', rate: 60, seed: 1 },
    });
    await expect.poll(async () => (await get('/stress/status')).json).toMatchObject({ hasResult: true });
    const { json, text } = await get('/stress/result');
    expect(json).toMatchObject({ errorCount: 0 });
    expect(text).not.toContain('hunter22');
    expect(pathsOf(server)).toEqual(SENT);
    expect(server.seen.filter((each) => each === FETCH).length).toBeLessThanOrEqual(availableParallelism());
  });
});
