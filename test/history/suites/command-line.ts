import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace, writeFiles } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import type { RunOutcome } from '../../support/program/run-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startTarget } from '../../stress/target.js';
import { readStore, type StoreUnderTest } from '../store-under-test.js';

type Environment = Readonly<Record<string, string>>;

interface Results {
  readonly tests: readonly {
    readonly name: string;
    readonly skipReason?: string;
    readonly pulledIn?: boolean;
  }[];
}

export function describeCommandLine(store: StoreUnderTest): void {
  describe('the history of svc run', () => {
    it('gets one run per file', async () => {
      const env = await store.env();
      const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : { json: { ok: true } }));
      const cwd = await temporaryWorkspace({
        'a.http': dedent`
          ### good
          # @description Says hello
          GET ${url}/good

          ### bad
          GET ${url}/bad
        `,
        'b.http': `GET ${url}/b\n`,
      });
      const before = Date.now();
      await runInProcess(['run', '.', '-e', 'qa'], { cwd, env });
      const common = { workspace: cwd, environment: 'qa' };
      const stored = await readStore(cwd, env);
      expect(stored).toMatchObject([
        { ...common, filePath: 'a.http', passed: 1, failed: 1, total: 2 },
        { ...common, filePath: 'b.http', passed: 1, failed: 0, total: 1 },
      ]);
      expect(Date.parse(stored[0]?.startedAt ?? '')).toBeGreaterThanOrEqual(before);
      expect(stored.flatMap(({ results }) => results)).toMatchObject([
        {
          requestName: 'good',
          statusCode: 200,
          passed: true,
          bodyPreview: '{"ok":true}',
          description: 'Says hello',
        },
        { requestName: 'bad', statusCode: 500, passed: false, bodyPreview: '', description: '' },
        { requestName: `GET ${url}/b`, statusCode: 200, passed: true, description: '' },
      ]);
      const listed = await runInProcess(['history', 'list', '-o', 'json'], { cwd, env });
      expect(JSON.parse(listed.stdout)).toMatchObject({ total: 2, limit: 20, runs: [{}, {}] });
      const table = await runInProcess(['history', 'list', '--limit', '1'], { cwd, env });
      expect(table.stdout).toMatch(/^ID +STARTED +FILE .*\n\d+ +20.* [ab]\.http +qa +1 +[01] +0.*\n$/);
      const status = await runInProcess(['history', 'status'], { cwd, env });
      expect([status.code, status.stdout]).toEqual([
        0,
        expect.stringMatching(
          /^store .*\nworkspace .*\nschema {5}1\nruns {7}2\nload tests 0\noldest {5}20.*Z\n/,
        ),
      ]);
    });
  });

  describe('svc run --last-failed', () => {
    const call = async (cwd: string, env: Environment, ...args: string[]) => {
      const outcome = await runInProcess(['run', '.', '-o', 'json', ...args], { cwd, env });
      const { tests } = JSON.parse(outcome.stdout) as Results;
      const ran = tests.filter(({ skipReason }) => skipReason !== 'filtered out').map(({ name }) => name);
      return { ...outcome, tests, ran: tests.some((test) => 'skipped' in test) ? ran : ran };
    };

    it('runs what failed when each file ran last, with its dependencies', async () => {
      const env = await store.env();
      let broken = true;
      const { url, seen } = await loopback(({ path }) => (broken && path.startsWith('/bad') ? 500 : 200));
      const cwd = await temporaryWorkspace({
        'a.http': dedent`
          ### login
          GET ${url}/login

          ### bad
          # @depends login
          GET ${url}/bad

          ### good
          GET ${url}/good
        `,
        'b.http': dedent`
          ### rows
          # @data rows.csv
          GET ${url}/bad/{{row.n}}
        `,
        'rows.csv': 'n\n1\n2\n',
        'c.http': `### fine\nGET ${url}/fine\n`,
      });
      expect((await call(cwd, env)).code).toBe(1);
      writeFiles(cwd, { 'd.http': `### fresh\nGET ${url}/fresh\n` });
      seen.length = 0;
      const again = await call(cwd, env, '--last-failed');
      expect(again.code).toBe(1);
      expect(seen).toEqual(['GET /login', 'GET /bad', 'GET /bad/1', 'GET /bad/2', 'GET /fresh']);
      expect(again.tests.find(({ name }) => name === 'login')?.pulledIn).toBe(true);
      broken = false;
      expect((await call(cwd, env, '--last-failed')).code).toBe(0);
      seen.length = 0;
      const nothing = await call(cwd, env, '--last-failed');
      expect([nothing.code, nothing.stderr, seen]).toEqual([0, 'Note: nothing failed last time\n', []]);
    });

    it('runs a file whole that had errors last time', async () => {
      const env = await store.env();
      const { url, seen } = await loopback();
      const cwd = await temporaryWorkspace({ 'a.http': 'GTE x\n' });
      expect((await call(cwd, env)).code).toBe(2);
      await writeFile(join(cwd, 'a.http'), `### one\nGET ${url}/one\n`);
      expect((await call(cwd, env, '--last-failed')).code).toBe(0);
      expect(seen).toEqual(['GET /one']);
    });
  });

  describe('svc diff of load tests', () => {
    it('finds kept tests by number, label and order, unless they are not kept', async () => {
      const env = await store.env();
      const { url } = await startTarget();
      const cwd = await temporaryWorkspace({ 'a.http': `### one\nGET ${url}/\n` });
      const svc = (...args: string[]): Promise<RunOutcome> =>
        runInProcess(args, { cwd, env: { ...env, HOME: cwd } });
      const load = ['stress', 'a.http', '-d', '300ms', '-r', '20', '--output', 'json'];
      expect(JSON.parse((await svc(...load, '--label', 'before')).stdout)).toMatchObject({ stressId: 1 });
      expect(JSON.parse((await svc(...load, '--no-history')).stdout)).toMatchObject({ stressId: 0 });
      const second = await svc(...load, '--label', 'after', '--output-file', 'after.json');
      expect(second.code).toBe(0);
      expect(JSON.parse(await readFile(join(cwd, 'after.json'), 'utf8'))).toMatchObject({ stressId: 2 });
      const names = async (...sides: string[]): Promise<unknown> => {
        const { file1, file2 } = JSON.parse((await svc('diff', '-o', 'json', ...sides)).stdout) as {
          readonly file1: string;
          readonly file2: string;
        };
        return [file1, file2];
      };
      expect(await names('stress:previous', 'stress:last')).toEqual(['stress:1', 'stress:2']);
      expect(await names('stress:before', 'stress:2')).toEqual(['stress:1', 'stress:2']);
      expect(await names('stress:after', 'after.json')).toEqual(['stress:2', 'after.json']);
      expect(await svc('stress', 'a.http', '--label', '7')).toMatchObject({
        code: 64,
        stderr: expect.stringContaining('not only digits'),
      });
    });
  });
}
