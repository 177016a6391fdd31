import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { workspace } from './run-selection-setup.js';

describe('svc run file.http:line', () => {
  it('is a dry run and a load test too', async () => {
    const { cwd, seen } = await workspace();
    const dry = await runInProcess(['run', 'a.http:26', '--dry-run'], { cwd });
    expect(dry.stdout).toContain('1. last');
    expect([dry.code, seen]).toEqual([0, []]);
    const load = await runInProcess(['stress', 'a.http:26', '-d', '200ms', '-r', '20'], { cwd });
    expect(load.code).toBe(0);
    expect(new Set(seen)).toEqual(new Set(['GET /last']));
  });
});
