import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';

interface Stored {
  readonly results: readonly { readonly passed: boolean; readonly assertions: readonly object[] }[];
}

describe('an assertion whose condition does not hold', () => {
  it('is skipped in the result, in what the server keeps and in the history, and counts nowhere', async () => {
    const { url } = await loopback(({ path }) => (path === '/missing' ? 404 : { json: { id: 7 } }));
    const server = await startServer({
      history: true,
      files: {
        'a.http': dedent`
          ### some
          GET ${url}/

          >>>
          expect status == 200
          expect body.id == 8 when status == 404
          <<<

          ### none
          GET ${url}/missing

          >>>
          expect body.id == 7 unless status == 404
          <<<
        `,
      },
    });
    const unmet = { passed: true, skipped: true, actual: null, message: 'condition not met' };
    const { json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
    const isCounted = expect.not.objectContaining({ skipped: true });
    expect(json).toMatchObject({
      passed: 1,
      failed: 1,
      results: [
        { name: 'some', passed: true, assertions: [isCounted, { subject: 'body.id', ...unmet }] },
        // Nothing was asserted, so that the status decides.
        { name: 'none', passed: false, assertions: [{ subject: 'body.id', ...unmet }] },
      ],
    });
    expect((await server.get('/results?file=a.http')).json).toMatchObject({
      results: [
        { name: 'some', assertions: 1, failedAssertions: 0 },
        { name: 'none', assertions: 0, failedAssertions: 0 },
      ],
    });
    const { json: page } = await server.get('/history/runs');
    const { id } = (page as { runs: readonly { id: number }[] }).runs[0] ?? { id: 0 };
    const stored = (await server.get(`/history/runs/${id}`)).json as Stored;
    expect(stored.results.map(({ passed }) => passed)).toEqual([true, false]);
    expect(stored.results.map(({ assertions }) => assertions)).toMatchObject([
      [isCounted, { subject: 'body.id', passed: true, skipped: true, actual: '' }],
      [{ subject: 'body.id', passed: true, skipped: true, actual: '' }],
    ]);
  });
});
