import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { loopback, runRequests, type Loopback } from '../../../test/support/runs/run-requests.js';
import { runOnWorkers, type WorkerPlan } from '../../../test/support/runs/unit-workers.js';
import { toJson } from '../../evaluation/values/json.js';
import type { RequestOutcome } from '../outcome/result.js';
import type { RunEvent } from '../outcome/run-event.js';

type Files = Readonly<Record<string, string>>;

/** The results without what may differ between two runs, and without the workers. */
function comparable(results: readonly RequestOutcome[]): unknown {
  return results.map(({ worker: _worker, duration: _duration, response, ...rest }) => ({
    ...rest,
    timing: undefined,
    response: { ...response, duration: 0, headers: { ...response.headers, Date: '' } },
  }));
}

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
    if (path.startsWith('/login'))
      return { json: { token: 't1' }, headers: { 'Set-Cookie': 'sid=1; Path=/' } };
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

  it('runs the elements of lists, with the values and files that they name', async () => {
    const { url, requests } = await loopback(({ path, body }) => ({ json: { path, body, ids: [1, 2] } }));
    const files = {
      'a.http': dedent`
        @names = ["one", "two"]
        ### bodies
        # @each {{names}} as name
        POST ${url}/bodies

        < {{name}}.txt
        ### list
        GET ${url}/list

        >>>capture
        ids from body.ids
        <<<
        ### ids
        # @depends list
        # @each {{list.ids}}
        GET ${url}/{{each}}/{{each_number}}
      `,
      'one.txt': 'first',
      'two.txt': 'second',
    };
    const plain = await runRequests(files);
    const distributed = await runOnWorkers(files, { names: ['w1'] });
    expect(comparable(distributed.results)).toEqual(comparable(plain.results));
    expect(distributed.results.map(({ shownName, worker }) => `${shownName} ${worker}`)).toEqual(
      ['bodies [1]', 'bodies [2]', 'list', 'ids [1]', 'ids [2]'].map((name) => `${name} w1`),
    );
    const bodies = requests.map(({ body }) => body).filter((body) => body !== '');
    expect(bodies).toEqual(['first', 'second', 'first', 'second']);
  });

  it('gets the values, files and exact numbers that its requests name, and returns what became secret', async () => {
    const { url, requests } = await loopback(() => ({
      text: '{"id": 12345678901234567890, "b": {"10": 1, "2": 2}, "token": "learned-token"}',
      headers: { 'Content-Type': 'application/json' },
    }));
    const text = dedent`
      ### first
      # Describes itself.
      POST ${url}/{{tenant}}
      X-Machine: {{$env("MACHINE")}}

      < body.json

      >>>
      expect body.id == 12345678901234567890
      expect body schema "schema.json"
      <<<

      >>>capture
      id from body.id
      keys from body.b
      token from body.token
      <<<

      ### second
      # @depends first
      GET ${url}/{{first.id}}
    `;
    const suiteFiles = { 'a.http': text, 'body.json': '{"x": 1}', 'schema.json': '{"required": ["id"]}' };
    const settings = {
      run: ['a.http'],
      process: { MACHINE: 'm1', OTHER: 'never sent' },
      options: { environment: { tenant: 't1', other: 'never sent' }, secretNames: ['token'] },
    };
    const plain = await runRequests(suiteFiles, settings);
    const own = requests.splice(0).map(({ path, body, headers }) => [path, body, headers['x-machine']]);
    const { results, outcome } = await runOnWorkers(suiteFiles, { names: ['w1'] }, settings);
    expect(requests.map(({ path, body, headers }) => [path, body, headers['x-machine']])).toEqual(own);
    expect(requests[1]?.path).toBe('/12345678901234567890');
    expect(comparable(results)).toEqual(comparable(plain.results));
    expect(results.map(({ passed }) => passed)).toEqual([true, true]);
    expect(toJson(results[0]?.captures['keys'])).toBe('{"10":1,"2":2}');
    expect(outcome.secrets.has('learned-token')).toBe(true);
  });

  it('has the results of a plain run, whatever depends on what', async () => {
    const { url } = await target();
    const request = fc.record({
      needs: fc.array(fc.nat(5), { maxLength: 2 }),
      login: fc.boolean(),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(request, { maxLength: 6 }), { maxLength: 3 }), async (all) => {
        const texts = all.map((requests, file) =>
          requests.map(({ needs, login, fails }, place) => {
            const earlier = needs.filter((other) => other < place).map((other) => `r${file}x${other}`);
            const names = [...new Set(earlier), ...(login ? ['./login.http#login'] : [])];
            const depends = names.map((name) => `# @depends ${name}\n`).join('');
            return `### r${file}x${place}\n${depends}GET ${url}/${fails ? 'missing' : place}\n`;
          }),
        );
        const named = texts.map((requests, file) => [`${file}.http`, requests.join('\n')] as const);
        const whole = { ...Object.fromEntries(named), 'login.http': `### login\nGET ${url}/login\n` };
        const settings = { run: named.map(([name]) => name), options: { cookies: false } };
        const plain = await runRequests(whole, settings);
        const distributed = await runOnWorkers(whole, { names: ['w1', 'w2'] }, settings);
        expect(comparable(distributed.results)).toEqual(comparable(plain.results));
      }),
      { numRuns: 12 },
    );
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
