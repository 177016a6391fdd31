import { describe, expect, it } from 'vitest';
import { coverageText, hasPassed, headline } from './results-text.js';

const counts = (changes: object) => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  requests: 0,
  ...changes,
});

describe('the text about counts', () => {
  it('says how many requests were run, and why there are more results', () => {
    expect(coverageText(counts({ passed: 1, requests: 1 }), 32)).toBe('1 of 32 requests run');
    expect(coverageText(counts({ passed: 34, requests: 31 }), 31)).toBe('34 results of 31 requests');
    expect(coverageText(counts({ passed: 31, requests: 31 }), 31)).toBe('');
    // The number of requests is 0 for a file with errors.
    expect(coverageText(counts({ passed: 2, requests: 2 }), 0)).toBe('');
  });

  it('calls everything passed only when everything has', () => {
    expect(headline(counts({ passed: 1, requests: 1 }), 32, 0)).toBe('1 of 32 requests run, passed');
    expect(headline(counts({ passed: 32, requests: 32 }), 32, 0)).toBe('Everything passed');
    expect(headline(counts({ passed: 31, skipped: 1, requests: 31 }), 32, 0)).toBe('Everything passed');
    expect(headline(counts({ passed: 31, cancelled: 1, requests: 31 }), 32, 0)).toBe(
      '31 of 32 requests run, passed',
    );
    expect(headline(counts({ passed: 31, failed: 1, requests: 32 }), 32, 0)).toBe('Something failed');
    expect(headline(counts({ passed: 1, requests: 1 }), 1, 1)).toBe('Something failed');
    expect(headline(counts({}), 32, 0)).toBe('Ready to run');
    expect(headline(counts({ cancelled: 3 }), 32, 0)).toBe('Nothing finished');
    expect(hasPassed(counts({ skipped: 2 }), 2)).toBe(false);
  });
});
