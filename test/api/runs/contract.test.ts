import { describe, expect, it } from 'vitest';
import { deadUrl } from '../../support/servers/dead-url.js';
import { dedent } from '../../support/dedent.js';
import { loopback, type Loopback } from '../../support/runs/run-requests.js';
import { startServer, type ApiResponse, type RunningServer } from '../../support/servers/running-server.js';

const STOCK = `### Read
# @name readStock
# @contract.provider depot
# @contract.state "crate 7 exists"
GET {{baseUrl}}/crates/7

>>>
expect status == 200
expect body.id == 7
<<<

>>>capture
id from body.id
<<<

### Reserve
# @name reserveStock
# @depends readStock
# @contract.state no state at all
POST http://elsewhere.test:81/crates/{{id}}/reserve?n=1

>>>
expect status == 201
<<<

### Release
# @depends reserveStock
DELETE {{provider}}/crates/7

### Never
# @skip later
GET {{baseUrl}}/never

### Plain
# @only
GET /plain
Host: other.test
`;

interface FileResult {
  readonly file: string;
  readonly results: readonly Record<string, unknown>[];
}

function verify(server: RunningServer, body: Record<string, unknown>): Promise<ApiResponse> {
  return server.call('POST', '/contract/verify', { json: body });
}

function provider(): Promise<Loopback> {
  return loopback(({ method, path }) => {
    if (path.startsWith('/states'))
      return { status: path === '/states/move' ? 302 : 204, headers: { location: '/x' } };
    if (path === '/slow') return undefined;
    return method === 'POST' ? 409 : { json: { id: 7 } };
  });
}

