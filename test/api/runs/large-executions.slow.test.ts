import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { rawServer, type RawServer } from '../../support/servers/raw-server.js';
import { expectPrompt, watched } from '../../support/servers/responsiveness.js';
import {
  sendRequest,
  startServerProcess,
  type ApiResponse,
  type RunningServer,
} from '../../support/servers/running-server.js';

interface Ran {
  readonly id: string;
  readonly passed: number;
  readonly runId: number;
  readonly results: readonly { readonly name: string; readonly assertions: readonly unknown[] }[];
}

const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

function json(): Promise<RawServer> {
  return rawServer((socket) => {
    socket.end(
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
    );
  });
}

/** The response is not checked against the schema, which would take longer than the execution. */
function execute({ origin }: RunningServer, file: string, signal?: AbortSignal): Promise<ApiResponse> {
  return sendRequest(origin, 'POST', '/api/v1/execute', { json: { file }, ...(signal && { signal }) });
}

const ASSERTIONS = 200_000;
const HEADERS = 200_000;

const fullOfHeaders = (url: string): string => dedent`
  ### a
  GET ${url}
  ${repeated(HEADERS, (index) => `X-H${index}: ${index}`)}
`;

const fullOfPlaceholders = (url: string): string => dedent`
  @v = 1
  ### a
  GET ${url}/?${'{{v}}'.repeat(1_500_000)}
`;

const fullOfConditions = (url: string): string => dedent`
  @v = 1
  ### a
  ${repeated(500_000, () => '# @if {{v}} == 1')}
  GET ${url}
`;

