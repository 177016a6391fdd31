import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { runSvc } from '../support/program/run-svc.js';

describe('svc stress --find', () => {
  it('fails like any other test when the target refuses connections', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n' });
    const args = ['stress', 'a.http', '-d', '1s', '--find', 'p95<200ms', '--no-history'];
    const { code, stderr } = await runSvc(args, { cwd });
    expect(stderr).toContain('refused the connection');
    expect(code).toBe(4);
  });
});

describe('svc stress --find refuses', () => {
  it.each([
    [['--find', 'rps>5'], '--find takes p50, p95, p99, max, mean and errors'],
    ...['--vus=5', '--stages=1s:5/s', '--ramp-up=1s', '--threshold=p95<1s', '--abort=p95<1s'].map(
      (flag) => [['--find', 'p95<1s', flag], `--find cannot be used with ${flag.split('=')[0]}`] as const,
    ),
    [['--find-to', '5'], '--find-to needs --find'],
    [['--find', 'p95<1s', '--find-to', '5'], '--find-to must be at least --rate, which is 50'],
    [
      ['--find', 'p95<1s', '-d', '500ms'],
      '--duration must be a duration from 1s to 10m, the length of a step',
    ],
    [['--find', 'p95<1s', '--find-precision', '60%'], 'use a percentage from 1% to 50%'],
  ] as const)('%j', async (args, message) => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n' });
    const { code, stdout, stderr } = await runInProcess(['stress', 'a.http', ...args], { cwd });
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
  });
});
