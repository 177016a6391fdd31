import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { type Result } from './execute-setup.js';

const file = (url: string): string => `@base = ${url}

### Read a crate
# @name readCrate
# @description one of many
POST {{base}}/crates?id=7
Content-Type: application/json
x-trace-id: abc

{"id": 7}

>>>
expect status 201
expect body.id == 7
expect body.gone == 1
<<<

>>>capture
crate from body.id
big from body.big
none from body.none
<<<

### 
GET {{base}}/plain
`;

describe('POST /execute', () => {
  it('returns the whole result, its keys in their documented order', async () => {
    const { url } = await loopback(({ path }) =>
      path === '/plain'
        ? { text: 'plain', headers: { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] } }
        : { status: 201, text: '{"id":7,"big":12345678901234567890}', headers: { 'x-trace-id': 'abc' } },
    );
    const { call } = await startServer({ files: { 'depot/crates.http': file(url) }, history: true });
    const { status, text, json } = await call('POST', '/execute', {
      json: { file: './depot//crates.http', unknown: 1, requestName: null, environment: null },
    });
    expect(status).toBe(200);
    const run = json as Result;
    expect(Object.keys(run)).toEqual(
      'file duration passed failed skipped results id environment startedAt runId'.split(' '),
    );
    expect(run).toMatchObject({
      file: 'depot/crates.http',
      passed: 1,
      failed: 1,
      skipped: 0,
      environment: 'dev',
      runId: 1,
      id: expect.stringMatching(/^[a-z0-9]{12}$/) as string,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    const [first, second] = run.results;
    expect(Object.keys(first ?? {})).toEqual(
      (
        'name description passed duration request response assertions captures ' +
        'file line skipped skipReason error errorKind attempts warnings exchange'
      ).split(' '),
    );
    expect(first).toMatchObject({
      name: 'readCrate',
      description: 'one of many',
      passed: false,
      request: { method: 'POST', url: `${url}/crates?id=7`, body: '{"id": 7}' },
      response: { statusCode: 201, status: '201 Created', finalUrl: `${url}/crates?id=7`, size: 35 },
      file: 'depot/crates.http',
      line: 3,
      skipped: false,
      skipReason: '',
      error: '',
      errorKind: '',
      attempts: 1,
    });
    expect(first?.['request']).toHaveProperty('headers.X-Trace-Id', 'abc');
    expect(first?.['response']).toHaveProperty('headers.X-Trace-Id', 'abc');
    expect(first?.['assertions']).toEqual([
      {
        subject: 'status',
        operator: 'equals',
        expected: 201,
        actual: 201,
        passed: true,
        message: '',
        line: 13,
      },
      { subject: 'body.id', operator: 'equals', expected: 7, actual: 7, passed: true, message: '', line: 14 },
      expect.objectContaining({ subject: 'body.gone', expected: 1, actual: null, passed: false, line: 15 }),
    ]);
    // Numbers keep every digit, and a value that was not found is a warning.
    expect(text).toContain('"captures":{"crate":7,"big":12345678901234567890}');
    expect(first?.['warnings']).toHaveLength(1);
    expect(second).toMatchObject({
      name: 'GET {{base}}/plain',
      description: '',
      passed: true,
      request: { url: `${url}/plain`, body: '' },
      response: {
        status: '200 OK',
        body: 'plain',
        headers: { 'Set-Cookie': 'a=1\nb=2' },
        bodyTruncated: false,
      },
      assertions: [],
      captures: {},
    });
  });

  it('does not mask secrets in the response', async () => {
    const { url } = await loopback(() => ({ json: { token: 'tok-12345678' } }));
    const { call } = await startServer({
      files: {
        'a.http': dedent`
          ### a
          # @auth bearer tok-12345678
          GET ${url}/?t=tok-12345678
        `,
      },
    });
    const { json } = await call('POST', '/execute', { json: { file: 'a.http' } });
    expect((json as Result).results[0]).toMatchObject({
      request: { url: `${url}/?t=tok-12345678`, headers: { Authorization: 'Bearer tok-12345678' } },
      response: { body: '{"token":"tok-12345678"}' },
    });
  });
});

describe('POST /run', () => {
  it('runs every request, also when one is named', async () => {
    const { url, seen } = await loopback();
    const { call } = await startServer({
      files: {
        'a.http': dedent`
          ### a
          GET ${url}/a
          ### b
          GET ${url}/{{place}}
        `,
        'service.yaml': dedent`
          environments:
            qa:
              place: qa
        `,
      },
    });
    const { status, json } = await call('POST', '/run', {
      json: { file: 'a.http', requestName: 'a', environment: 'qa' },
    });
    expect([status, json]).toMatchObject([200, { passed: 2, environment: 'qa' }]);
    expect(seen).toEqual(['GET /a', 'GET /qa']);
  });
});
