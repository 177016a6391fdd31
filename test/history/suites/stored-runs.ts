import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { runSvc } from '../../support/program/run-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import type { StoreUnderTest } from '../store-under-test.js';
import { execute, message } from '../../api/history/history-calls.js';

interface Run {
  readonly id: number;
  readonly startedAt: string;
  readonly filePath: string;
}

export function describeStoredRuns(store: StoreUnderTest): void {
  describe('stored runs', () => {
    it('are listed newest first, page by page', async () => {
      const { url } = await loopback();
      const server = await startServer({
        history: true,
        env: await store.env(),
        files: { 'a.http': `GET ${url}\n` },
      });
      expect((await server.get('/history/runs')).json).toEqual({ runs: [], total: 0, limit: 20, offset: 0 });
      for (let index = 0; index < 25; index++) await execute(server, { file: 'a.http', environment: 'qa' });
      const page = async (query: string): Promise<{ ids: number[]; rest: unknown }> => {
        const { json } = await server.get(`/history/runs${query}`);
        const { runs, ...rest } = json as { runs: Run[] };
        return { ids: runs.map(({ id }) => id), rest };
      };
      const down = (from: number, to: number): number[] =>
        Array.from({ length: from - to + 1 }, (_, index) => from - index);
      expect(await page('')).toEqual({ ids: down(25, 6), rest: { total: 25, limit: 20, offset: 0 } });
      expect(await page('?limit=3&offset=22&limit=4&x=1')).toEqual({
        ids: down(3, 1),
        rest: { total: 25, limit: 4, offset: 22 },
      });
      expect(await page('?limit=5000')).toEqual({
        ids: down(25, 1),
        rest: { total: 25, limit: 100, offset: 0 },
      });
      expect(await page('?offset=999999999999')).toEqual({
        ids: [],
        rest: { total: 25, limit: 20, offset: 999999999999 },
      });
      for (const bad of ['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'limit=', 'limit=%20']) {
        expect(await message(server, 'GET', `/history/runs?${bad}`)).toEqual([
          400,
          'limit must be a whole number from 1 to 100',
        ]);
      }
      for (const bad of ['offset=-1', 'offset=x', 'offset=0.5']) {
        expect(await message(server, 'GET', `/history/runs?${bad}`)).toEqual([
          400,
          'offset must be a whole number of 0 or more',
        ]);
      }
    });

    it('have every field, with results and assertions in the order of the run', async () => {
      const { url } = await loopback(() => ({ json: { id: 7, list: [1] } }));
      const server = await startServer({
        history: true,
        env: await store.env(),
        files: {
          'shop/a.http': dedent`
            ### one
            # @description the first
            GET ${url}/1
            >>>
            expect body.id == 8
            expect body.list exists
            expect body.list == [1]
            <<<
            ### two
            # @depends one
            GET ${url}/2
          `,
        },
      });
      const before = Date.now();
      const id = await execute(server, { file: 'shop/a.http' });
      const { json } = await server.get(`/history/runs/${id}`);
      const run = json as Run & { results: Record<string, unknown>[] };
      expect(Object.keys(run)).toEqual(
        'id filePath environment startedAt finishedAt durationMs passed failed skipped total results workspace'
          .split(' ')
          .concat(store.runFields),
      );
      expect(run).toMatchObject({
        id,
        filePath: 'shop/a.http',
        environment: 'dev',
        passed: 0,
        failed: 1,
        skipped: 1,
        total: 2,
        workspace: server.root,
      });
      expect(Date.parse(run.startedAt)).toBeGreaterThanOrEqual(before);
      const [first, second] = run.results;
      expect(Object.keys(first ?? {})).toEqual(
        'id requestName method url statusCode durationMs passed description bodyPreview assertions skipped error'.split(
          ' ',
        ),
      );
      expect(first).toMatchObject({
        requestName: 'one',
        method: 'GET',
        url: `${url}/1`,
        statusCode: 200,
        passed: false,
        description: 'the first',
        bodyPreview: '{"id":7,"list":[1]}',
        skipped: false,
        error: null,
        assertions: [
          { operator: 'equals', subject: 'body.id', expected: '8', actual: '7', passed: false },
          { operator: 'exists', subject: 'body.list', expected: '', actual: '[1]', passed: true },
          { operator: 'equals', subject: 'body.list', expected: '[1]', actual: '[1]', passed: true },
        ],
      });
      expect(second).toMatchObject({
        requestName: 'two',
        statusCode: 0,
        passed: false,
        skipped: true,
        error: null,
      });
    });

    it('are removed one by one or all together; their ids are never used again', async () => {
      const { url } = await loopback();
      const server = await startServer({
        history: true,
        env: await store.env(),
        files: { 'a.http': `GET ${url}\n` },
      });
      await execute(server, { file: 'a.http' });
      await execute(server, { file: 'a.http' });
      expect((await server.call('DELETE', '/history/runs/2')).status).toBe(204);
      expect(await message(server, 'DELETE', '/history/runs/2')).toEqual([404, 'run not found: 2']);
      expect(await message(server, 'GET', '/history/runs/2')).toEqual([404, 'run not found: 2']);
      expect(await message(server, 'GET', '/history/runs/999999999999999')).toEqual([
        404,
        'run not found: 999999999999999',
      ]);
      for (const bad of ['abc', '1x', '-1', '1.0', '1234567890123456', '0x1']) {
        expect(await message(server, 'GET', `/history/runs/${bad}`)).toEqual([
          400,
          `run id must be a number: ${bad}`,
        ]);
        expect(await message(server, 'DELETE', `/history/runs/${bad}`)).toEqual([
          400,
          `run id must be a number: ${bad}`,
        ]);
      }
      expect((await server.call('DELETE', '/history/runs')).status).toBe(204);
      expect((await server.get('/history/runs')).json).toMatchObject({ runs: [], total: 0 });
      expect(await execute(server, { file: 'a.http' })).toBe(3);
    });

    it('of every workspace and of the command line are listed, unless only this workspace is asked for', async () => {
      const { url } = await loopback();
      const shared = await store.env();
      const server = await startServer({
        history: true,
        env: shared,
        files: {
          'a.http': dedent`
            ### a
            GET ${url}
          `,
        },
      });
      const { home, root } = server;
      await execute(server, { file: 'a.http' });
      const other = await startServer({
        history: true,
        env: shared,
        files: {
          'a.http': dedent`
            ### a
            GET ${url}
          `,
        },
      });
      const env = { ...shared, HOME: home };
      expect((await runSvc(['run', 'a.http'], { cwd: other.root, env })).code).toBe(0);
      expect((await runSvc(['run', 'a.http'], { cwd: root, env })).code).toBe(0);
      const totals = async (query: string): Promise<unknown[]> => {
        const runs = (await server.get(`/history/runs?${query}`)).json as { total: number };
        const results = (await server.get(`/history/results?requestName=a&filePath=a.http&${query}`)).json;
        return [runs.total, (results as { total: number }).total];
      };
      expect([await totals('workspace=all'), await totals('workspace=current')]).toEqual([
        [3, 3],
        [2, 2],
      ]);
      expect(await totals('')).toEqual(store.isTeam ? [2, 2] : [3, 3]);
      expect(await message(server, 'GET', '/history/runs?workspace=other')).toEqual([
        400,
        'workspace must be current or all',
      ]);
      expect(await message(server, 'DELETE', '/history/runs?workspace=all')).toEqual([
        400,
        'workspace must be current',
      ]);
      const newest = (await server.get('/history/runs?workspace=all')).json as { runs: Run[] };
      const foreign = newest.runs[1]?.id ?? 0;
      expect((await server.get(`/history/runs/${foreign}?workspace=all`)).status).toBe(200);
      const isFound = store.isTeam ? 404 : 200;
      expect((await server.get(`/history/runs/${foreign}`)).status).toBe(isFound);
      if (store.isTeam) expect((await server.call('DELETE', `/history/runs/${foreign}`)).status).toBe(404);
      expect((await server.call('DELETE', '/history/runs?workspace=current')).status).toBe(204);
      expect(await totals('workspace=all')).toEqual([1, 1]);
      const [left] = (
        (await server.get('/history/runs?workspace=all')).json as { runs: { workspace: string }[] }
      ).runs;
      expect(left?.workspace).toBe(other.root);
    });
  });
}
