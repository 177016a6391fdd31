import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';
import { verify, provider } from './contract-setup.js';

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
});
