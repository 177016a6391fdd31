import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { seedWithShortEnd, stressRun } from '../../test/support/runs/stress-run.js';
import type { StressResult } from './measure/stress-result.js';

const rows = (count: number): string => `id\n${Array.from({ length: count }, (_, n) => `r${n}\n`).join('')}`;

describe('the requests of a load test', () => {
  it('depend on the seed, and not on the number of threads', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/token' ? { json: { token: 't' } } : 200));
    const files = {
      'a.http': dedent`
        ### token
        GET ${url}/token
        >>>capture
        token from body.token
        <<<
        ### order
        # @depends token
        # @data orders.csv
        POST ${url}/order/{{row.id}}?token={{token}}
        ### look
        # @data looks.csv
        GET ${url}/look/{{row.id}}
      `,
      'orders.csv': rows(7),
      'looks.csv': rows(3),
    };
    const results: StressResult[] = [];
    const requests = async (threads: number, seed: number): Promise<readonly string[]> => {
      seen.length = 0;
      const result = await stressRun(files, {
        // 60 iterations of one or two requests.
        stress: { duration: 600, rate: 150, seed, maxVUs: 100 },
        threads,
      });
      results.push(result);
      return seen.toSorted();
    };
    const seed = seedWithShortEnd([1, 2, 1], [1, 1, 1], 68);
    const [alone, two, seven, other] = [
      await requests(1, seed),
      await requests(2, seed),
      await requests(7, seed),
      await requests(7, seed + 1),
    ];
    expect(results.map(({ errorCount, droppedCount }) => [errorCount, droppedCount])).toEqual(
      results.map(() => [0, 0]),
    );
    expect(results.map(({ totalRequests }) => totalRequests)).toEqual(
      [alone, two, seven, other].map(({ length }) => length),
    );
    expect(alone.length).toBeGreaterThan(68);
    expect(two).toEqual(alone);
    expect(seven).toEqual(alone);
    expect(other).not.toEqual(alone);
  });

  it('give every user the row of its round', async () => {
    const { url, seen } = await loopback();
    const files = { 'a.http': `# @data a.csv\nGET ${url}/{{row.id}}\n`, 'a.csv': rows(1000) };
    await stressRun(files, { stress: { duration: 300, vus: 6, thinkTime: 60 }, threads: 3 });
    const first = seen.slice(0, 6).toSorted();
    expect(first).toEqual([0, 1, 2, 3, 4, 5].map((n) => `GET /r${n}`));
    // Five rounds of each, 60 ms apart.
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
  });
});
