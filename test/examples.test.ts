import { describe, expect, it } from 'vitest';
import { repositoryRoot, runSvc } from './support/run-svc.js';

describe('the examples', () => {
  it('are valid without a warning', async () => {
    const outcome = await runSvc(['validate', '--strict', 'examples'], { cwd: repositoryRoot });
    expect(outcome.stdout).toMatch(/^OK {4}examples\/parcels\.http \(4 requests\)$/m);
    expect(outcome.stdout).not.toMatch(/^FAIL|warning/m);
    expect(outcome.code).toBe(0);
  });

  it('are formatted', async () => {
    const outcome = await runSvc(['fmt', '--check', 'examples'], { cwd: repositoryRoot });
    expect(outcome).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });
});
