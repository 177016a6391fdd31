import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LoadTestDiff } from '../../src/diff/compare-load-tests.js';
import { storeTest } from '../../src/operations/load/store-test.js';
import { SecretSet } from '../../src/redaction/secret-set.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { TurnedTime } from '../support/runs/load-time.js';
import { loopback } from '../support/runs/run-requests.js';
import { stressTest } from '../support/runs/stress-run.js';

/** Runs a load on a clock that is turned, whose every response takes so long, and keeps it as `svc stress` does. */
async function keepLoad(cwd: string, label: string, rate: number, takesMs: number): Promise<void> {
  const time = new TurnedTime();
  const { url } = await loopback(async (_request, response) => {
    await time.hold(takesMs, response);
    return 200;
  });
  const files = { 'a.http': `### a\nGET ${url}/\n` };
  const test = await stressTest(files, { time, stress: { duration: 1000, rate, maxVUs: 100 } });
  const result = await test.run();
  expect(result).toMatchObject({ totalRequests: rate, latency: { min: takesMs, max: takesMs } });
  await writeFile(join(cwd, `${label}.json`), JSON.stringify(result));
  const { stress } = test;
  const about = { label, files: ['a.http'], environment: '', workspace: cwd };
  const onWarning = (message: string): void => {
    throw new Error(message);
  };
  const history = { path: join(cwd, 'h.db'), keepRuns: 10, onWarning };
  await storeTest({ ...about, test, stress, result, secrets: new SecretSet() }, history);
}

describe('svc diff of real load tests', () => {
  it('gives the same rows from labels, last and previous, numbers, files and standard input', async () => {
    const cwd = await temporaryWorkspace({});
    await keepLoad(cwd, 'before', 40, 20);
    await keepLoad(cwd, 'after', 40, 60);
    await keepLoad(cwd, 'other', 80, 60);
    const diff = async (first: string, second: string, input?: string): Promise<LoadTestDiff> => {
      const env = { SVC_HISTORY_DB: 'h.db' };
      const options = { cwd, env, ...(input === undefined ? {} : { input }) };
      const { stdout } = await runInProcess(['diff', '-o', 'json', first, second], options);
      return JSON.parse(stdout) as LoadTestDiff;
    };
    const expected = await diff('before.json', 'after.json');
    expect(expected.rows.map(({ name, category }) => [name, category])).toEqual([
      ['', 'regressed'],
      ['a', 'regressed'],
    ]);
    for (const [first, second] of [
      ['stress:before', 'stress:after'],
      ['stress:1', 'stress:previous'],
      ['stress:1', 'stress:2'],
      ['stress:before', 'after.json'],
    ] as const) {
      const found = await diff(first, second);
      expect(found.rows).toEqual(expected.rows);
      expect(found).toMatchObject({ comparable: true, differences: [] });
    }
    expect((await diff('stress:previous', 'stress:last')).rows).toEqual(
      (await diff('stress:2', 'stress:3')).rows,
    );
    const input = await readFile(join(cwd, 'before.json'), 'utf8');
    expect((await diff('-', 'after.json', input)).rows).toEqual(expected.rows);
    expect((await diff('stress:after', 'stress:other')).differences).toEqual([
      'the rate differs: 40/s and 80/s',
    ]);
    expect((await diff('after.json', 'other.json')).differences).toEqual([
      expect.stringMatching(/^the rate differs: about \d+\/s and about \d+\/s$/),
    ]);
  });
});
