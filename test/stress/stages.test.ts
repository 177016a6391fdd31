import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { runSvc } from '../support/program/run-svc.js';
import { startTarget } from './target.js';

describe('svc stress --stages', () => {
  it('shows the stages, takes them from a profile, and keeps them', async () => {
    const { url } = await startTarget();
    const cwd = await temporaryWorkspace({
      'a.http': `### ping\nGET ${url}/\n`,
      'service.yaml': dedent`
        stress:
          profiles:
            steps:
              stages: [{ duration: 200ms, rate: 40 }, { duration: 300ms, rate: 40 }]
              abort: { p95: 30s }
      `,
    });
    const history = ['--history-db', 'h.db'];
    const shown = await runSvc(['stress', 'a.http', '--profile', 'steps', ...history, '--label', 'a'], {
      cwd,
    });
    expect(shown.stderr).toBe('');
    expect(shown.stdout).toMatch(
      /^Stress: a\.http {2}2 stages, 500ms, up to 40\.0\/s, at most 100 in flight\n/,
    );
    expect(shown.stdout).toContain('\nRequests    16 total, 16 ok, 0 errors (0.00%), 0 dropped\n');
    expect(shown.stdout).toMatch(/\nRate {8}\d+\.\d\/s achieved of 32\.0\/s planned\n/);
    expect(shown.stdout).toMatch(
      /\nStage +target {2}requests {2}errors +rps +p95\n {2}0s to 200ms +40\.0\/s +\d+ +0 .*\n {2}200ms to 500ms {2}40\.0\/s .*\nMeasured without thresholds: nothing could fail\nValidity/,
    );
    const refused = await runSvc(['stress', 'a.http', '--profile', 'steps', '--rate', '4'], { cwd });
    expect(refused).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Error: --rate must be left out beside stages of profile "steps"\n'),
    });
    const other = ['stress', 'a.http', '--profile', 'steps', '--stages', '500ms:20/s', ...history];
    expect((await runSvc([...other, '--label', 'b'], { cwd })).code).toBe(0);
    const diff = await runSvc(['diff', 'stress:a', 'stress:b', '--history-db', 'h.db'], { cwd });
    expect(diff.stdout).toContain('200ms:40/s, 300ms:40/s');
    expect(diff.stderr).toContain(
      'Warning: the list of stages differs: 200ms:40/s, 300ms:40/s and 500ms:20/s\n',
    );
  });
});

describe('svc stress refuses', () => {
  it.each([
    [['--stages', '30s:50'], 'a stage needs a unit: 30s:50/s or 30s:50vus'],
    [['--stages', '1s:5/s', '--rate', '5'], '--stages cannot be used with --rate'],
    [['--stages', '1s:5/s', '--vus', '5'], '--stages cannot be used with --vus'],
    [['--stages', '1s:5/s', '-d', '1s'], '--stages cannot be used with --duration'],
    [['--stages', '1s:5/s', '--ramp-up', '1s'], '--stages cannot be used with --ramp-up'],
    [['--stages', '1s:5vus', '--max-vus', '4'], 'vus of --stages must be at most --max-vus, which is 4'],
    [['--abort', 'rps>5'], 'abort takes p50, p95, p99, max, mean and errors'],
    [['--abort', 'p95<1s', '--abort-window', '500ms'], '--abort-window must be a duration from 1s to 5m'],
    [['--abort-window', '5s'], '--abort-window needs --abort'],
  ])('%j', async (args, message) => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://127.0.0.1:1/\n' });
    const { code, stdout, stderr } = await runInProcess(['stress', 'a.http', ...args], { cwd });
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
  });
});
