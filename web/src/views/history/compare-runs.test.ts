import { expect, it } from 'vitest';
import type { StoredResult, StoredRun } from '../../../../src/server/api-types.js';
import { compareRuns } from './compare-runs.js';

it('puts every request into the category that `svc diff` would give it', () => {
  const before = run([
    result('a', true, 100),
    result('b', true, 100),
    result('c', false, 5),
    result('gone', true, 1),
  ]);
  const after = run([
    result('a', true, 105),
    result('b', true, 120),
    result('c', true, 9),
    result('new', true, 1),
  ]);
  expect(compareRuns(before, after).map(({ name, category }) => `${name} ${category}`)).toEqual([
    'a unchanged',
    'b regressed',
    'c improved',
    'new new',
    'gone removed',
  ]);
});

it('marks a difference that tells nothing, as `svc diff` does', () => {
  const before = run([
    result('a', true, 3),
    result('b', true, 100),
    result('c', false, 3),
    result('d', true, 5),
  ]);
  const after = run([
    result('a', true, 8),
    result('b', true, 120),
    result('c', true, 8),
    result('d', true, 5),
  ]);
  expect(compareRuns(before, after).map(({ isNoise }) => isNoise)).toEqual([true, false, false, false]);
});

it('compares requests of one name in their order', () => {
  const twice = run([result('a', true, 10), result('a', false, 10)]);
  expect(compareRuns(twice, twice).map(({ category }) => category)).toEqual(['unchanged', 'unchanged']);
});

function run(results: readonly StoredResult[]): StoredRun {
  const time = '2031-01-01T00:00:00.000Z';
  const counts = { passed: 0, failed: 0, skipped: 0, total: results.length, durationMs: 0 };
  const place = { filePath: 'a.http', environment: 'dev', workspace: '/', startedAt: time, finishedAt: time };
  return { id: 1, ...counts, ...place, results };
}

function result(requestName: string, passed: boolean, durationMs: number): StoredResult {
  const rest = { method: 'GET', url: '', statusCode: 200, description: '', bodyPreview: '', assertions: [] };
  return { id: 1, requestName, passed, durationMs, skipped: false, error: null, ...rest };
}
