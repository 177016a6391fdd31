import { describe, expect, it } from 'vitest';
import { listen } from '../../support/clients/event-client.js';
import { dedent } from '../../support/dedent.js';
import { runSvc } from '../../support/program/run-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import type { StoreUnderTest } from '../store-under-test.js';

export function describeLastResults(store: StoreUnderTest): void {
  describe('the last results', () => {
    it('are those of each request, whatever ran it last', async () => {
      let body = 'first';
      const { url } = await loopback((_request, response) => {
        response.end(body);
        return undefined;
      });
      const files = {
        'a.http': dedent`
          ### one
          GET ${url}/1

          ### two
          GET ${url}/2

          >>>
          expect status 404
          <<<

          ###
          GET ${url}/x
          ###
          GET ${url}/x
        `,
        'b.http': `### other\n# @depends ./a.http#one\nGET ${url}/3\n`,
      };
      const env = await store.env();
      const server = await startServer({ history: true, files, env });
      const run = (json: object): Promise<unknown> => server.call('POST', '/execute', { json });
      const one = async (query: string): Promise<unknown> => (await server.get(`/results/one?${query}`)).json;
      const list = async (file: string): Promise<unknown> => (await server.get(`/results?file=${file}`)).json;

      expect(await list('a.http')).toEqual({ results: [] });
      const whole = await listen(server);
      const short = await listen(server, { query: '?results=none' });
      const { json } = (await run({ file: 'a.http', environment: 'qa', results: 'summary' })) as {
        readonly json: { readonly id: string };
      };
      expect(json).toMatchObject({ passed: 3, failed: 1, results: [] });
      const [complete] = (await short.until('execution_complete')).slice(-1);
      expect(complete?.payload).toMatchObject({ result: { passed: 3, failed: 1, results: [] } });
      const [full] = (await whole.until('execution_complete')).slice(-1);
      expect(full?.payload).toMatchObject({ result: { results: [{}, {}, {}, {}] } });

      const common = { file: 'a.http', environment: 'qa', source: 'memory', executionId: json.id };
      const unnamed = { ...common, name: `GET ${url}/x`, verdict: 'passed' };
      expect(await list('a.http')).toMatchObject({
        results: [
          {
            ...common,
            name: 'one',
            line: 1,
            method: 'GET',
            verdict: 'passed',
            statusCode: 200,
            size: 5,
            index: 0,
          },
          { ...common, name: 'two', verdict: 'failed', assertions: 1, failedAssertions: 1 },
          { ...unnamed, occurrence: 1 },
          { ...unnamed, occurrence: 2 },
        ],
      });
      expect(await one('file=a.http&name=one')).toMatchObject({
        name: 'one',
        response: { body: 'first' },
        environment: 'qa',
        source: 'memory',
      });
      expect((await server.get('/results/one?file=a.http&name=one&previous=true')).status).toBe(404);

      // A dependency belongs to its own file, and the other results stay.
      body = 'second';
      await run({ file: 'b.http' });
      expect(await one('file=a.http&name=one')).toMatchObject({ response: { body: 'second' } });
      expect(await one('file=a.http&name=one&previous=true')).toMatchObject({ response: { body: 'first' } });
      expect((await server.get('/results')).json).toMatchObject({
        files: [
          { file: 'a.http', passed: 3, failed: 1, skipped: 0, cancelled: 0, requests: 4 },
          { file: 'b.http', passed: 1, failed: 0, skipped: 0, cancelled: 0 },
        ],
      });

      // A later run of the command line is newer than what the server has in memory.
      await runSvc(['run', 'a.http', '--name', 'two'], {
        cwd: server.root,
        env: { ...env, HOME: server.home },
      });
      expect(await list('a.http')).toMatchObject({
        results: [
          { name: 'two', source: 'history', verdict: 'failed', failedAssertions: 1, executionId: '' },
          { name: 'one', source: 'memory' },
          unnamed,
          unnamed,
        ],
      });
      expect(await one('file=a.http&name=two')).toMatchObject({
        source: 'history',
        response: { statusCode: 200, status: '200 OK', body: 'second' },
        assertions: [{ subject: 'status', expected: '404', actual: '200', passed: false }],
      });
      expect(await one('file=a.http&name=two&previous=true')).toMatchObject({ source: 'memory' });
      expect((await server.call('DELETE', '/history/runs')).status).toBe(204);
      expect(await list('a.http')).toMatchObject({
        results: [{}, { name: 'two', source: 'memory' }, {}, {}],
      });

      await server.call('DELETE', '/files/b.http');
      expect(await list('b.http')).toMatchObject({ results: [] });
    });
  });
}