describe('POST /contract/verify', () => {
  it('sends every request to the provider after its state is set', async () => {
    const { url, seen, requests } = await provider();
    const server = await startServer({
      files: {
        'contracts/stock.http': STOCK,
        'bad.http': dedent`
          ### a
          GET
        `,
        'twice.http': dedent`
          ### a
          # @name x
          GET /a
          ### b
          # @name x
          GET /b
          ### c
          # @depends x
          GET /c
        `,
        'service.yaml': dedent`
          headers: { X-Common: "yes" }
          environments:
            dev: { baseUrl: "http://nobody.test" }
        `,
      },
    });
    expect((await server.get('/contract/result')).json).toEqual({
      running: 0,
      providerUrl: '',
      finishedAt: '',
      results: [],
    });
    const { status, json } = await verify(server, {
      providerUrl: `${url}/api/`,
      stateHandler: `${url}/states/set`,
    });
    expect(status).toBe(200);
    const numbers = { duration: expect.any(Number) as number };
    const unsent = { provider: '', state: '', passed: false, duration: 0, assertions: [], error: '' };
    expect(json).toMatchObject([
      { file: 'bad.http', failed: 1, results: [{ name: 'parse', error: 'bad.http:2:1: `GET` has no URL' }] },
      {
        file: 'contracts/stock.http',
        passed: 2,
        failed: 1,
        skipped: 2,
        ...numbers,
        results: [
          {
            name: 'readStock',
            provider: 'depot',
            state: 'crate 7 exists',
            passed: true,
            ...numbers,
            skipped: false,
            assertions: [{ passed: true }, { subject: 'body.id', actual: 7 }],
          },
          {
            name: 'reserveStock',
            state: 'no state at all',
            passed: false,
            assertions: [{ subject: 'status', operator: 'equals', expected: 201, actual: 409 }],
          },
          { ...unsent, name: 'Release', skipped: true, skipReason: 'dependency failed: reserveStock' },
          { ...unsent, name: 'Never', skipped: true, skipReason: 'later' },
          { name: 'Plain', passed: true, skipped: false, statusCode: 200, line: 34 },
        ],
      },
      {
        file: 'twice.http',
        results: [{ name: 'parse', passed: false, error: expect.stringContaining('"x"') as string }],
      },
    ]);
    expect(seen).toEqual([
      'POST /states/set',
      'GET /api/crates/7',
      'POST /states/set',
      'POST /api/crates/7/reserve?n=1',
      'GET /api/plain',
    ]);
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(requests[0]?.body).toBe(
      '{"state":"crate 7 exists","provider":"depot","interaction":"readStock","file":"contracts/stock.http"}',
    );
    expect(requests[4]?.headers).toMatchObject({ host: new URL(url).host, 'x-common': 'yes' });
    expect((await server.get('/contract/result')).json).toEqual({
      running: 0,
      providerUrl: `${url}/api/`,
      finishedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      results: json,
    });
    expect((await server.get('/history')).json).toEqual([]);
    expect((await server.get('/contract/files')).json).toEqual({
      files: ['bad.http', 'contracts/stock.http', 'twice.http'],
    });
  });

  it('fails an interaction without sending it when its state cannot be set', async () => {
    const { url, seen } = await provider();
    const files = {
      'a.http': dedent`
        ### a
        # @contract.state ready
        GET {{baseUrl}}/a
        ### b
        GET {{baseUrl}}/b
      `,
    };
    const server = await startServer({ files });
    const handlers = [
      [`${url}/states/move`, 'state handler answered 302'],
      [await deadUrl(), expect.stringMatching(/^state handler failed: .*refused the connection$/) as string],
    ] as const;
    for (const [stateHandler, error] of handlers) {
      const { json } = await verify(server, { providerUrl: url, stateHandler, files: ['a.http'] });
      expect((json as readonly FileResult[])[0]?.results).toMatchObject([
        { name: 'a', passed: false, duration: 0, error },
        { name: 'b', passed: true, error: '' },
      ]);
    }
    expect(seen).toEqual(['POST /states/move', 'GET /b', 'GET /b']);
  });

  it('waits ten seconds for a state handler', async () => {
    const { url } = await provider();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          # @contract.state x
          GET {{baseUrl}}/a
        `,
      },
    });
    const { json } = await verify(server, { providerUrl: url, stateHandler: `${url}/slow` });
    expect((json as readonly FileResult[])[0]?.results[0]).toMatchObject({
      error: 'state handler did not answer within 10 s',
    });
  });

  it('refuses invalid fields before anything is sent', async () => {
    const { url, seen } = await provider();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          GET {{baseUrl}}/a
        `,
      },
    });
    const rule = 'must be an http or https URL with a host and without credentials, query or fragment';
    const refused = [
      [{}, 400, 'providerUrl is required'],
      [{ providerUrl: 5 }, 400, 'providerUrl must be a string'],
      [{ providerUrl: 'stock' }, 400, `providerUrl ${rule}`],
      [{ providerUrl: 'http://a:b@stock.test' }, 400, `providerUrl ${rule}`],
      [{ providerUrl: url, stateHandler: './set.sh' }, 400, `stateHandler ${rule}`],
      [{ providerUrl: url, files: ['a.http', '../a.http'] }, 403, 'path is outside the workspace: ../a.http'],
      [{ providerUrl: url, files: ['a.http', ''] }, 400, 'files[1] must be a non-empty string'],
      [{ providerUrl: url, files: ['a.http', 'b.http'] }, 404, 'file not found: b.http'],
      [
        { providerUrl: url, files: ['a.http', 'b.txt'] },
        400,
        'not a request file: b.txt; expected .http or .spec',
      ],
    ] as const;
    for (const [body, status, message] of refused) {
      const response = await verify(server, body);
      expect([response.status, response.json]).toMatchObject([status, { message }]);
    }
    expect(seen).toEqual([]);
  });

  it('is cancelled when its client disconnects', async () => {
    const { url, seen } = await provider();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          GET {{baseUrl}}/slow
          ### b
          GET {{baseUrl}}/b
        `,
      },
    });
    const gone = new AbortController();
    const asked = server.call('POST', '/contract/verify', {
      json: { providerUrl: url },
      signal: gone.signal,
    });
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual(['GET /slow']);
    expect((await server.get('/contract/result')).json).toMatchObject({ running: 1, finishedAt: '' });
    gone.abort();
    await expect(asked).rejects.toThrow();
    await server.get('/health');
    expect(seen).toEqual(['GET /slow']);
  });
});
