import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { loopback, runRequests } from '../../test/support/run-requests.js';

describe('data rows (9.6)', () => {
  it('and retry are those of the worked example 14.8', async () => {
    const answers = [503, { json: { country: 'NO' } }, 503, 500];
    const server = await loopback(() => answers.shift());
    const { results } = await runRequests({
      'cities.csv': 'city,code\nOslo,NO\n"Rome, old",IT\n',
      'a.http': `### lookup
# @data ./cities.csv
# @retry 2
# @retryDelay 10
# @retryOn 503
GET ${server.url}/city
? q = {{row.city}}
>>>
expect body.country == "{{row.code}}"
<<<
`,
    });
    expect(results.map(({ name, passed, attempts }) => [name, passed, attempts])).toEqual([
      ['lookup [1]', true, 2],
      ['lookup [2]', false, 2],
    ]);
    expect(server.seen).toEqual([
      'GET /city?q=Oslo',
      'GET /city?q=Oslo',
      'GET /city?q=Rome%2C%20old',
      'GET /city?q=Rome%2C%20old',
    ]);
  });

  it('of JSON keep their types, those of CSV are text', async () => {
    const server = await loopback(({ body }) => ({ json: JSON.parse(body) as unknown }));
    const { results } = await runRequests(
      {
        'rows.json': '[{"v": 12345678901234567891, "w": "1"}]',
        'rows.csv': 'v\n1\n',
        'a.http': `### json\n# @data rows.json\nPOST ${server.url}\n\n{"v": {{row.v}}, "w": "{{row.w}}"}\n>>>\nexpect body.v {{row.v}}\nexpect body.w == {{row.w}}\nexpect body.w type string\n<<<\n### csv\n# @data {{kind}}.csv\nPOST ${server.url}\n\n{"v": {{row.v}}}\n>>>\nexpect body.v {{row.v}}\n<<<\n`,
      },
      { options: { environment: { kind: 'rows' } } },
    );
    expect(server.requests[0]?.body).toBe('{"v": 12345678901234567891, "w": "1"}');
    expect(results.map(({ name }) => name)).toEqual(['json [1]', 'csv [1]']);
    expect(results[1]?.passed).toBe(true);
  });

  it('count as passed for dependents when all passed; captures of the last row win; conditions hold per row', async () => {
    const server = await loopback(({ path }) => (path === '/b/2' ? 500 : { json: { n: path } }));
    const { results } = await runRequests({
      'n.csv': 'n,on\n1,yes\n2,yes\n',
      'a.http': `### a\n# @data n.csv\nGET ${server.url}/a/{{row.n}}\n>>>capture\nc from body.n\n<<<\n### b\n# @data n.csv\nGET ${server.url}/b/{{row.n}}\n### c\n# @depends a\nGET ${server.url}/c{{a.c}}\n### d\n# @depends b\nGET ${server.url}/d\n### e\n# @data n.csv\n# @if {{row.n}} == 2\nGET ${server.url}/e\n`,
    });
    expect(
      results.map(({ name, passed, skipReason }) =>
        skipReason === '' ? `${name} ${passed}` : `${name} ${skipReason}`,
      ),
    ).toEqual([
      'a [1] true',
      'a [2] true',
      'b [1] true',
      'b [2] false',
      'c true',
      'd dependency failed: b',
      'e [1] condition not met',
      'e [2] true',
    ]);
    expect(server.seen).toContain('GET /c/a/2');
  });

  it.each([
    ['x.csv', 'a\n', 'skip'],
    ['x.json', '[]', 'skip'],
    ['x.csv', '', 'skip'],
    ['x.csv', 'a,b\n1\n', '@data x.csv: line 2: 1 fields where the first line names 2'],
    ['x.csv', 'a,a\n1,2\n', '@data x.csv: the column "a" is named twice'],
    ['x.csv', 'a\n"1\n', '@data x.csv: line 2: a quoted field is not closed'],
    ['x.csv', Buffer.from([0x61, 0x0a, 0xff]), '@data x.csv: the file is not valid UTF-8'],
    ['x.json', '{}', '@data x.json: expected an array of objects'],
    ['x.json', '[{}, 1]', '@data x.json: entry 2 is no object'],
    ['x.json', '[', '@data x.json: not valid JSON'],
    ['x.csv', `a\n${'1\n'.repeat(10_001)}`, '@data x.csv: more than 10000 rows'],
    ['../x.csv', undefined, 'path is outside the workspace: ../x.csv'],
    ['gone.csv', undefined, 'file not found: gone.csv'],
  ])('of %s %#', async (path, content, verdict) => {
    const { results } = await runRequests({
      'a.http': `### a\n# @data ${path}\nGET http://127.0.0.1:1/\n### b\n# @depends a\nGET http://127.0.0.1:1/\n`,
      ...(content !== undefined && { [path]: content }),
    });
    expect(results).toHaveLength(2);
    if (verdict === 'skip')
      expect(results[0]).toMatchObject({ name: 'a', skipped: true, skipReason: 'no data rows' });
    else {
      expect(results[0]).toMatchObject({ name: 'a', passed: false, errorKind: 'file', attempts: 0 });
      expect(results[0]?.error).toContain(verdict);
    }
    expect(results[1]?.skipReason).toBe('dependency failed: a');
  });

  it('whose condition cannot be judged show their own values in the URL', async () => {
    const { results } = await runRequests({
      'rows.csv': 'city\nOslo\n',
      'a.http':
        '@a = {{b}}\n@b = {{a}}\n\n### a\n# @data ./rows.csv\n# @if {{a}} == 1\nGET http://127.0.0.1:1/{{row.city}}\n',
    });
    expect(results.map(({ request, error }) => [request.url, error])).toEqual([
      ['http://127.0.0.1:1/Oslo', expect.stringContaining('cycle')],
    ]);
  });

  it('emit a pair of events each', async () => {
    const server = await loopback();
    const { events } = await runRequests({
      'n.csv': 'n\n1\n2\n',
      'a.http': `### a\n# @data n.csv\nGET ${server.url}\n### b\nGET ${server.url}\n`,
    });
    const told = events.map((event) =>
      event.kind === 'request-start' || event.kind === 'request-end'
        ? `${event.kind} ${event.name} ${event.index}/${event.total} ${event.last}`
        : event.kind,
    );
    expect(told).toEqual([
      'run-start',
      'file-start',
      'request-start a [1] 0/2 false',
      'request-end a [1] 0/2 false',
      'request-start a [2] 0/2 true',
      'request-end a [2] 0/2 true',
      'request-start b 1/2 true',
      'request-end b 1/2 true',
      'file-end',
      'run-end',
    ]);
  });
});

