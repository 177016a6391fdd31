import { describe, expect, it } from 'vitest';
import { assertion, failed, fileOf, runOf } from '../../test/support/runs/build-outcome.js';
import { githubSummary } from './github-summary.js';

describe('the summary', () => {
  it('stays below what GitHub accepts', () => {
    const long = failed(
      'x'.repeat(100),
      ...Array.from({ length: 50 }, () => assertion({ actual: 'y'.repeat(3000) })),
    );
    const run = runOf([
      fileOf(
        'a.http',
        Array.from({ length: 2000 }, () => long),
      ),
    ]);
    const text = githubSummary(run);
    expect(text.length).toBeLessThan(1 << 20);
    expect(text).toContain('| … 1500 more failed tests |');
  });
});
