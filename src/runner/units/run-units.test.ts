import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import {
  loopback,
  runRequests,
  type FinishedRun,
  type Loopback,
  type RunSettings,
} from '../../../test/support/runs/run-requests.js';
import { unitWorkers, type WorkerPlan } from '../../../test/support/runs/unit-workers.js';
import type { RequestOutcome } from '../outcome/result.js';
import type { RunEvent } from '../outcome/run-event.js';
import { runUnits, type UnitRunOptions } from './run-units.js';

type Files = Readonly<Record<string, string>>;

function runOnWorkers(
  files: Files,
  workers: WorkerPlan,
  settings: RunSettings = {},
  options: Partial<UnitRunOptions> = {},
): Promise<FinishedRun> {
  return runRequests(files, {
    ...settings,
    execute: (run, plan, onEvent) =>
      runUnits(run, plan, onEvent, {
        open: unitWorkers(run, workers),
        durationsOf: () => undefined,
        retriesLost: false,
        ...options,
      }),
  });
}

/** The results without what may differ between two runs, and without the workers. */
function comparable(results: readonly RequestOutcome[]): unknown {
  return results.map(({ worker: _worker, duration: _duration, response, ...rest }) => ({
    ...rest,
    timing: undefined,
    response: { ...response, duration: 0, headers: { ...response.headers, Date: '' } },
  }));
}

const workersOf = (results: readonly RequestOutcome[]): (string | undefined)[] =>
  results.map(({ worker }) => worker);

/** The requests that get the cookie of the login come last: in a plain run, those behind them would have it too. */
function suite(url: string): Files {
  return {
    'a.http': dedent`
      ### read
      # @depends create
      GET ${url}/read/{{id}}

      >>>
      expect status 200
      <<<

      ### alone
      GET ${url}/alone
      Cookie: none=1

      ### create
      # @depends ./login.http#login
      POST ${url}/create
      X-Token: {{login.token}}

      >>>
      expect header X-Cookie == "sid=1"
      <<<

      >>>capture
      id from body.id
      <<<
    `,
    'b.http': dedent`
      ### rows
      # @data rows.csv
      GET ${url}/rows/{{row.id}}

      ### skipped
      # @skip later
      GET ${url}/never

      ### snapshot
      GET ${url}/stable

      >>>
      expect body.id snapshot
      <<<

      ### fails
      GET ${url}/missing

      ### afterFailure
      # @depends fails
      GET ${url}/never

      ### after
      # @depends ./login.http#login
      GET ${url}/after
      X-Token: {{login.body.token}}
    `,
    'c.http': 'GTE nothing\n',
    'd.http': '# nothing\n',
    'login.http': dedent`
      ### login
      GET ${url}/login

      >>>capture
      token from body.token
      <<<
    `,
    'rows.csv': 'id\n1\n2\n',
  };
}

async function target(): Promise<Loopback> {
  return loopback(({ path, headers }) => {
    if (path === '/missing') return 404;
    const cookie = { 'X-Cookie': headers.cookie ?? '' };
    if (path === '/login') return { json: { token: 't1' }, headers: { 'Set-Cookie': 'sid=1; Path=/' } };
    return { json: { id: 7, path }, headers: cookie };
  });
}

const RUN = { run: ['a.http', 'b.http', 'c.http', 'd.http'] };

describe('a suite on workers', () => {
  it('has the results of a plain run, and calls what several units need once', async () => {
    const { url, seen } = await target();
    const plain = await runRequests(suite(url), RUN);
    const sent = seen.splice(0);
    const events: RunEvent[] = [];
    const settings = { ...RUN, onEvent: (event: RunEvent): void => void events.push(event) };
    const distributed = await runOnWorkers(suite(url), { names: ['w1', 'w2', 'w3'] }, settings);
    expect(comparable(distributed.results)).toEqual(comparable(plain.results));
    expect(distributed.outcome).toMatchObject({
      passed: plain.outcome.passed,
      failed: plain.outcome.failed,
      skipped: plain.outcome.skipped,
      createdSnapshots: 1,
    });
    expect(distributed.outcome.files.map(({ file, broken }) => [file, broken.length])).toEqual([
      ['a.http', 0],
      ['b.http', 0],
      ['c.http', 1],
      ['d.http', 0],
    ]);
    expect(seen.toSorted()).toEqual(sent.toSorted());
    expect(seen.filter((path) => path === 'GET /login')).toHaveLength(1);
    const ran = distributed.results
      .filter(({ worker }) => worker === undefined)
      .map(({ shownName }) => shownName);
    expect(ran).toEqual(['login', 'snapshot', 'c.http']);
    const ended = (all: readonly RunEvent[]): string[] =>
      all.flatMap((event) => (event.kind === 'request-end' ? [event.outcome.shownName] : [])).toSorted();
    expect(ended(events)).toEqual(ended(plain.events));
    expect(events.filter(({ kind }) => kind === 'file-end')).toHaveLength(4);
    expect(events.at(-1)?.kind).toBe('run-end');
  });

  it('is handed out longest first', async () => {
    const { url } = await target();
    const taken: string[] = [];
    const onTaken: WorkerPlan['onTaken'] = ({ unit }) =>
      void taken.push(unit.steps[0]?.node.request.name ?? '');
    const names = ['quick', 'slow', 'new', 'rows'];
    const text = names.map(
      (name) => `### ${name}\n${name === 'rows' ? '# @data rows.csv\n' : ''}GET ${url}/${name}\n`,
    );
    const stored = new Map([
      ['quick', 1],
      ['slow', 900],
      ['rows [1]', 300],
      ['rows [2]', 300],
    ]);
    await runOnWorkers(
      { 'a.http': text.join('\n'), 'rows.csv': 'id\n1\n' },
      { names: ['w1'], onTaken },
      { run: ['a.http'] },
      {
        durationsOf: () => stored,
      },
    );
    expect(taken).toEqual(['new', 'slow', 'rows', 'quick']);
  });

  it('runs pass after pass with the same workers', async () => {
    const { url, seen } = await target();
    const open: string[] = [];
    const file = { 'a.http': `### one\nGET ${url}/one\n\n### two\nGET ${url}/two\n` };
    for (const pass of [1, 2]) {
      const workers = { names: ['w1', 'w2'], onTaken: () => void open.push(`pass ${pass}`) };
      expect((await runOnWorkers(file, workers)).outcome.passed).toBe(2);
    }
    expect(open).toEqual(['pass 1', 'pass 1', 'pass 2', 'pass 2']);
    expect(seen).toHaveLength(4);
  });
});

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
    const { url, seen } = await target();
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
    const { url, seen } = await target();
    const isLost: WorkerPlan['isLost'] = ({ attempt }, _worker, name) => attempt === 0 && name === 'second';
    const { results, events } = await runOnWorkers(
      chain(url),
      { names: ['w1', 'w2'], isLost },
      {},
      { retriesLost: true },
    );
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true, true]);
    expect(results.map(({ lostOn }) => lostOn)).toEqual([['w1'], ['w1'], ['w1'], undefined]);
    expect(workersOf(results)[0]).not.toBe('w1');
    expect(seen.filter((path) => path === 'GET /first')).toHaveLength(2);
    expect(events.filter(({ kind }) => kind === 'request-end')).toHaveLength(4);
  });

  it('is replaced at most twice', async () => {
    const { url } = await target();
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
    const { url, seen } = await target();
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
