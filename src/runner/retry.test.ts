import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';

describe('retry', () => {
  it('goes on until a pass, reports the last attempt, and evaluates functions anew', async () => {
    let count = 0;
    const server = await loopback(() => ({ status: ++count < 3 ? 500 : 200, json: { count } }));
    const { results } = await runRequests({
      'a.http': dedent`
        ### a
        # @retry 5
        # @retryDelay 1
        GET ${server.url}/{{$uuid()}}
        >>>
        expect status 200
        <<<
        >>>capture
        c from body.count
        <<<
      `,
    });
    expect(results[0]).toMatchObject({ passed: true, attempts: 3, captures: { c: 3 } });
    expect(new Set(server.seen).size).toBe(3);
  });

  it.each([
    { keepExchanges: true, kept: 6 },
    { keepExchanges: false, kept: 0 },
  ])(
    'keeps the exchanges of all attempts for reports that need them (%j)',
    async ({ keepExchanges, kept }) => {
      let count = 0;
      const server = await loopback(({ path }) =>
        path === '/from'
          ? { status: 302, headers: { location: '/to' } }
          : { status: ++count < 3 ? 500 : 200 },
      );
      const { results } = await runRequests(
        {
          'a.http': dedent`
            ### a
            # @retry 5
            # @retryDelay 1
            GET ${server.url}/from
          `,
        },
        { options: { keepExchanges } },
      );
      const { exchanges = [], attempts } = results[0] ?? {};
      expect([attempts, exchanges.length]).toEqual([3, kept]);
      const sent = exchanges.map(({ request, response }) => `${request.url} ${response?.statusCode}`);
      const expected = [500, 500, 200].flatMap((status) => [
        `${server.url}/from 302`,
        `${server.url}/to ${status}`,
      ]);
      expect(sent).toEqual(expected.slice(0, kept));
      const times = exchanges.map(({ startedAt }) => startedAt);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    },
  );

  it('keeps the exchanges of attempts before one that could not be sent', async () => {
    const server = await loopback(() => 500);
    const { results } = await runRequests(
      {
        'a.http': dedent`
          ### a
          # @retry 1
          # @retryDelay 1
          GET ${server.url}/
          >>>
          expect status 200
          <<<
          ### down
          # @retry 2
          # @retryDelay 1
          GET http://127.0.0.1:1/
        `,
      },
      { options: { keepExchanges: true } },
    );
    expect(results.map(({ exchanges }) => exchanges.length)).toEqual([2, 3]);
  });

  it('takes configured retries and delay where the request says nothing', async () => {
    const clock = new ManualClock(0);
    const starts: string[] = [];
    const server = await loopback(({ path }) => {
      starts.push(`${path} ${clock.now()}`);
      return 500;
    });
    const running = runRequests(
      {
        'a.http': dedent`
          ### a
          GET ${server.url}/a
          ### b
          # @retry 0
          GET ${server.url}/b
          ### c
          # @retry {{n}}
          # @retryDelay {{d}}
          GET ${server.url}/c
        `,
      },
      { options: { retries: 2, retryDelay: 200, environment: { n: 1, d: '1 ms' }, parallel: true }, clock },
    );
    await clock.untilWaiting(({ times }) => times.includes(1) && times.includes(200));
    await expect.poll(() => starts.length).toBe(3);
    await clock.turn(1);
    await clock.turn(199);
    await clock.pass(200);
    const { results } = await running;
    expect(results.map(({ attempts }) => attempts)).toEqual([3, 1, 2]);
    expect(starts.filter((start) => start.startsWith('/a'))).toEqual(['/a 0', '/a 200', '/a 400']);
    expect(starts.filter((start) => !start.startsWith('/a')).toSorted()).toEqual(['/b 0', '/c 0', '/c 1']);
  });

  it.each([
    ['5xx', 503, 3],
    ['5XX, 429', 429, 3],
    ['502', 503, 1],
    ['4xx', 503, 1],
  ])('on %s of %s', async (retryOn, status, attempts) => {
    const server = await loopback(() => status);
    const { results } = await runRequests({
      'a.http': dedent`
        # @retry 2
        # @retryDelay 0
        # @retryOn ${retryOn}
        GET ${server.url}
      `,
    });
    expect(results[0]?.attempts).toBe(attempts);
  });

  it('with codes still follows no answer at all, and ends on failed assertions of an unlisted status', async () => {
    const { results } = await runRequests({
      'a.http': dedent`
        # @retry 2
        # @retryDelay 0
        # @retryOn 503
        GET http://127.0.0.1:1/
      `,
    });
    expect(results[0]).toMatchObject({ attempts: 3, errorKind: 'connect' });
    const server = await loopback();
    const second = await runRequests({
      'a.http': dedent`
        # @retry 2
        # @retryDelay 0
        # @retryOn 503
        GET ${server.url}
        >>>
        expect status 201
        <<<
      `,
    });
    expect(second.results[0]?.attempts).toBe(1);
  });

  it.each([
    ['@retry', '101', '@retry needs a number from 0 to 100, found `101` ({{v}})'],
    ['@retry', 'many', '@retry needs a number from 0 to 100, found `many` ({{v}})'],
    ['@timeout', '0', '@timeout needs a duration of 1 ms or more, found `0` ({{v}})'],
    ['@retryDelay', '1 week', '@retryDelay needs a duration, found `1 week` ({{v}})'],
  ])('%s %s from a placeholder fails the request', async (directive, v, error) => {
    const { results } = await runRequests(
      { 'a.http': `# ${directive} {{v}}\nGET http://127.0.0.1:1/\n` },
      { options: { environment: { v } } },
    );
    expect(results[0]).toMatchObject({ errorKind: 'variable', error, attempts: 0 });
  });
});

