import { describe, expect, it } from 'vitest';
import { checkOnTime, ON_TIME } from '../../test/support/on-time.js';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';

const HOUR = 3_600_000;

/** A server that notes when requests arrive. */
async function clocked() {
  const arrivals: number[] = [];
  const server = await loopback(() => {
    arrivals.push(performance.now());
    return 200;
  });
  return { ...server, arrivals };
}

/** The gaps that are shorter than they should be. */
function shortGaps(times: readonly number[], least: number): readonly number[] {
  return times
    .slice(1)
    .map((time, index) => time - (times[index] ?? 0))
    .filter((gap) => gap < least);
}

describe('the delay of a run', () => {
  it('is between the end of a request and the start of the next, across files', async () => {
    const { url, arrivals } = await clocked();
    const files = {
      'a.http': `### one\nGET ${url}/1\n### two\nGET ${url}/2\n`,
      'b.http': `### three\nGET ${url}/3\n`,
    };
    const { outcome } = await runRequests(files, { options: { delay: 60 } });
    expect([outcome.passed, arrivals.length]).toEqual([3, 3]);
    expect(shortGaps(arrivals, 60)).toEqual([]);
  });

  it('is the least time between two starts in a parallel run', ON_TIME, async () => {
    await checkOnTime(async () => {
      const waiting: (() => void)[] = [];
      const arrivals: number[] = [];
      // No response comes before the last request, so that a pause after an end would never end.
      const { url } = await loopback(async () => {
        arrivals.push(performance.now());
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 3) for (const go of waiting) go();
        });
        return 200;
      });
      const file = [1, 2, 3].map((number) => `### r${number}\nGET ${url}/${number}\n`).join('');
      await runRequests({ 'a.http': file }, { options: { delay: 60, parallel: true } });
      // The first connection may take longer to open than the second.
      return () => expect(shortGaps(arrivals, 40)).toEqual([]);
    });
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

  it('is in no duration', ON_TIME, async () => {
    await checkOnTime(async () => {
      const { url } = await loopback();
      const file = `### one\nGET ${url}/1\n### two\n# @delay 300\nGET ${url}/2\n`;
      const { results } = await runRequests({ 'a.http': file }, { options: { delay: 300 } });
      return () => expect(results.filter(({ duration }) => duration >= 300)).toEqual([]);
    });
  });
});

describe('@delay', () => {
  it('is a pause before the request and before each of its rows', async () => {
    const { url, arrivals } = await clocked();
    const files = {
      'a.http': `### one\nGET ${url}/1\n### two\n# @delay 60 ms\n# @data rows.csv\nGET ${url}/{{row.n}}\n`,
      'rows.csv': 'n\n2\n3\n',
    };
    const { results } = await runRequests(files);
    expect(results.map(({ shownName }) => shownName)).toEqual(['one', 'two [1]', 'two [2]']);
    expect(shortGaps(arrivals, 60)).toEqual([]);
  });

  it.each([
    ['the longer of both counts', '# @delay 80', 20],
    ['also when it is shorter', '# @delay 20', 80],
    ['may be a placeholder', '# @delay {{ms}}', 0],
  ])('%s', async (_case, directive, delay) => {
    const { url, arrivals } = await clocked();
    const file = `@ms = 80\n### one\nGET ${url}/1\n### two\n${directive}\nGET ${url}/2\n`;
    await runRequests({ 'a.http': file }, { options: { delay } });
    expect(arrivals).toHaveLength(2);
    expect(shortGaps(arrivals, 80)).toEqual([]);
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
