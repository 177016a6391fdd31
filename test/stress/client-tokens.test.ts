import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { FETCH, pathsOf, SENT, tokenTarget, tokenWorkspace } from './token-target.js';

describe('tokens of environment files of other clients in load tests', () => {
  it('are fetched once by each thread, however many requests use them', async () => {
    const server = await tokenTarget();
    const cwd = await temporaryWorkspace(tokenWorkspace(server.url));
    const args = ['stress', 'a.http', '--duration', '300ms', '--rate', '60', '--seed', '1', '-o', 'json'];
    const { code, stdout, stderr } = await runInProcess(args, { cwd, env: { SVC_NO_HISTORY: '1' } });
    expect([code, stderr.includes('hunter22')]).toEqual([0, false]);
    expect(JSON.parse(stdout)).toMatchObject({ errorCount: 0 });
    expect(pathsOf(server)).toEqual(SENT);
    const fetches = server.seen.filter((each) => each === FETCH);
    expect(fetches.length).toBeGreaterThan(0);
    expect(fetches.length).toBeLessThanOrEqual(availableParallelism());
    const bearers = server.requests.filter(({ path }) => path === '/a');
    expect(new Set(bearers.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer T0K3N']));
  });
});
