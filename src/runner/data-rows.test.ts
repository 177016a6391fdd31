import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';

describe('data rows', () => {
  it('and retry are those of the worked example 14.8', async () => {
    const responses = [503, { json: { country: 'NO' } }, 503, 500];
    const server = await loopback(() => responses.shift());
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
        'a.http': dedent`
          ### json
          # @data rows.json
          POST ${server.url}

          {"v": {{row.v}}, "w": "{{row.w}}"}
          >>>
          expect body.v {{row.v}}
          expect body.w == {{row.w}}
          expect body.w type string
          <<<
          ### csv
          # @data {{kind}}.csv
          POST ${server.url}

          {"v": {{row.v}}}
          >>>
          expect body.v {{row.v}}
          <<<
        `,
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
      'a.http': dedent`
        ### a
        # @data n.csv
        GET ${server.url}/a/{{row.n}}
        >>>capture
        c from body.n
        <<<
        ### b
        # @data n.csv
        GET ${server.url}/b/{{row.n}}
        ### c
        # @depends a
        GET ${server.url}/c{{a.c}}
        ### d
        # @depends b
        GET ${server.url}/d
        ### e
        # @data n.csv
        # @if {{row.n}} == 2
        GET ${server.url}/e
      `,
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
      'a.http': dedent`
        ### a
        # @data ${path}
        GET http://127.0.0.1:1/
        ### b
        # @depends a
        GET http://127.0.0.1:1/
      `,
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
      'a.http': dedent`
        @a = {{b}}
        @b = {{a}}

        ### a
        # @data ./rows.csv
        # @if {{a}} == 1
        GET http://127.0.0.1:1/{{row.city}}
      `,
    });
    expect(results.map(({ request, error }) => [request.url, error])).toEqual([
      ['http://127.0.0.1:1/Oslo', expect.stringContaining('cycle')],
    ]);
  });

  it('emit a pair of events each', async () => {
    const server = await loopback();
    const { events } = await runRequests({
      'n.csv': 'n\n1\n2\n',
      'a.http': dedent`
        ### a
        # @data n.csv
        GET ${server.url}
        ### b
        GET ${server.url}
      `,
    });
    const reported = events.map((event) =>
      event.kind === 'request-start' || event.kind === 'request-end'
        ? `${event.kind} ${event.name} ${event.index}/${event.total} ${event.last}`
        : event.kind,
    );
    expect(reported).toEqual([
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
