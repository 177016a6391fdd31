import { describe, expect, it } from 'vitest';
import { placeResults, type LastResult } from '../../state/runs/last-results.js';
import { chosenRow, rowKey } from '../../state/runs/chosen-row.js';
import { countResults, newestResult, timeSpans } from './result-rows.js';

function result(name: string, changes: Partial<LastResult> = {}): LastResult {
  return {
    file: 'a.http',
    name,
    line: 1,
    method: 'GET',
    url: '',
    verdict: 'passed',
    errorKind: '',
    statusCode: 200,
    duration: 10,
    size: 0,
    assertions: 0,
    failedAssertions: 0,
    error: '',
    skipReason: '',
    environment: 'dev',
    endedAt: 1000,
    source: 'memory',
    executionId: 'x',
    index: 0,
    occurrence: 1,
    ...changes,
  };
}

describe('the rows of results', () => {
  it('are chosen by the address, else by what the user most likely needs', () => {
    const rows = [
      result('a'),
      result('b [1]'),
      result('b [2]', { verdict: 'failed' }),
      result('GET x', { occurrence: 2 }),
      result('c', { verdict: 'cancelled' }),
    ];
    expect(chosenRow(rows, 'a')).toBe(0);
    expect(chosenRow(rows, 'b')).toBe(2);
    expect(chosenRow(rows, 'b [1]')).toBe(1);
    expect(rowKey(result('GET x', { occurrence: 2 }))).toBe('GET x #2');
    expect(chosenRow(rows, 'GET x #2')).toBe(3);
    expect(chosenRow(rows, 'gone')).toBe(2);
    expect(
      chosenRow(
        rows.filter(({ verdict }) => verdict !== 'failed'),
        '',
      ),
    ).toBe(2);
    expect(chosenRow(rows.slice(-1), '')).toBe(0);
    expect(chosenRow([], '')).toBe(-1);
  });

  it('count results and requests', () => {
    const rows = [
      result('a', { line: 1 }),
      result('b [1]', { line: 5 }),
      result('b [2]', { line: 5, verdict: 'failed' }),
      result('c', { line: 0 }),
      result('d', { line: 9, verdict: 'cancelled' }),
      result('e', { line: 12, verdict: 'skipped' }),
    ];
    expect(countResults(rows)).toEqual({ passed: 3, failed: 1, skipped: 1, cancelled: 1, requests: 3 });
    expect(newestResult([result('a'), result('b', { endedAt: 1001 }), result('c')])?.name).toBe('b');
  });

  it('have one time line for each execution', () => {
    const rows = [
      result('a', { index: 0, duration: 50 }),
      result('b', { index: 1, duration: 50 }),
      result('c', { executionId: 'earlier', index: 7, duration: 8 }),
    ];
    const step = (startedAt: number) => ({ name: '', state: 'passed', duration: 0, startedAt }) as const;
    expect(timeSpans(rows, { id: 'x', steps: [step(100), step(150)] })).toEqual([
      { start: 0, length: 0.5 },
      { start: 0.5, length: 0.5 },
      { start: 0, length: 1 },
    ]);
  });
});

describe('results beside the text', () => {
  it('move with their requests, and those of removed ones are left out', () => {
    const rows = [
      result('late', { line: 30 }),
      result('rows [2]', { line: 0 }),
      result('rows [1]', { line: 0 }),
      result('gone', { line: 3 }),
      result('login', { file: 'b.http', line: 99 }),
      result('GET x', { line: 0, occurrence: 2 }),
    ];
    const requests = [
      { name: 'rows', line: 5 },
      { name: 'late', line: 12 },
      { name: 'GET x', line: 20 },
      { name: 'GET x', line: 25 },
    ];
    expect(placeResults('a.http', rows, requests).map(({ name, line }) => `${line} ${name}`)).toEqual([
      '99 login',
      '5 rows [1]',
      '5 rows [2]',
      '12 late',
      '25 GET x',
    ]);
    expect(placeResults('a.http', rows, undefined)).toBe(rows);
  });
});
