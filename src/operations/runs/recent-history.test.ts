import { describe, expect, it } from 'vitest';
import { outcome as requestOutcome, textResponse } from '../../../test/support/runs/build-outcome.js';
import type { FileOutcome, RequestOutcome } from '../../runner/outcome/result.js';
import { RecentHistory, toRecentResults } from './recent-history.js';

const NOW = Date.UTC(2031, 3, 7, 9, 15, 2, 87);

function outcomeOf(results: readonly RequestOutcome[]): FileOutcome {
  return {
    file: 'orders.http',
    startedAt: 0,
    duration: 1,
    passed: 0,
    failed: 0,
    skipped: 0,
    results,
    broken: [],
  };
}

describe('the recent history', () => {
  it('has one entry per result in result order, with what was sent', () => {
    const recent = new RecentHistory();
    const request = { method: 'POST', url: 'http://127.0.0.1/orders?key=s3cret', headers: {} };
    const skipped = requestOutcome({ name: 'later', passed: false, skipped: true, duration: 0 });
    recent.add(
      toRecentResults(
        outcomeOf([
          requestOutcome({ request, file: 'auth.http' }),
          { ...skipped, response: { ...textResponse(''), statusCode: 0 } },
        ]),
        NOW,
      ),
    );
    const [first, second] = recent.list();
    expect(first).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{12}$/) as string,
      file: 'auth.http',
      requestName: 'readOrder',
      method: 'POST',
      url: 'http://127.0.0.1/orders?key=s3cret',
      statusCode: 200,
      duration: 61,
      passed: true,
      timestamp: '2031-04-07T09:15:02.087Z',
      skipped: false,
    });
    expect(second).toMatchObject({ requestName: 'later', statusCode: 0, passed: false, skipped: true });
    expect(first?.id).not.toBe(second?.id);
    expect(recent.list().map(({ id }) => id)).toEqual([first?.id, second?.id]);
  });

  it('keeps the last hundred, oldest first', () => {
    const recent = new RecentHistory();
    const named = (from: number, count: number): RequestOutcome[] =>
      Array.from({ length: count }, (_, index) => requestOutcome({ name: `r${from + index}` }));
    recent.add(toRecentResults(outcomeOf(named(0, 60)), NOW));
    recent.add(toRecentResults(outcomeOf(named(60, 60)), NOW));
    expect(recent.list().map(({ requestName }) => requestName)).toEqual(
      Array.from({ length: 100 }, (_, index) => `r${index + 20}`),
    );
    recent.add(toRecentResults(outcomeOf(named(0, 250)), NOW));
    expect(recent.list()).toHaveLength(100);
    expect(recent.list()[0]?.requestName).toBe('r150');
  });

  it('forgets everything, and a list handed out stays as it was', () => {
    const recent = new RecentHistory();
    recent.add(toRecentResults(outcomeOf([requestOutcome()]), NOW));
    const before = recent.list();
    recent.clear();
    expect(recent.list()).toEqual([]);
    expect(before).toHaveLength(1);
  });
});
