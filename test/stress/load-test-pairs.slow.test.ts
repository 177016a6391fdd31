import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LoadTestDiff } from '../../src/diff/compare-load-tests.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { runSvc } from '../support/program/run-svc.js';
import { startTarget } from './target.js';

/** One late send among 40 makes a verdict invalid, so that verdicts are left out of what is compared here. */
function differencesOfOptions({ comparable, differences }: LoadTestDiff): string[] {
  expect(comparable).toBe(differences.length === 0);
  return differences.filter((text) => !text.endsWith('is invalid: the generator did not keep up'));
}

describe('svc diff of real load tests', () => {
  it('gives the same rows from labels, last and previous, numbers, files and standard input', ON_TIME, () =>
    checkOnTime(async () => {
      let pauseMs = 20;
      const { url } = await startTarget((_path, response) => {
        setTimeout(() => response.end(), pauseMs);
      });
      const cwd = await temporaryWorkspace({ 'a.http': `### a\nGET ${url}/\n` });
      const env = { SVC_HISTORY_DB: 'h.db' };
      const stress = async (label: string, rate: string, duration = '1s'): Promise<void> => {
        const args = ['stress', 'a.http', '-r', rate, '-d', duration, '--label', label];
        const { code } = await runSvc([...args, '-o', 'json', '--output-file', `${label}.json`], {
          cwd,
          env,
        });
        expect(code).toBe(0);
      };
      await stress('before', '40');
      pauseMs = 60;
      await stress('after', '40');
      await stress('other', '80');
      return async () => {
        const diff = async (first: string, second: string, input?: string): Promise<LoadTestDiff> => {
          const options = { cwd, env, ...(input === undefined ? {} : { input }) };
          return JSON.parse(
            (await runSvc(['diff', '-o', 'json', first, second], options)).stdout,
          ) as LoadTestDiff;
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
          expect(differencesOfOptions(found)).toEqual([]);
        }
        expect((await diff('stress:previous', 'stress:last')).rows).toEqual(
          (await diff('stress:2', 'stress:3')).rows,
        );
        const input = await readFile(join(cwd, 'before.json'), 'utf8');
        expect((await diff('-', 'after.json', input)).rows).toEqual(expected.rows);
        expect(differencesOfOptions(await diff('stress:after', 'stress:other'))).toEqual([
          'the rate differs: 40/s and 80/s',
        ]);
        expect(differencesOfOptions(await diff('after.json', 'other.json'))).toEqual([
          expect.stringMatching(/^the rate differs: about \d+\/s and about \d+\/s$/),
        ]);
      };
    }),
  );
});