describe('retry (9.4)', () => {
  it('goes on until a pass, reports the last attempt, and evaluates functions anew', async () => {
    let count = 0;
    const server = await loopback(() => ({ status: ++count < 3 ? 500 : 200, json: { count } }));
    const { results } = await runRequests({
      'a.http': `### a\n# @retry 5\n# @retryDelay 1\nGET ${server.url}/{{$uuid()}}\n>>>\nexpect status 200\n<<<\n>>>capture\nc from body.count\n<<<\n`,
    });
    expect(results[0]).toMatchObject({ passed: true, attempts: 3, captures: { c: 3 } });
    expect(new Set(server.seen).size).toBe(3);
  });

  it('takes configured retries and delay where the request says nothing', async () => {
    const server = await loopback(() => 500);
    const { results } = await runRequests(
      {
        'a.http': `### a\nGET ${server.url}/a\n### b\n# @retry 0\nGET ${server.url}/b\n### c\n# @retry {{n}}\n# @retryDelay {{d}}\nGET ${server.url}/c\n`,
      },
      { options: { retries: 2, retryDelay: 200, environment: { n: 1, d: '1 ms' }, parallel: true } },
    );
    expect(results.map(({ attempts }) => attempts)).toEqual([3, 1, 2]);
    // The first pauses for much longer, so all others are through before its second attempt.
    expect(server.seen.slice(-2)).toEqual(['GET /a', 'GET /a']);
  });

  it.each([
    ['5xx', 503, 3],
    ['5XX, 429', 429, 3],
    ['502', 503, 1],
    ['4xx', 503, 1],
  ])('on %s of %s', async (retryOn, status, attempts) => {
    const server = await loopback(() => status);
    const { results } = await runRequests({
      'a.http': `# @retry 2\n# @retryDelay 0\n# @retryOn ${retryOn}\nGET ${server.url}\n`,
    });
    expect(results[0]?.attempts).toBe(attempts);
  });

  it('with codes still follows no answer at all, and ends on failed assertions of an unlisted status', async () => {
    const { results } = await runRequests({
      'a.http': '# @retry 2\n# @retryDelay 0\n# @retryOn 503\nGET http://127.0.0.1:1/\n',
    });
    expect(results[0]).toMatchObject({ attempts: 3, errorKind: 'connect' });
    const server = await loopback();
    const second = await runRequests({
      'a.http': `# @retry 2\n# @retryDelay 0\n# @retryOn 503\nGET ${server.url}\n>>>\nexpect status 201\n<<<\n`,
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

describe('timeout (9.8)', () => {
  it('is that of the request, else the configured one', async () => {
    const server = await loopback(() => undefined);
    const { results } = await runRequests(
      { 'a.http': `### a\n# @timeout 50\nGET ${server.url}\n### b\nGET ${server.url}\n` },
      { options: { timeout: 900 } },
    );
    expect(results.map(({ errorKind }) => errorKind)).toEqual(['timeout', 'timeout']);
    expect(results[0]?.duration).toBeLessThan(900);
    expect(results[1]?.duration).toBeGreaterThan(890);
  });
});

describe('waiting (9.4)', () => {
  it('polls until the status is there', async () => {
    let probes = 0;
    const server = await loopback(({ path }) => (path === '/ready' ? (++probes < 3 ? 503 : 204) : 200));
    const { results } = await runRequests({
      'a.http': `# @waitFor ${server.url}/ready 204 5 s 10\nGET ${server.url}/go\n`,
    });
    expect(results[0]).toMatchObject({ passed: true, attempts: 1 });
    expect(server.seen).toEqual(['GET /ready', 'GET /ready', 'GET /ready', 'GET /go']);
  });

  it('follows redirects, takes placeholders, and fails unsent when the time is over', async () => {
    const server = await loopback(({ path }) =>
      path === '/old' ? { status: 302, headers: { location: '/new' } } : 500,
    );
    const { results } = await runRequests(
      { 'a.http': `# @waitFor {{base}}/old {{s}} {{t}} {{i}}\nGET {{base}}/go\n` },
      { options: { environment: { base: server.url, s: 200, t: '60 ms', i: 20 } } },
    );
    expect(results[0]).toMatchObject({
      passed: false,
      errorKind: 'condition',
      error: `@waitFor: ${server.url}/old did not give status 200 in 60 ms; last: status 500`,
    });
    expect(server.seen).not.toContain('GET /go');
    expect(server.seen).toContain('GET /new');
  });

  it('waits for a server that is not there yet', async () => {
    const probe = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as { port: number };
    await new Promise((resolve) => probe.close(resolve));
    const later = createServer((_request, response) => response.end());
    setTimeout(() => later.listen(port, '127.0.0.1'), 100);
    const { results } = await runRequests({
      'a.http': `# @waitFor http://127.0.0.1:${port}/ 200 5s 20\nGET http://127.0.0.1:${port}/\n`,
    });
    later.closeAllConnections();
    later.close();
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
