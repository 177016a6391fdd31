import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { stressJson } from './svc-stress.js';
import { dedent } from '../support/dedent.js';
import { freeze, startTarget } from './target.js';

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe('what a load test measures', () => {
  it('tells of requests that a frozen target kept from being sent', async () => {
    // 500 of 2,500 planned requests fall into the freeze; only 10 of them can be in flight.
    let frozen = false;
    const { url } = await startTarget((_path, response, count) => {
      if (count === 1000 && !frozen) {
        frozen = true;
        freeze(1000);
      }
      response.end();
    });
    const { result } = await stressJson(`GET ${url}/\n`, ['-r', '500', '-d', '5s', '--max-vus', '10']);
    expect(result.totalRequests + result.droppedCount).toBe(2500);
    expect(result.latency.p99).toBeGreaterThanOrEqual(800);
    expect(result.latency.p95).toBeGreaterThanOrEqual(500);
    expect(result.serviceTime.p99).toBeLessThan(result.latency.p99 / 2);
    expect(result.serviceTime.max).toBeGreaterThan(800);
  });

  it('sends evenly, without drift', ON_TIME, () =>
    checkOnTime(async () => {
      const { url, arrivals } = await startTarget();
      const { result } = await stressJson(`GET ${url}/\n`, ['-r', '100', '-d', '3s']);
      return () => {
        expect(result.totalRequests).toBe(300);
        expect(arrivals).toHaveLength(300);
        const start = median(arrivals.map((time, k) => time - k * 10));
        const errors = arrivals.map((time, k) => Math.abs(time - start - k * 10));
        // Medians: the machine may be busy for a moment, but not all the time.
        expect(median(errors)).toBeLessThan(5);
        const drift = median(arrivals.slice(-50).map((time, k) => time - start - (k + 250) * 10));
        expect(Math.abs(drift)).toBeLessThan(20);
        const gaps = arrivals.slice(1).map((time, k) => time - (arrivals[k] ?? 0));
        expect(median(gaps)).toBeGreaterThan(5);
      };
    }),
  );

  it('ramps up linearly', ON_TIME, () =>
    checkOnTime(async () => {
      const { url, arrivals } = await startTarget();
      const args = ['-r', '200', '-d', '4s', '--ramp-up', '2s'];
      const { result } = await stressJson(`GET ${url}/\n`, args);
      return () => {
        // Half of the full rate while it grows, then all of it.
        expect(result.totalRequests).toBe(600);
        const start = arrivals[0] ?? 0;
        const before = (milliseconds: number): number =>
          arrivals.filter((time) => time - start < milliseconds).length;
        expect(before(1000) / before(2000)).toBeCloseTo(0.25, 0);
        expect(before(1000)).toBeLessThan(90);
        expect(before(2000)).toBeGreaterThan(150);
        expect(before(2000)).toBeLessThan(250);
      };
    }),
  );

  it('lets 10,000 users take part', ON_TIME, () =>
    checkOnTime(async () => {
      const { url } = await startTarget();
      // Long enough for a busy machine to open the connections; everybody sends once, then thinks until the end.
      const args = ['--vus', '10000', '-d', '12s', '--ramp-up', '3s', '--think-time', '30s'];
      const { result } = await stressJson(`GET ${url}/\n`, args);
      return () => {
        expect(result.totalRequests).toBe(10_000);
        expect(result.errorCount).toBe(0);
        expect(Math.max(...result.timeSeries.map(({ activeVUs }) => activeVUs))).toBe(10_000);
      };
    }),
  );

  it('agrees with what the target saw', async () => {
    const { url, seen } = await startTarget((path, response) => {
      response.statusCode = path === '/bad' ? 503 : 200;
      response.end();
    });
    const { result } = await stressJson(
      dedent`
        ### good
        GET ${url}/good
        ### bad
        GET ${url}/bad
      `,
      ['--vus', '8', '-d', '1s'],
    );
    expect(result.totalRequests).toBe(seen.length);
    expect(result.statusCodes).toEqual({
      200: seen.filter((line) => line === 'GET /good').length,
      503: seen.filter((line) => line === 'GET /bad').length,
    });
    expect(result.timeSeries.reduce((sum, { total }) => sum + total, 0)).toBe(seen.length);
    expect(result.validity.cpuPercent).toBeGreaterThan(0);
  });
});

describe('a load thread of the built program', () => {
  it('has everything that is loaded only when it is needed', async () => {
    const { url } = await startTarget((path, response) => {
      if (path === '/xml') response.setHeader('Content-Type', 'application/xml').end('<a><b>7</b></a>');
      else if (path === '/digest') {
        response.setHeader('WWW-Authenticate', 'Digest realm="r", nonce="n", qop="auth"');
        response.writeHead(401).end();
      } else if (path === '/zip') {
        response.setHeader('Content-Encoding', 'gzip').end(gzipSync('{"id":7}'));
      } else if (path === '/away') response.writeHead(302, { Location: '/json' }).end();
      else {
        response.setHeader('Set-Cookie', 'sid=1').setHeader('Content-Type', 'application/json');
        response.end('{"id":7,"items":[{"n":1},{"n":2}]}');
      }
    });
    const cases = {
      'jsonpath $.items[?@.n > 1].n == [2]': '/json',
      'body schema ./item.yaml': '/json',
      'body matches /(?<=id":)7/': '/json',
      'xpath //b == 7': '/xml',
      'body.id == 7': '/zip',
      'url endsWith "/json"': '/away',
    };
    const requests = Object.entries(cases).map(
      ([assertion, path]) => dedent`
        ### ${path} ${assertion}
        GET ${url}${path}
        >>>
        expect ${assertion}
        <<<
      `,
    );
    const digest = dedent`
      ### digest
      # @auth digest a, b
      GET ${url}/digest
      >>>
      expect status 401
      <<<
    `;
    const { result } = await stressJson(
      [...requests, digest].join(''),
      // As many as are planned, in a fixed order: each has its turn however slow the machine is.
      ['-r', '50', '-d', '2s', '--seed', '1'],
      {
        'item.yaml': 'type: object\nrequired: [id]\n',
      },
    );
    expect(result.errorKinds).toEqual({});
    expect(result.perRequest.map(({ name, count }) => [name, count > 0])).toEqual(
      result.perRequest.map(({ name }) => [name, true]),
    );
    expect(result.perRequest).toHaveLength(7);
  });
});
