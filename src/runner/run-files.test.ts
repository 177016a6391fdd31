/** Request files run against loopback servers: order, gates and verdicts. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';
import type { RequestOutcome } from './outcome/result.js';

/** `name` passed, `!name` failed, `-name (reason)` skipped. */
function summary(results: readonly RequestOutcome[]): string[] {
  return results.map(({ shownName, passed, skipped, skipReason }) =>
    skipped ? `-${shownName} (${skipReason})` : passed ? shownName : `!${shownName}`,
  );
}

describe('order and gate', () => {
  const graph = (url: string): string => `### seed
GET ${url}/seed
### report
# @depends detail
GET ${url}/report
### audit
# @skip nightly only
GET ${url}/audit
### detail
# @depends seed
GET ${url}/detail
### purge
# @depends audit, ghost
GET ${url}/purge
`;

  it.each([{ parallel: false }, { parallel: true }])(
    'is that of the worked example 14.7 (%j)',
    async (options) => {
      const server = await loopback(({ path }) => (path === '/detail' ? 500 : 200));
      const { results, outcome } = await runRequests(
        { 'a.http': graph(server.url) },
        { options: { ...options, mode: 'server' } },
      );
      expect(summary(results)).toEqual([
        'seed',
        '-audit (nightly only)',
        '!detail',
        '-report (dependency failed: detail)',
        '-purge (dependency failed: audit)',
      ]);
      expect(outcome).toMatchObject({ passed: 1, failed: 1, skipped: 3 });
      expect(server.seen).toEqual(['GET /seed', 'GET /detail']);
    },
  );

  it('reports by line on the command line', async () => {
    const server = await loopback();
    const { results } = await runRequests({ 'a.http': graph(server.url) });
    expect(results.map(({ name }) => name)).toEqual(['seed', 'report', 'audit', 'detail', 'purge']);
  });

  it('of one named request is its own path only', async () => {
    const server = await loopback();
    const selection = { names: [], tags: [], excludeTags: [], exactNames: ['report'], hidesOthers: true };
    const { results } = await runRequests(
      { 'a.http': graph(server.url) },
      { options: { mode: 'server', selection } },
    );
    expect(summary(results)).toEqual(['seed', 'detail', 'report']);
    expect(results.map(({ pulledIn }) => pulledIn)).toEqual([true, true, false]);
  });

  it('skips what depends on an unknown request, with a warning, and what depends on that', async () => {
    const server = await loopback();
    const { results, result } = await runRequests({
      'a.http': dedent`
        ### a
        # @depends ghost
        GET ${server.url}/a
        ### b
        # @depends a
        GET ${server.url}/b
      `,
    });
    expect(summary(results)).toEqual([
      '-a (dependency failed: ghost not found)',
      '-b (dependency failed: a)',
    ]);
    expect(result('a').warnings).toEqual(['@depends ghost: there is no such request']);
    expect(server.seen).toEqual([]);
  });

  it('reports what was filtered out as skipped', async () => {
    const server = await loopback();
    const selection = { names: ['b*'], tags: [], excludeTags: [] };
    const { results } = await runRequests(
      {
        'a.http': dedent`
          ### a
          GET ${server.url}/a
          ### b
          GET ${server.url}/b
        `,
      },
      { options: { selection } },
    );
    expect(summary(results)).toEqual(['-a (filtered out)', 'b']);
  });

  it('fails methods of other protocols, or skips them', async () => {
    const files = { 'a.http': '### a\nWEBSOCKET ws://127.0.0.1/x\n' };
    const { results } = await runRequests(files);
    expect(results).toMatchObject([{ errorKind: 'unsupported', skipped: false, passed: false, attempts: 0 }]);
    const skipping = await runRequests(files, { options: { skipUnsupported: true } });
    expect(summary(skipping.results)).toEqual(['-a (unsupported: WEBSOCKET)']);
  });

  it('gives a file that cannot run one failed result named after it, and runs the others', async () => {
    const server = await loopback();
    const { outcome, results } = await runRequests({
      'bad.http': 'GTE http://x\n',
      'good.http': `### a\nGET ${server.url}/a\n`,
    });
    expect(summary(results)).toEqual(['!bad.http', 'a']);
    expect(results[0]).toMatchObject({ name: 'bad.http', line: 0, attempts: 0 });
    expect(results[0]?.error).toMatch(/^bad\.http:1:1: `GTE` is not a method/);
    expect(outcome.files[0]?.broken).toHaveLength(1);
    expect(outcome).toMatchObject({ passed: 1, failed: 1 });
  });
});
