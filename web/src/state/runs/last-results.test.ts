import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let asked: string[] = [];
let endedAt = '';

beforeEach(() => {
  vi.resetModules();
  asked = [];
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('window', { location: { origin: 'http://127.0.0.1', pathname: '/', search: '' } });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address.replace(/^.*\/results/, '/results'));
    const result = { file: 'a.http', name: 'one', line: 1, occurrence: 1, verdict: 'passed', endedAt };
    const totals = { file: 'a.http', passed: 1, endedAt };
    return Promise.resolve(
      Response.json(address.includes('file=') ? { results: [result] } : { files: [totals] }),
    );
  });
});

// Other test files run in the same thread.
afterEach(() => void vi.unstubAllGlobals());

test('results are loaded once after a run, and again only when the totals name newer ones', async () => {
  const { lastResults, loadResults, loadTotals } = await import('./last-results.js');
  endedAt = '2031-04-05T06:07:08.000Z';
  await loadResults('a.http');
  endedAt = '2031-04-05T06:07:09.000Z';
  await Promise.all([loadResults('a.http'), loadTotals()]);
  await loadTotals();
  expect(asked).toEqual(['/results?file=a.http', '/results?file=a.http', '/results', '/results']);

  endedAt = '2031-04-05T06:07:10.000Z';
  await loadTotals();
  await expect.poll(() => lastResults.value.get('a.http')?.[0]?.endedAt).toBe(Date.parse(endedAt));
  expect(asked).toHaveLength(6);
});