describe('an execution of a large file', { timeout: 180_000 }, () => {
  it('with 200,000 assertions does not hold up other requests, also while its end is reported', async () => {
    const { url } = await json();
    const checks = repeated(ASSERTIONS, (index) => `expect body.a == ${index % 2}`);
    const text = dedent`
      @secret pass = hunter2-hunter2
      ### a
      GET ${url}/?key={{pass}}

      >>>
      ${checks}
      <<<
    `;
    const server = await startServerProcess({ files: { 'large.http': text }, timeout: 180_000 });
    const client = await listen(server);
    const ran = await watched(server, () => execute(server, 'large.http'));
    expectPrompt(ran, 'POST /execute', 0.12);
    expect(ran.result.status).toBe(200);
    const result = ran.result.json as Ran;
    expect(result.results[0]?.assertions).toHaveLength(ASSERTIONS);
    expect(ran.result.text.endsWith('}\n')).toBe(true);
    const [complete] = await client.until('execution_complete');
    expect(client.events.map(({ type }) => type)).toEqual([
      'execution_start',
      'request_progress',
      'request_progress',
      'execution_complete',
    ]);
    expect(client.events.map(({ payload }) => payload['execId'] ?? payload['id'])).toEqual(
      Array.from({ length: 4 }, () => result.id),
    );
    expect(complete?.payload['timestamp']).toBe(complete?.timestamp);
    expect(client.texts.at(-1)).toContain(`"result":${ran.result.text.trimEnd()},"timestamp":`);
    const listed = await server.get('/history/runs');
    expect(listed.json).toMatchObject({ total: 1, runs: [{ id: result.runId, failed: 1 }] });
    const path = `/api/v1/history/runs/${result.runId}`;
    const stored = await watched(server, () => sendRequest(server.origin, 'GET', path));
    expectPrompt(stored, 'GET /history/runs/{id}', 0.12);
    expect(stored.result.text).not.toContain('hunter2');
    const { results } = stored.result.json as Ran;
    expect(results[0]?.assertions).toHaveLength(ASSERTIONS);
    expect((await server.get('/history')).json).toMatchObject([{ requestName: 'a', file: 'large.http' }]);
  });

  it.each([
    ['headers', HEADERS, fullOfHeaders],
    ['placeholders', 0, fullOfPlaceholders],
    ['conditions', 0, fullOfConditions],
  ] as const)(
    'with a single request full of %s does not hold up other requests',
    async (what, headers, text) => {
      const { url } = await json();
      const server = await startServerProcess({ files: { 'large.http': text(url) }, timeout: 180_000 });
      const ran = await watched(server, () => execute(server, 'large.http'));
      expectPrompt(ran, `an execution full of ${what}`, 0.25);
      expect(ran.result.status).toBe(200);
      const { results } = ran.result.json as { results: { request: { headers: object } }[] };
      expect(Object.keys(results[0]?.request.headers ?? {}).length).toBeGreaterThanOrEqual(headers);
    },
  );

  it('may be a dependency of a small file, with an environment and a name', async () => {
    const target = await json();
    const filler = repeated(20_000, (index) => `# filler ${index}`);
    const files = {
      'service.yaml': dedent`
        environments:
          qa:
            base: ${target.url}
      `,
      'large.http': dedent`
        ${filler}
        ### login
        # @name login
        GET {{base}}/login

        >>>capture
        token from body.a
        <<<
      `,
      'small.http': dedent`
        ### use
        # @name use
        # @depends ./large.http#login
        GET {{base}}/use/{{login.token}}
      `,
    };
    const server = await startServerProcess({ files });
    const client = await listen(server);
    for (const file of ['small.http', 'large.http']) {
      const requestName = file === 'small.http' ? 'use' : 'login';
      const body = { file, requestName, environment: 'qa' };
      const { status, json: ran } = await server.call('POST', '/execute', { json: body });
      expect([status, ran]).toMatchObject([200, { failed: 0, environment: 'qa', file }]);
    }
    expect(target.requests.map((text) => text.split(' ')[1])).toEqual(['/login', '/use/1', '/login']);
    await client.until('execution_complete', 2);
    expect(client.events.filter(({ type }) => type === 'execution_start')).toHaveLength(2);
    const unknown = await server.call('POST', '/execute', {
      json: { file: 'large.http', requestName: 'no' },
    });
    expect(unknown.status).toBe(404);
    await client.until('error');
  });

  it('is cancelled without a trace when its client disconnects', async () => {
    const target = await rawServer(() => undefined);
    const text = dedent`
      ### a
      GET ${target.url}

      ${repeated(20_000, () => '# filler')}
    `;
    const server = await startServerProcess({ files: { 'large.http': text } });
    const client = await listen(server);
    const leave = new AbortController();
    const gone = execute(server, 'large.http', leave.signal);
    await expect.poll(() => target.requests.length, { timeout: 60_000 }).toBe(1);
    leave.abort();
    await expect(gone).rejects.toThrow('aborted');
    await expect.poll(() => target.sockets[0]?.destroyed, { timeout: 60_000 }).toBe(true);
    const [error] = await client.until('error');
    expect(error?.payload['error']).toBe('execution cancelled: the client disconnected');
    expect((await server.get('/history/runs')).json).toMatchObject({ total: 0 });
    expect((await server.get('/history')).json).toEqual([]);
  });
});

describe('an execution with large responses', { timeout: 180_000 }, () => {
  it('is reported in the order of its events while other requests are answered', async () => {
    const body = JSON.stringify(
      Array.from({ length: 14_000 }, (_, id) => ({ id, name: `a "quoted" ${id}` })),
    );
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const target = await rawServer((socket) => socket.write(`${head}\r\n\r\n${body}`));
    const text = repeated(
      150,
      (index) => dedent`
        ### r${index}
        GET ${target.url}

      `,
    );
    const server = await startServerProcess({ files: { 'a.http': text }, timeout: 180_000 });
    const client = await listen(server);
    const ran = await watched(server, () => execute(server, 'a.http'));
    expectPrompt(ran, 'POST /execute', 0.3);
    expect(ran.result.json).toMatchObject({ passed: 150, failed: 0 });
    await client.until('execution_complete');
    expect(client.events.map(({ type }) => type)).toEqual([
      'execution_start',
      ...Array.from({ length: 300 }, () => 'request_progress'),
      'execution_complete',
    ]);
    expect(client.texts.at(-1)).toContain(`"result":${ran.result.text.trimEnd()},"timestamp":`);
  });
});