describe('timeout', () => {
  it('is that of the request, else the configured one', async () => {
    const clock = new ManualClock();
    const server = await loopback(() => undefined);
    const running = runRequests(
      {
        'a.http': dedent`
          ### a
          # @timeout 50
          GET ${server.url}
          ### b
          GET ${server.url}
        `,
      },
      { options: { timeout: 900 }, clock },
    );
    await expect.poll(() => server.seen.length).toBe(1);
    await clock.turn(50);
    await expect.poll(() => server.seen.length).toBe(2);
    await clock.turn(900);
    const { results } = await running;
    expect(results.map(({ errorKind, duration }) => [errorKind, duration])).toEqual([
      ['timeout', 50],
      ['timeout', 900],
    ]);
  });
});

describe('waiting', () => {
  it('polls until the status is there', async () => {
    let probes = 0;
    const server = await loopback(({ path }) => (path === '/ready' ? (++probes < 3 ? 503 : 204) : 200));
    const clock = new ManualClock();
    const running = runRequests(
      { 'a.http': `# @waitFor ${server.url}/ready 204 5 s 10\nGET ${server.url}/go\n` },
      { clock },
    );
    await clock.pass(10);
    await clock.pass(10);
    const { results } = await running;
    expect(results[0]).toMatchObject({ passed: true, attempts: 1 });
    expect(server.seen).toEqual(['GET /ready', 'GET /ready', 'GET /ready', 'GET /go']);
  });

  it('follows redirects, takes placeholders, and fails unsent when the time is over', async () => {
    const clock = new ManualClock();
    const probes: number[] = [];
    const server = await loopback(({ path }) => {
      if (path === '/new') return 500;
      // What the deadline cuts tells nothing about the server.
      return probes.push(clock.now()) === 4 ? undefined : { status: 302, headers: { location: '/new' } };
    });
    const running = runRequests(
      { 'a.http': `# @waitFor {{base}}/old {{s}} {{t}} {{i}}\nGET {{base}}/go\n` },
      { options: { environment: { base: server.url, s: 200, t: '1 s', i: 300 } }, clock },
    );
    for (let probe = 1; probe < 4; probe++) await clock.pass(300);
    await expect.poll(() => probes).toEqual([1000, 1300, 1600, 1900]);
    await clock.turn(100);
    const { results } = await running;
    expect(results[0]).toMatchObject({
      passed: false,
      errorKind: 'condition',
      error: `@waitFor: ${server.url}/old did not give status 200 in 1000 ms; last: status 500`,
    });
    expect(server.seen).not.toContain('GET /go');
    expect(server.seen).toContain('GET /new');
  });

  it('waits for a server that is not there yet', async () => {
    // Another address than that of the requests, to which the system then gives the port to nobody else.
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const later = createServer((_request, response) => response.end());
    onTestFinished(() => {
      for (const server of [holder, later]) {
        server.closeAllConnections();
        server.close();
      }
    });
    const clock = new ManualClock();
    const running = runRequests(
      { 'a.http': `# @waitFor http://127.0.0.2:${port}/ 200 5s 20\nGET http://127.0.0.2:${port}/\n` },
      { clock },
    );
    await clock.pass(20);
    await clock.untilWaiting(({ times }) => times.includes(clock.now() + 20));
    await new Promise<void>((resolve) => later.listen(port, '127.0.0.2', resolve));
    await clock.turn(20);
    const { results } = await running;
    expect(results[0]?.passed).toBe(true);
  });

  it.each([
    ['99', 'needs a status from 100 to 599'],
    ['soon', 'needs a status, found `soon`'],
  ])('refuses the status %s of a placeholder', async (s, message) => {
    const { results } = await runRequests(
      { 'a.http': '# @waitFor http://127.0.0.1:1/ {{s}}\nGET http://127.0.0.1:1/\n' },
      { options: { environment: { s } } },
    );
    expect(results[0]?.errorKind).toBe('variable');
    expect(results[0]?.error).toContain(message);
  });
});
