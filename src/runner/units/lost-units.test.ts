import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { loopback, type SeenRequest } from '../../../test/support/runs/run-requests.js';
import { runOnWorkers, type WorkerPlan } from '../../../test/support/runs/unit-workers.js';

type Files = Readonly<Record<string, string>>;

const respond = ({ path }: SeenRequest) => (path === '/missing' ? 404 : { json: { id: 7 } });

/** One unit of three requests, and one beside it. */
function chain(url: string): Files {
  return {
    'a.http': dedent`
      ### first
      GET ${url}/first

      ### second
      # @depends first
      GET ${url}/second

      ### third
      # @depends second
      GET ${url}/third

      ### beside
      GET ${url}/beside
    `,
  };
}

describe('a worker that is lost', () => {
  it('fails what it has not reported, and nothing is sent again', async () => {
    const { url, seen } = await loopback(respond);
    const isLost: WorkerPlan['isLost'] = (_order, _worker, name) => name === 'second';
    const { results, outcome } = await runOnWorkers(chain(url), { names: ['w1', 'w2'], isLost });
    expect(results).toMatchObject([
      { shownName: 'first', passed: true, worker: 'w1' },
      { shownName: 'second', errorKind: 'worker', error: 'worker w1 was lost', worker: 'w1' },
      { shownName: 'third', errorKind: 'worker', error: 'worker w1 was lost' },
      { shownName: 'beside', passed: true, worker: 'w2' },
    ]);
    expect(results.every(({ lostOn }) => lostOn === undefined)).toBe(true);
    expect(outcome).toMatchObject({ passed: 2, failed: 2 });
    expect(seen.toSorted()).toEqual(['GET /beside', 'GET /first', 'GET /second']);
  });

  it('leaves its unit to another one with --retry-lost, and its results are dropped', async () => {
    const { url, seen } = await loopback(respond);
    const isLost: WorkerPlan['isLost'] = ({ attempt }, _worker, name) => attempt === 0 && name === 'second';
    const { results, events } = await runOnWorkers(
      chain(url),
      { names: ['w1', 'w2'], isLost },
      {},
      { retriesLost: true },
    );
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true, true]);
    expect(results.map(({ lostOn }) => lostOn)).toEqual([['w1'], ['w1'], ['w1'], undefined]);
    expect(results[0]?.worker).not.toBe('w1');
    expect(seen.filter((path) => path === 'GET /first')).toHaveLength(2);
    expect(events.filter(({ kind }) => kind === 'request-end')).toHaveLength(4);
  });

  it('is replaced at most twice', async () => {
    const { url } = await loopback(respond);
    const isLost: WorkerPlan['isLost'] = (_order, _worker, name) => name === 'second';
    const { results } = await runOnWorkers(chain(url), { names: ['w1'], isLost }, {}, { retriesLost: true });
    const lostOn = ['w1', 'w1-again', 'w1-again-again'];
    expect(results).toMatchObject([
      { passed: true, lostOn },
      { error: 'worker w1-again-again was lost', lostOn },
      { error: 'worker w1-again-again was lost', lostOn },
      { passed: true },
    ]);
  });
});

describe('a run on workers that ends early', () => {
  it('hands nothing more out after a failure with --bail', async () => {
    const { url, seen } = await loopback(respond);
    const text = ['missing', 'later1', 'later2']
      .map((name) => `### ${name}\nGET ${url}/${name}\n`)
      .join('\n');
    const home = `### home\nGET ${url}/home\n\n>>>\nexpect body.id snapshot\n<<<\n`;
    const { results } = await runOnWorkers(
      { 'a.http': text, 'b.http': home },
      { names: ['w1'] },
      { options: { bail: true } },
    );
    expect(results[0]).toMatchObject({ shownName: 'missing', passed: false });
    expect(results.slice(1, 3)).toMatchObject([{ skipReason: 'bail' }, { skipReason: 'bail' }]);
    expect(seen).not.toContain('GET /later1');
  });

  it('stops with its signal', async () => {
    const abort = new AbortController();
    const { url } = await loopback(({ path }) => {
      if (path === '/one') abort.abort();
      return path === '/one' ? undefined : 200;
    });
    const text = ['one', 'two', 'three'].map((name) => `### ${name}\nGET ${url}/${name}\n`).join('\n');
    const { results } = await runOnWorkers({ 'a.http': text }, { names: ['w1'] }, { signal: abort.signal });
    expect(results.slice(1)).toMatchObject([{ skipReason: 'interrupted' }, { skipReason: 'interrupted' }]);
    expect(results[0]).toMatchObject({ passed: false });
  });

  it('fails what is open when the way to the workers is lost', async () => {
    let close: (message: string) => void = () => undefined;
    const { url } = await loopback(({ path }) => {
      if (path === '/two') close('the queue was lost');
      return 200;
    });
    const text = ['one', 'two', 'three'].map((name) => `### ${name}\nGET ${url}/${name}\n`).join('\n');
    const workers: WorkerPlan = { names: ['w1'], onOpen: (closeAll) => (close = closeAll) };
    const { results } = await runOnWorkers({ 'a.http': text }, workers);
    expect(results).toMatchObject([
      { passed: true, worker: 'w1' },
      { errorKind: 'worker', error: 'the queue was lost' },
      { errorKind: 'worker', error: 'the queue was lost' },
    ]);
  });
});
