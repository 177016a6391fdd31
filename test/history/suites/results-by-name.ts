import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { execute, message } from '../../api/history/history-calls.js';
import type { StoreUnderTest } from '../store-under-test.js';

export function describeResultsByName(store: StoreUnderTest): void {
  describe('results by name', () => {
    it('are listed by run, newest first, with their file and environment', async () => {
      const { url } = await loopback(({ path }) => (path === '/0' ? 200 : 500));
      const text = dedent`
        ### a
        # @data ./rows.csv
        GET ${url}/{{row.n}}
        ### b
        # @depends a
        GET ${url}/0
      `;
      const server = await startServer({
        history: true,
        env: await store.env(),
        files: { 'x/a.http': text, 'x/rows.csv': 'n\n0\n1\n' },
      });
      await execute(server, { file: 'x/a.http' });
      await execute(server, { file: 'x/a.http', environment: 'qa' });
      const path = '/history/results?filePath=./x/../x/a.http';
      const { json } = await server.get(`${path}&requestName=${encodeURIComponent('a [2]')}`);
      const { results, ...rest } = json as { results: Record<string, unknown>[] };
      expect(rest).toEqual({ total: 2, limit: 20, offset: 0 });
      expect(results.map(({ runId, environment }) => [runId, environment])).toEqual([
        [2, 'qa'],
        [1, 'dev'],
      ]);
      expect(Object.keys(results[0] ?? {})).toEqual(
        'id requestName method url statusCode durationMs passed description bodyPreview assertions runId skipped error filePath environment runStartedAt'.split(
          ' ',
        ),
      );
      expect(results[0]).toMatchObject({ statusCode: 500, passed: false, filePath: 'x/a.http', error: null });
      const skipped = (await server.get(`${path}&requestName=b&limit=1&offset=1`)).json;
      expect(skipped).toMatchObject({
        results: [{ runId: 1, skipped: true }],
        total: 2,
        limit: 1,
        offset: 1,
      });
      expect((await server.get(`${path}&requestName=A`)).json).toMatchObject({ results: [], total: 0 });
    });

    it('need a name and a path inside the workspace', async () => {
      const server = await startServer({ history: true, env: await store.env() });
      const refused = (query: string): Promise<unknown[]> =>
        message(server, 'GET', `/history/results?${query}`);
      expect(await refused('filePath=a.http')).toEqual([400, 'requestName is required']);
      expect(await refused('requestName=&filePath=a.http')).toEqual([400, 'requestName is required']);
      expect(await refused('requestName=a')).toEqual([400, 'filePath is required']);
      expect(await refused('requestName=a&filePath=..%2Fx.http')).toEqual([
        403,
        'path is outside the workspace: ../x.http',
      ]);
      expect(await refused('requestName=a&filePath=a%00.http')).toEqual([
        400,
        'invalid path: control characters are not allowed',
      ]);
      expect(await refused('requestName=a&filePath=a.http&limit=101x')).toEqual([
        400,
        'limit must be a whole number from 1 to 100',
      ]);
      expect((await server.get('/history/results?requestName=a&filePath=gone.txt&limit=101')).json).toEqual({
        results: [],
        total: 0,
        limit: 100,
        offset: 0,
      });
    });
  });
}
