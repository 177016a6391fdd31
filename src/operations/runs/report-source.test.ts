import { describe, expect, it } from 'vitest';
import { outcome as requestOutcome, textResponse } from '../../../test/support/runs/build-outcome.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { FileOutcome } from '../../runner/outcome/result.js';
import { renderReport, toReportSource } from './report-source.js';

describe('what is kept for reports', () => {
  it('has the start of a long body only, and none of its bytes', async () => {
    const body = 'a long text '.repeat(100_000);
    const whole = {
      ...requestOutcome({ passed: false, response: textResponse(body) }),
      wholeBody: { bytes: Buffer.from(body) },
    };
    const outcome: FileOutcome = {
      file: 'a.http',
      startedAt: 0,
      duration: 1,
      passed: 1,
      failed: 0,
      skipped: 0,
      results: [whole],
      broken: [],
    };
    const source = toReportSource(outcome, 'dev', new SecretSet());
    expect(source.length).toBeLessThan(100_000);
    const report = Buffer.from(await renderReport({ format: 'html', sources: [source] })).toString();
    expect(report).toContain('a long text a long text');
    expect(report).not.toContain('wholeBody');
  });
});
