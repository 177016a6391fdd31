import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { loopback, type SeenRequest } from '../../support/runs/run-requests.js';
import { deadUrl } from '../../support/servers/dead-url.js';
import { traceCollector } from '../../support/servers/trace-collector.js';
import { run } from '../support/run-results.js';

const HEADER = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/** The ids that a target has seen. */
function idsIn({ headers }: SeenRequest): { readonly traceId: string; readonly spanId: string } {
  const [, traceId = '', spanId = ''] = HEADER.exec(String(headers['traceparent'])) ?? [];
  return { traceId, spanId };
}

describe('the header of svc run', () => {
  const ONE = (url: string): string => `### one\nGET ${url}/\n`;

  it.each<[string, string, readonly string[], Record<string, string>, boolean]>([
    ['is not sent by default', '', [], {}, false],
    ['is sent by the config', 'tracing: { traceparent: true }\n', [], {}, true],
    ['is sent by --traceparent', '', ['--traceparent'], {}, true],
    ['is sent by SVC_TRACEPARENT', '', [], { SVC_TRACEPARENT: '1' }, true],
    ['is left out by the flag', 'tracing: { traceparent: true }\n', ['--traceparent=false'], {}, false],
  ])('%s', async (_case, config, args, env, isSent) => {
    const { url, requests } = await loopback();
    const { code, tests } = await run({ 'a.http': ONE(url), 'service.yaml': config }, args, env);
    expect(code).toBe(0);
    const [request] = requests;
    const expected: unknown = isSent ? expect.stringMatching(HEADER) : undefined;
    expect(request?.headers['traceparent']).toEqual(expected);
    const traceId = request && isSent ? idsIn(request).traceId : undefined;
    expect(tests[0]).toEqual(
      traceId === undefined
        ? expect.not.objectContaining({ traceId: expect.anything() as unknown })
        : expect.objectContaining({ traceId }),
    );
  });

  it('has one trace for each result, one span for each attempt, and stays on redirects', async () => {
    const other = await loopback();
    const { url, requests } = await loopback(({ path }) => {
      if (path === '/here') return { status: 302, headers: { location: '/there' } };
      if (path === '/there') return { status: 307, headers: { location: `${other.url}/far` } };
      return path === '/late' ? 503 : 200;
    });
    const text = dedent`
      ### rows
      # @data ./rows.csv
      GET ${url}/{{row.name}}
      ### redirected
      GET ${url}/here
      ### retried
      # @retry 2
      # @retryDelay 1ms
      GET ${url}/late
    `;
    const { tests } = await run({ 'a.http': text, 'rows.csv': 'name\na\nb\n' }, ['--traceparent']);
    const ids = requests.map(idsIn);
    const [a, b, here, there, ...late] = ids;
    expect(here).toEqual(there);
    expect(other.requests.map(idsIn)).toEqual([here]);
    expect(new Set([a, b, here, late[0]].map((each) => each?.traceId)).size).toBe(4);
    expect(new Set(late.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(late.map(({ spanId }) => spanId)).size).toBe(3);
    expect(tests).toMatchObject([a, b, here, late[0]].map((each) => ({ traceId: each?.traceId })));
  });

  it('stays as it is written, in the request or for all of them', async () => {
    const { url, requests } = await loopback();
    const written = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
    const text = dedent`
      ### own
      GET ${url}/
      TraceParent: ${written}
      ### damaged
      GET ${url}/
      traceparent: 00-what-ever-01
    `;
    const { tests } = await run({ 'a.http': text }, ['--traceparent']);
    expect(requests.map(({ headers }) => headers['traceparent'])).toEqual([written, '00-what-ever-01']);
    expect(tests).toMatchObject([
      { traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
      { traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    ]);
    const config = `headers: { traceparent: "${written}" }\ntracing: { traceparent: true }\n`;
    await run({ 'a.http': ONE(url), 'service.yaml': config }, []);
    expect(requests.at(-1)?.headers['traceparent']).toBe(written);
  });

  it('is named with a failure', async () => {
    const { url, requests } = await loopback(() => 500);
    const cwd = await temporaryWorkspace({ 'a.http': ONE(url) });
    const { stdout } = await runInProcess(['run', 'a.http', '--no-history', '--traceparent'], { cwd });
    expect(stdout).toContain(`-> 500 Internal Server Error\n   trace ${requests.map(idsIn)[0]?.traceId}\n`);
  });

  it('is not part of a contract', async () => {
    const { url, requests } = await loopback();
    const cwd = await temporaryWorkspace({
      'a.http': `### one\nGET {{baseUrl}}/\n`,
      'service.yaml': 'tracing: { traceparent: true }\n',
    });
    await runInProcess(['contract', 'verify', '-p', url, 'a.http'], { cwd });
    expect(requests.map(({ headers }) => headers['traceparent'])).toEqual([undefined]);
  });
});

describe('--otlp', () => {
  const SUITE = (url: string): string => dedent`
    ### passes
    GET ${url}/ok?token=s3cret-token-1

    >>>
    expect status == 200
    <<<

    ### fails
    # @retry 1
    # @retryDelay 1ms
    GET ${url}/ok

    >>>
    expect status == 204
    expect header X-Missing exists
    <<<

    ### never sent
    GET ${url}/{{missing}}

    ### skipped
    # @skip
    GET ${url}/ok

    ### own trace
    GET ${url}/ok
    traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
  `;

  it('sends a span for each result that the target can name', async () => {
    const { url, requests } = await loopback();
    const collector = await traceCollector();
    const { code, stderr, tests } = await run({ 'a.http': SUITE(url) }, [
      ...['--otlp', collector.url, '--secret', 'token=s3cret-token-1', '-e', 'qa'],
    ]);
    expect([code, stderr]).toEqual([1, expect.not.stringContaining('traces')]);
    expect(collector.requests).toMatchObject([
      { method: 'POST', path: '/v1/traces', headers: { 'content-type': 'application/json' } },
    ]);
    const spans = await collector.spans();
    expect(spans.map(({ name }) => name)).toEqual(['passes', 'fails', 'never sent', 'own trace']);
    const [passes, fails, unsent, own] = spans;
    const [first, , second] = requests.map(idsIn);
    expect(passes).toMatchObject({ ...first, status: { code: 1 }, events: [] });
    // The span is that of the last attempt.
    expect(fails).toMatchObject({ ...second, attributes: { 'svc.attempts': 2 } });
    expect(own).toMatchObject({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentSpanId: '00f067aa0ba902b7',
    });
    const sent = tests.filter(({ skipped }) => !skipped);
    expect(sent).toMatchObject(spans.map(({ traceId }) => ({ traceId })));
    expect(new Set(spans.map(({ runId }) => runId)).size).toBe(1);
    const { port, host } = new URL(url);
    expect(passes?.attributes).toEqual({
      'http.request.method': 'GET',
      'url.full': `http://${host}/ok?token=[REDACTED]`,
      'server.address': '127.0.0.1',
      'server.port': Number(port),
      'http.response.status_code': 200,
      'test.case.name': 'passes',
      'test.suite.name': 'a.http',
      'test.case.result.status': 'pass',
      'code.file.path': 'a.http',
      'code.line.number': 1,
      'svc.environment': 'qa',
      'svc.attempts': 1,
    });
    expect(fails?.events.map(({ attributes }) => attributes['code.line.number'])).toEqual([14, 15]);
    expect(unsent).toMatchObject({
      status: { code: 2, message: expect.stringContaining('variable "missing"') as string },
      attributes: { 'error.type': 'variable', 'test.case.result.status': 'fail', 'svc.attempts': 0 },
    });
    expect(collector.requests[0]?.body).not.toContain('s3cret-token-1');
  });

  it('uses a URL with a path as it is, and SVC_OTLP', async () => {
    const { url } = await loopback();
    const collector = await traceCollector();
    const text = `### one\nGET ${url}/\n`;
    await run({ 'a.http': text }, [], { SVC_OTLP: `${collector.url}/otlp/traces?tenant=1` });
    expect(collector.requests.map(({ path }) => path)).toEqual(['/otlp/traces?tenant=1']);
  });

  it('takes address and headers from the variables of OpenTelemetry', async () => {
    const { url } = await loopback();
    const collector = await traceCollector();
    const text = `### one\nGET ${url}/?key={{OTEL_EXPORTER_OTLP_HEADERS}}\n`;
    const { stdout } = await run({ 'a.http': text }, ['--otlp', 'env'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=k3y-of-the-collector,x-tenant=a%20b',
    });
    expect(collector.requests).toMatchObject([
      { path: '/v1/traces', headers: { 'x-api-key': 'k3y-of-the-collector', 'x-tenant': 'a b' } },
    ]);
    expect(stdout).not.toContain('k3y-of-the-collector');
    expect(collector.requests[0]?.body).not.toContain('k3y-of-the-collector');
  });

  it.each<[string, readonly string[], Record<string, string>, number, string]>([
    [
      'env without variables',
      ['--otlp', 'env'],
      {},
      3,
      '--otlp is env, but neither OTEL_EXPORTER_OTLP_TRACES_ENDPOINT nor OTEL_EXPORTER_OTLP_ENDPOINT is set',
    ],
    [
      'a variable that is no URL',
      [],
      { SVC_OTLP: 'env', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:s3cret' },
      3,
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http:// or https:// URL',
    ],
    [
      'headers that are none',
      ['--otlp', 'env'],
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_HEADERS: 'a=b, s3cret' },
      3,
      'entry 2 of OTEL_EXPORTER_OTLP_HEADERS is no header',
    ],
    ['a flag that is no URL', ['--otlp', 's3cret:4318'], {}, 64, '--otlp must be an http:// or https:// URL'],
    ['a load test', ['--stress', '--otlp', 'http://s3cret'], {}, 64, '--otlp cannot be used in a load test'],
  ])('is refused before anything is sent: %s', async (_case, args, env, code, message) => {
    const { url, seen } = await loopback();
    const refused = await run({ 'a.http': `### one\nGET ${url}/\n` }, args, env);
    expect([refused.code, seen]).toEqual([code, []]);
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toContain('s3cret');
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    ['is down', deadUrl, /refused the connection/],
    [
      'responds with 503',
      async () => (await traceCollector(() => ({ status: 503, headers: { 'retry-after': '0' } }))).url,
      /the collector responded with status 503/,
    ],
    [
      'redirects',
      async () => {
        const other = await traceCollector();
        return (await traceCollector(() => ({ status: 307, headers: { location: other.url } }))).url;
      },
      /the collector responded with status 307, and redirects are not followed/,
    ],
  ])('warns once when the collector %s, and the verdict stays', async (_case, start, reason) => {
    const { url } = await loopback();
    const collector = await start();
    const text = `### one\nGET ${url}/\n\n>>>\nexpect status == 200\n<<<\n`;
    const { code, stderr } = await run({ 'a.http': text }, ['--otlp', collector]);
    expect(code).toBe(0);
    const { host } = new URL(collector);
    expect(stderr).toMatch(new RegExp(`^Warning: traces were not delivered to ${host}: [^\\n]*\\n$`));
    expect(stderr).toMatch(reason);
  });

  it('opens no connection without the flag, in a dry run and when everything is skipped', async () => {
    const { url } = await loopback();
    const collector = await traceCollector();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url,
    };
    const files = { 'a.http': `### one\nGET ${url}/\n`, 'b.http': `### two\n# @skip\nGET ${url}/\n` };
    await run(files, [], env);
    await run(files, ['--traceparent'], env);
    await run(files, ['--otlp', 'env', '--dry-run'], env);
    await run(files, ['b.http', '--otlp', 'env'], env);
    expect(collector.requests).toEqual([]);
    await run(files, ['--otlp', 'env'], env);
    expect(collector.requests).toHaveLength(1);
  });
});
