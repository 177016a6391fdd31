import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { ManualClock } from '../../test/support/manual-clock.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';

const HOUR = 3_600_000;

/** A server that notes when requests arrive. */
async function clocked() {
  const clock = new ManualClock(0);
  const arrivals: number[] = [];
  const server = await loopback(() => {
    arrivals.push(clock.now());
    return 200;
  });
  return { ...server, arrivals, clock };
}

describe('the delay of a run', () => {
  it('is between the end of a request and the start of the next, across files', async () => {
    const { url, arrivals, clock } = await clocked();
    const files = {
      'a.http': `### one\nGET ${url}/1\n### two\nGET ${url}/2\n`,
      'b.http': `### three\nGET ${url}/3\n`,
    };
    const running = runRequests(files, { options: { delay: 60 }, clock });
    await clock.pass(60);
    await clock.pass(60);
    expect((await running).outcome.passed).toBe(3);
    expect(arrivals).toEqual([0, 60, 120]);
  });

  it('is the least time between two starts in a parallel run', async () => {
    const waiting: (() => void)[] = [];
    const clock = new ManualClock(0);
    const arrivals: number[] = [];
    // No response comes before the last request, so that a pause after an end would never end.
    const { url } = await loopback(async () => {
      arrivals.push(clock.now());
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 3) for (const go of waiting) go();
      });
      return 200;
    });
    const file = [1, 2, 3].map((number) => `### r${number}\nGET ${url}/${number}\n`).join('');
    const running = runRequests({ 'a.http': file }, { options: { delay: 60, parallel: true }, clock });
    for (const count of [1, 2, 3]) {
      await expect.poll(() => arrivals.length).toBe(count);
      await clock.turn(60);
    }
    await running;
    expect(arrivals).toEqual([0, 60, 120]);
  });

  it('comes neither before the first request nor for skipped or unsent ones, nor between attempts', async () => {
    let visits = 0;
    const { url, seen } = await loopback(() => ((visits += 1) < 3 ? 503 : 200));
    const file = dedent`
      ### first
      # @skip later
      GET ${url}/skipped
      ### unsent
      GET ${url}/{{nothing}}
      ### without a body
      POST ${url}/body

      < ./gone.json
      ### one
      # @retry 2
      # @retryDelay 0
      GET ${url}/one
      ### last
      # @if {{nothing}} == 1
      GET ${url}/last
    `;
    const { results } = await runRequests({ 'a.http': file }, { options: { delay: HOUR } });
    expect(results.map(({ attempts, skipReason }) => `${attempts} ${skipReason}`)).toEqual([
      '0 later',
      '0 ',
      '1 ',
      '3 ',
      '0 condition not met',
    ]);
    expect(seen).toHaveLength(3);
  });

  it.each([false, true])(
    'is ended by a signal, and nothing more is sent (parallel: %s)',
    async (parallel) => {
      const stop = new AbortController();
      const { url, seen } = await loopback(() => {
        setImmediate(() => stop.abort());
        return 200;
      });
      const file = `### one\nGET ${url}/1\n### two\nGET ${url}/2\n`;
      const { results } = await runRequests(
        { 'a.http': file },
        { options: { delay: HOUR, parallel, concurrency: 2 }, signal: stop.signal },
      );
      expect(seen).toEqual(['GET /1']);
      expect(results[1]).toMatchObject({ skipped: true, skipReason: 'interrupted' });
    },
  );

  it('is in no duration', async () => {
    const { url, clock } = await clocked();
    const file = `### one\nGET ${url}/1\n### two\n# @delay 300\nGET ${url}/2\n`;
    const running = runRequests({ 'a.http': file }, { options: { delay: 300 }, clock });
    await clock.pass(300);
    const { results, outcome } = await running;
    expect(results.map(({ duration }) => duration)).toEqual([0, 0]);
    expect(outcome.duration).toBe(300);
  });
});

describe('@delay', () => {
  it('is a pause before the request and before each of its rows', async () => {
    const { url, arrivals, clock } = await clocked();
    const files = {
      'a.http': `### one\nGET ${url}/1\n### two\n# @delay 60 ms\n# @data rows.csv\nGET ${url}/{{row.n}}\n`,
      'rows.csv': 'n\n2\n3\n',
    };
    const running = runRequests(files, { clock });
    await clock.pass(60);
    await clock.pass(60);
    const { results } = await running;
    expect(results.map(({ shownName }) => shownName)).toEqual(['one', 'two [1]', 'two [2]']);
    expect(arrivals).toEqual([0, 60, 120]);
  });

  it.each([
    ['the longer of both counts', '# @delay 80', 20],
    ['also when it is shorter', '# @delay 20', 80],
    ['may be a placeholder', '# @delay {{ms}}', 0],
  ])('%s', async (_case, directive, delay) => {
    const { url, arrivals, clock } = await clocked();
    const file = `@ms = 80\n### one\nGET ${url}/1\n### two\n${directive}\nGET ${url}/2\n`;
    const running = runRequests({ 'a.http': file }, { options: { delay }, clock });
    await clock.pass(80);
    await running;
    expect(arrivals).toEqual([0, 80]);
  });

  it.each(['2 h', 'soon', '-1'])('fails the request for the value %s of a placeholder', async (value) => {
    const { url, seen } = await loopback();
    const file = `@ms = ${value}\n### one\n# @delay {{ms}}\nGET ${url}/1\n`;
    const { results } = await runRequests({ 'a.http': file });
    expect(results[0]).toMatchObject({
      errorKind: 'variable',
      error: `@delay needs a duration of at most 1 h, found \`${value}\` ({{ms}})`,
    });
    expect(seen).toEqual([]);
  });
});
