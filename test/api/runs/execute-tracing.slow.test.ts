import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { deadUrl } from '../../support/servers/dead-url.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { traceCollector } from '../../support/servers/trace-collector.js';

interface RunResult {
  readonly id: string;
  readonly results: readonly { readonly name: string; readonly traceId?: string; readonly passed: boolean }[];
}

async function execute(server: RunningServer): Promise<RunResult> {
  const response = await server.call('POST', '/execute', { json: { file: 'a.http' } });
  expect(response.status, response.text).toBe(200);
  return response.json as RunResult;
}

const FILE = (url: string): string => dedent`
  ### one
  GET ${url}/one
  ### two
  GET ${url}/two

  >>>
  expect status == 204
  <<<
  ### three
  # @skip
  GET ${url}/three
`;

describe('an execution that is traced', () => {
  it('has a span at the collector for each result, with the id of the execution', async () => {
    const { url, requests } = await loopback();
    const collector = await traceCollector();
    const server = await startServer({
      files: { 'a.http': FILE(url) },
      args: ['--otlp', 'env'],
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k3y-of-the-collector',
      },
    });
    const executions = [await execute(server), await execute(server)];
    await expect.poll(() => collector.requests.length).toBe(2);
    expect(collector.requests[0]?.headers['api-key']).toBe('k3y-of-the-collector');
    const spans = await collector.spans();
    const seen = requests.map(({ headers }) => String(headers['traceparent']).split('-'));
    expect(spans.map(({ traceId, spanId }) => [traceId, spanId])).toEqual(
      seen.map((parts) => parts.slice(1, 3)),
    );
    const results = executions.flatMap(({ id, results: all }) => all.map((result) => ({ id, ...result })));
    expect(results.filter(({ name }) => name === 'three').map(({ traceId }) => traceId)).toEqual([
      undefined,
      undefined,
    ]);
    const traced = results.filter(({ name }) => name !== 'three');
    expect(spans.map(({ runId, traceId }) => ({ id: runId, traceId }))).toEqual(
      traced.map(({ id, traceId }) => ({ id, traceId })),
    );
    expect(spans[1]).toMatchObject({ status: { code: 2 }, attributes: { 'code.file.path': 'a.http' } });
  });

  it('goes on when there is no collector, and the log says so once', async () => {
    const { url } = await loopback();
    const dead = await deadUrl();
    const server = await startServer({ files: { 'a.http': FILE(url) }, args: ['--otlp', dead] });
    await execute(server);
    await execute(server);
    const warning = `traces were not delivered to ${new URL(dead).host}: `;
    await expect.poll(() => server.svc.stderr()).toContain(warning);
    await execute(server);
    expect(server.svc.stderr().split(warning)).toHaveLength(2);
  });

  it('names a trace by flag or config, and without both none', async () => {
    const { url, requests } = await loopback();
    const files = { 'a.http': `### one\nGET ${url}/\n` };
    const config = { 'service.yaml': 'tracing:\n  traceparent: true\n' };
    const setups = [
      { files },
      { files, args: ['--traceparent'] },
      { files: { ...files, ...config } },
      { files: { ...files, ...config }, args: ['--traceparent=false'] },
    ];
    const named: unknown[] = [];
    for (const setup of setups) {
      const [result] = (await execute(await startServer(setup))).results;
      named.push(result?.traceId);
    }
    const sent = requests.map(({ headers }) => String(headers['traceparent'] ?? '').split('-')[1]);
    expect(sent).toEqual(named);
    expect(named.map((id) => id !== undefined)).toEqual([false, true, true, false]);
  });
});
