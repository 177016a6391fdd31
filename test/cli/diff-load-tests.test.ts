import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/program/in-process-svc.js';
import { type RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

/** A result as `svc stress -o json` writes it; times differ a little from second to second. */
function result(p95: number, changes: object = {}): string {
  const seconds = Array.from({ length: 20 }, (_, index) => index);
  const named = (name: string, share: number, own: number): object => ({
    name,
    count: 500 * share,
    errorCount: 0,
    avgMs: 5,
    minMs: 1,
    maxMs: 60,
    p50Ms: 5,
    p95Ms: own,
    p99Ms: 48,
  });
  return JSON.stringify({
    duration: 20,
    totalRequests: 1000,
    successCount: 998,
    errorCount: 2,
    avgRps: 50,
    latency: { min: 1, max: 60, mean: 6, stddev: 2, p50: 5, p95, p99: 48 },
    thresholds: [],
    perRequest: [named('browse', 1, 15), named('order', 1, p95 * 1.2)],
    stopped: false,
    mode: 'rate',
    timeSeries: seconds.map((at) => ({
      t: at + 1,
      total: 50,
      errors: 0,
      rps: 50,
      p50Ms: 5,
      p95Ms: p95 + at / 100,
      p99Ms: 48,
      meanMs: 6,
    })),
    validity: { valid: true },
    ...changes,
  });
}

const REPORT = `Load test 1: before.json  rate, 20s
Load test 2: after.json   rate, 20s

        p50           p95                  p99             errors          rps
(all)   5.0 -> 5.0 0%  20.0 -> 28.0 +40% ↓  48.0 -> 48.0 0%  0.20% -> 0.20%  50.0 -> 50.0 0%
browse  5.0 -> 5.0 0%  15.0 -> 15.0 0%      48.0 -> 48.0 0%  0.00% -> 0.00%  25.0 -> 25.0 0%
order   5.0 -> 5.0 0%  24.0 -> 33.6 +40% ↓  48.0 -> 48.0 0%  0.00% -> 0.00%  25.0 -> 25.0 0%

↓ regressed: p95 (p < 0.0001); order carries it
✗ Threshold 20% on p95: (all) +40%, order +40%
`;

async function place(): Promise<(...args: string[]) => Promise<RunOutcome>> {
  const run = JSON.stringify({ schemaVersion: 1, duration: 1, tests: [] });
  const cwd = await temporaryWorkspace({
    'before.json': result(20),
    'after.json': result(28),
    'stopped.json': result(20, { stopped: true, mode: 'vus' }),
    'run.json': run,
  });
  return (...args) => runInProcess(['diff', ...args], { cwd, env: { HOME: cwd } });
}

describe('svc diff of load tests', () => {
  it('says what became slower, how sure that is, and which request carries it', async () => {
    const diff = await place();
    const { code, stdout, stderr } = await diff('--threshold', '20%', 'before.json', 'after.json');
    const words = (text: string): readonly string[] =>
      text.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '));
    expect(words(stdout)).toEqual(words(REPORT));
    expect([code, stderr]).toEqual([1, '']);
    expect((await diff('before.json', 'after.json')).code).toBe(0);
    expect((await diff('--metric', 'p50', '--threshold', '0', 'before.json', 'after.json')).code).toBe(0);
    expect((await diff('before.json', 'before.json')).stdout).toContain('= no significant change');
  });

  it('writes JSON and a page with both curves', async () => {
    const diff = await place();
    const { stdout, stderr } = await diff('-o', 'json', 'before.json', 'stopped.json');
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      kind: 'stress',
      file1: 'before.json',
      file2: 'stopped.json',
      comparable: false,
      differences: ['the mode differs: a rate and virtual users', 'stopped.json was stopped early'],
      metric: 'p95',
      thresholdPercent: null,
      thresholdPassed: true,
      rows: [{ name: '', count1: 1000, metrics: { p95: { before: 20, after: 20, p: 1 } } }, {}, {}],
    });
    expect(stderr).toBe(
      'Warning: the mode differs: a rate and virtual users\nWarning: stopped.json was stopped early\n',
    );
    const page = (await diff('-o', 'html', 'before.json', 'after.json')).stdout;
    expect(page).toMatch(/^<!doctype html>/);
    expect(page.match(/<path class="line c[26]"/g)).toHaveLength(4);
    expect(page).toContain('p95 of each interval');
  });

  it.each([
    [['run.json', 'after.json'], 3, 'run.json is a run, after.json is a load test; compare two of a kind'],
    [['after.json', 'run.json'], 3, 'run.json is a run, after.json is a load test; compare two of a kind'],
    [['stress:7', 'after.json'], 3, 'no load test 7 in the history'],
    [['./stress:7', 'after.json'], 3, 'could not read ./stress:7'],
    [['stress:nightly', 'after.json'], 3, 'no load test nightly in the history'],
    [['--metric', 'p50', 'run.json', 'run.json'], 64, '--metric is for load tests; leave it out for runs'],
    [
      ['--history', '3', 'before.json', 'after.json'],
      64,
      '--history is for runs; leave it out for load tests',
    ],
    [['--min-change', '3ms', 'before.json', 'after.json'], 64, '--min-change is for runs'],
  ] as const)('refuses %j', async (args, wanted, message) => {
    const { code, stderr } = await (await place())(...args);
    expect([code, stderr]).toEqual([wanted, expect.stringContaining(message)]);
  });
});
