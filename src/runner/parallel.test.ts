import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { temporaryWorkspace } from '../../test/support/files/workspace.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { loopback, runRequests, type LoopbackResponse } from '../../test/support/runs/run-requests.js';

/** Counts how many requests are open at once, and lets the first ones wait until there are so many. */
async function countingServer(wanted = 1, respond: (path: string) => LoopbackResponse = () => 200) {
  const state = { open: 0, most: 0, starts: [] as string[] };
  let goOn = (): void => undefined;
  const enough = new Promise<void>((resolve) => (goOn = resolve));
  const server = await loopback(async ({ path }) => {
    state.starts.push(path);
    state.most = Math.max(state.most, ++state.open);
    if (state.open === wanted) goOn();
    await enough;
    // Whoever is sent too early arrives meanwhile.
    for (let turn = 0; turn < 20; turn += 1) await turnOfTheLoop();
    state.open--;
    return respond(path);
  });
  return { ...server, state };
}

const requests = (url: string, names: readonly string[]): string =>
  names.map((name) => `### ${name}\nGET ${url}/${name}\n`).join('\n');

describe('a parallel run', () => {
  it('has at most as many requests open as allowed, the earliest first, over all files', async () => {
    const server = await countingServer(4);
    const { results } = await runRequests(
      {
        'a.http': requests(server.url, ['a1', 'a2', 'a3']),
        'b.http': requests(server.url, ['b1', 'b2', 'b3']),
      },
      { options: { parallel: true, concurrency: 4 } },
    );
    expect(server.state.most).toBe(4);
    expect(server.state.starts.slice(0, 4).sort()).toEqual(['/a1', '/a2', '/a3', '/b1']);
    expect(results.map(({ name }) => name)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(results.every(({ passed }) => passed)).toBe(true);
  });

  it('starts a request when its dependencies have finished', async () => {
    const server = await countingServer(2);
    const text = dedent`
      ### a
      GET ${server.url}/a
      ### b
      # @depends a
      GET ${server.url}/b
      ### c
      GET ${server.url}/c
      ### d
      # @depends b, c
      GET ${server.url}/d
    `;
    await runRequests({ 'a.http': text }, { options: { parallel: true } });
    // Those that are sent together have connections of their own, of which either may be accepted first.
    const { starts } = server.state;
    expect(new Set(starts.slice(0, 2))).toEqual(new Set(['/a', '/c']));
    expect(starts.slice(2)).toEqual(['/b', '/d']);
  });

  it('shows captures along dependencies only', async () => {
    const server = await countingServer(1, (path) => ({ json: { path } }));
    const capture = dedent`
      >>>capture
      c from body.path
      <<<
    `;
    const text = `### a
GET ${server.url}/a
${capture}
### b
# @depends a
GET ${server.url}/b
### c
# @depends b
GET ${server.url}/c{{a.c}}{{c}}
### d
# @depends b
GET ${server.url}/d
>>>capture
own from body.path
<<<
### e
# @depends d
GET ${server.url}/e{{d.response.status}}{{own}}
### hidden
# @depends d
GET ${server.url}/f{{lonely.x}}
### lonely
GET ${server.url}/lonely
>>>capture
x from body.path
<<<
`;
    const { result } = await runRequests({ 'a.http': text }, { options: { parallel: true, concurrency: 1 } });
    expect(result('c').request.url).toBe(`${server.url}/c/a/a`);
    expect(result('e').request.url).toBe(`${server.url}/e200/d`);
    expect(result('hidden')).toMatchObject({ errorKind: 'variable', attempts: 0 });
    expect(result('hidden').error).toContain('request "lonely" captures it: add "# @depends lonely"');
    // The same file one after another sees what ran before, but not what comes later.
    const sequential = await runRequests({ 'a.http': text });
    expect(sequential.result('hidden').errorKind).toBe('variable');
  });

  it('does not mix captures of unnamed requests', async () => {
    const server = await countingServer(1, (path) => ({ json: { path } }));
    const one = (path: string): string =>
      dedent`
        ###
        GET ${server.url}/${path}
        >>>capture
        c from body.path
        <<<
        >>>shell
        echo {{c}}
        <<<
      `;
    const { results } = await runRequests(
      { 'a.http': one('a') + one('b') + `###\nGET ${server.url}/{{c}}\n` },
      { options: { parallel: true, allowShell: true } },
    );
    expect(results.map(({ shell }) => shell?.[0]?.output)).toEqual(['/a\n', '/b\n', undefined]);
    expect(results[2]?.errorKind).toBe('variable');
  });

  it('executes rows one after another', async () => {
    const server = await countingServer();
    await runRequests(
      { 'n.csv': 'n\n1\n2\n3\n', 'a.http': `# @data n.csv\nGET ${server.url}/{{row.n}}\n` },
      { options: { parallel: true } },
    );
    expect(server.state.most).toBe(1);
    expect(server.state.starts).toEqual(['/1', '/2', '/3']);
  });

  it('emits the start and the end of each file once', async () => {
    const server = await countingServer();
    const { events } = await runRequests(
      {
        'a.http': requests(server.url, ['a1', 'a2']),
        'b.http': requests(server.url, ['b1']),
        'c.http': '@only = variables\n',
      },
      { options: { parallel: true } },
    );
    for (const file of ['a.http', 'b.http', 'c.http']) {
      const own = events.filter((event) => 'file' in event && event.file === file).map(({ kind }) => kind);
      expect(own[0]).toBe('file-start');
      expect(own.at(-1)).toBe('file-end');
      expect(own.filter((kind) => kind.startsWith('file'))).toHaveLength(2);
    }
    expect(events[0]).toEqual({ kind: 'run-start', files: 3, total: 3 });
    expect(events.at(-1)?.kind).toBe('run-end');
  });
});

describe('bail', () => {
  it('starts nothing new after the first failure, in this and later files, rows included', async () => {
    const server = await loopback(({ path }) => (path.startsWith('/bad') ? 500 : 200));
    const { results } = await runRequests(
      {
        'n.csv': 'n\n1\n2\n',
        'a.http': dedent`
          ### a
          GET ${server.url}/a
          ### bad
          # @data n.csv
          GET ${server.url}/bad
          ### after
          # @depends bad
          GET ${server.url}/b
          ### off
          # @skip never
          GET ${server.url}/c
        `,
        'b.http': `### other\nGET ${server.url}/d\n`,
      },
      { options: { bail: true } },
    );
    expect(results.map(({ name, skipReason }) => `${name}: ${skipReason}`)).toEqual([
      'a: ',
      'bad [1]: ',
      'bad [2]: bail',
      'after: bail',
      'off: never',
      'other: bail',
    ]);
    expect(server.seen).toEqual(['GET /a', 'GET /bad']);
  });

  it('lets requests under way finish', async () => {
    let notifyFailure = (): void => undefined;
    const failure = new Promise<void>((resolve) => (notifyFailure = resolve));
    const server = await loopback(async ({ path }) => {
      if (path === '/bad') return 500;
      await failure;
      return 200;
    });
    const { results } = await runRequests(
      { 'a.http': requests(server.url, ['slow', 'bad', 'never']) },
      {
        options: { bail: true, parallel: true, concurrency: 2 },
        onEvent: (event) => {
          if (event.kind === 'request-end' && !event.outcome.passed) notifyFailure();
        },
      },
    );
    expect(results.map(({ passed, skipReason }) => `${passed} ${skipReason}`)).toEqual([
      'true ',
      'false ',
      'false bail',
    ]);
  });

  it('waits for the last attempt', async () => {
    let count = 0;
    const server = await loopback(() => (++count === 1 ? 500 : 200));
    const { results } = await runRequests(
      {
        'a.http': dedent`
          ### a
          # @retry 1
          # @retryDelay 1
          GET ${server.url}
          ### b
          GET ${server.url}
        `,
      },
      { options: { bail: true } },
    );
    expect(results.map(({ passed }) => passed)).toEqual([true, true]);
  });
});

describe('cancellation', () => {
  it.each([
    ['cli', 'interrupted', false],
    ['cli', 'interrupted', true],
    ['server', 'cancelled', false],
  ] as const)(
    'on %s aborts what is under way and skips the rest as %s (parallel: %s)',
    async (mode, reason, parallel) => {
      const controller = new AbortController();
      const server = await loopback(({ path }) => {
        if (path !== '/slow') return 200;
        // It never gets a response, so only cancellation ends it before the test's time limit.
        controller.abort();
        return undefined;
      });
      const { results } = await runRequests(
        {
          'a.http': requests(server.url, ['first', 'slow', 'never']),
          'b.http': requests(server.url, ['other']),
        },
        { options: { mode, parallel, concurrency: 1, retries: 5 }, signal: controller.signal },
      );
      // A server shows what it did not finish as cancelled, whether it was sent or not.
      const underWay = mode === 'cli' ? 'false cancelled ' : 'false  cancelled';
      expect(
        results.map(({ passed, errorKind, skipReason }) => `${passed} ${errorKind} ${skipReason}`),
      ).toEqual(['true  ', underWay, `false  ${reason}`, `false  ${reason}`]);
      expect(server.seen).toEqual(['GET /first', 'GET /slow']);
    },
  );

  it('ends pauses, waiting and commands', async () => {
    const server = await loopback(() => 500);
    const root = await temporaryWorkspace();
    // Each would take longer than the test is allowed to.
    for (const [text, reached] of [
      [`# @retry 3\n# @retryDelay 1 m\nGET ${server.url}\n`, (times) => times.includes(60_000)],
      [`# @waitFor ${server.url} 200 1 m 30 s\nGET ${server.url}\n`, (times) => times.includes(30_000)],
      [
        '# @before touch started; sleep 60\nGET http://127.0.0.1:1/\n',
        () => existsSync(join(root, 'started')),
      ],
    ] satisfies [string, (times: readonly number[]) => boolean][]) {
      const stop = new AbortController();
      const clock = new ManualClock(0);
      const settings = { root, clock, signal: stop.signal, options: { allowShell: true } };
      const running = runRequests({ 'a.http': text }, settings);
      await expect.poll(() => reached(clock.times)).toBe(true);
      stop.abort();
      expect((await running).results[0]?.passed, text).toBe(false);
    }
  });
});

describe('a dry run', () => {
  it('sends nothing and skips everything', async () => {
    const server = await loopback();
    const selection = { names: ['a'], tags: [], excludeTags: [] };
    const { results } = await runRequests(
      { 'a.http': requests(server.url, ['a', 'b']) },
      { options: { dryRun: true, parallel: true, selection } },
    );
    expect(results.map(({ skipReason }) => skipReason)).toEqual(['dry run', 'filtered out']);
    expect(server.seen).toEqual([]);
  });
});
