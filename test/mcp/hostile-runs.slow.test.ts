import { existsSync, symlinkSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { openMcp, textOf, type McpProcess } from '../support/program/mcp-process.js';
import { HOSTILE_CONFIGS } from '../support/runs/hostile-run-configs.js';
import { REFUSED_CALLS, refusedRequests, type RefusedRequest } from '../support/runs/hostile-run-rows.js';
import { listening } from '../support/servers/raw-server.js';

interface Counter {
  readonly port: number;
  readonly connections: () => number;
}

/** Counts who connects, and says nothing. */
async function counter(): Promise<Counter> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  return { port, connections: () => connections };
}

interface AllowedService {
  readonly host: string;
  /** What it was asked for. */
  readonly asked: readonly string[];
}

/** Redirects from `/redirect?to=…` and responds to everything else. */
async function allowedService(): Promise<AllowedService> {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { searchParams } = new URL(`http://x${request.url}`);
    const to = searchParams.get('to');
    if (to !== null) response.writeHead(Number(searchParams.get('status') ?? 302), { Location: to });
    response.end('{"ok":true}');
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { host: `127.0.0.1:${port}`, asked };
}

const CONFIG = [
  'secrets:',
  '  - name: fromCommand',
  '    command: [touch, command.txt]',
  'environments:',
  '  dev: {}',
  '  staging: {}',
  '  prod: {}',
].join('\n');

interface Hostile {
  readonly cwd: string;
  readonly mcp: McpProcess;
  readonly forbidden: Counter;
  readonly service: AllowedService;
  readonly rows: readonly RefusedRequest[];
}

async function hostile(flags: readonly string[] = []): Promise<Hostile> {
  const forbidden = await counter();
  const service = await allowedService();
  const rows = refusedRequests({ allowed: service.host, port: forbidden.port });
  const requests = rows.map(
    ({ text }, index) => [`rows/${rowName(index)}.http`, rowText(text, index)] as const,
  );
  const outside = await temporaryWorkspace({ 'outside.http': 'GET http://x/\n', 'outside.txt': 'outside' });
  const cwd = await temporaryWorkspace({
    ...Object.fromEntries(requests),
    'service.yaml': CONFIG,
    '.env': 'PLANTED_VARIABLE=planted',
    'fine.http': `### fine\nGET http://${service.host}/ok\n`,
    'many.http': `GET http://${service.host}/ok\n\n###\n`.repeat(1001),
    'rows.http': `# @data ./many.csv\nGET http://${service.host}/ok\n`,
    'many.csv': `a\n${'1\n'.repeat(1001)}`,
  });
  symlinkSync(join(outside, 'outside.http'), join(cwd, 'link.http'));
  symlinkSync(join(outside, 'outside.txt'), join(cwd, 'rows', 'link.txt'));
  symlinkSync(outside, join(cwd, 'linked'));
  const mcp = await openMcp({
    cwd,
    args: [
      '--allow-private-network',
      '--allow-run',
      ...['--run-host', service.host, '--run-env', 'dev', '--run-env', 'staging'],
      ...flags,
    ],
    env: {
      PLANTED_VARIABLE: 'planted',
      SVC_VARIABLE_place: 'planted',
      SVC_HISTORY_PATH: join(cwd, 'history.db'),
    },
  });
  return { cwd, mcp, forbidden, service, rows };
}

const rowName = (index: number): string => `row${String(index + 1).padStart(2, '0')}`;

/** Variables of the file stand before the name of the request. */
function rowText(text: string, index: number): string {
  const [, variables = '', rest = ''] = /^((?:@[^\n]*\n\n)?)(.*)$/s.exec(text) ?? [];
  return `${variables}### ${rowName(index)}\n# @name ${rowName(index)}\n${rest}\n`;
}

/** The lines about one failed request. */
function blockOf(text: string, name: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('#') && line.includes(` ${name} `));
  const length = lines.slice(start + 1).findIndex((line) => !line.startsWith(' '));
  return start === -1 ? '' : lines.slice(start, length === -1 ? undefined : start + 1 + length).join('\n');
}

describe('a hostile request file', () => {
  it('reaches no host off the list, no program and no file outside', async () => {
    const { cwd, mcp, forbidden, service, rows } = await hostile();
    const before = await readdir(cwd, { recursive: true });
    expect(textOf(await mcp.call('svc_run', { files: ['rows'] }))).toMatch(/^FAILED|^ERROR/);
    const received = textOf(
      await mcp.call('svc_result', { run: 'r1', part: 'failures', max_chars: 100_000 }),
    );
    expect(rows.length + REFUSED_CALLS.length).toBeGreaterThanOrEqual(40);
    const blocks = rows.map(({ attempt }, index) => `${attempt}: ${blockOf(received, rowName(index))}`);
    for (const [index, { attempt, reason }] of rows.entries())
      expect(blocks[index], attempt).toMatch(
        new RegExp(`^${escaped(attempt)}: #\\d+ FAIL[^]*${reason.source}`),
      );
    expect(forbidden.connections()).toBe(0);
    // Only what leads elsewhere from a permitted host was sent to that host.
    expect(service.asked.filter((each) => !each.startsWith('GET /redirect'))).toEqual(['GET /ok', 'GET /ok']);
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
    expect(mcp.stderr() + JSON.stringify(mcp.lines())).not.toContain('planted');
  });
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

describe('a hostile call', () => {
  it('is refused with its code, and nothing is sent', async () => {
    const { cwd, mcp, service } = await hostile();
    for (const { attempt, tool = 'svc_run', args, refusal } of REFUSED_CALLS) {
      const response = await mcp.call(tool, args);
      expect(textOf(response), attempt).toMatch(refusal);
      expect(response.result?.isError, attempt).toBe(true);
      expect(textOf(response), attempt).not.toContain(cwd);
    }
    expect(service.asked).toEqual([]);
  });

  it('for a run that is no longer kept says so', async () => {
    const { mcp } = await hostile();
    for (let run = 1; run <= 21; run += 1)
      expect(textOf(await mcp.call('svc_run', { files: ['fine.http'] }))).toContain(`; run r${run}\n`);
    expect(textOf(await mcp.call('svc_result', { run: 'r1' }))).toBe(
      'not_found: run r1 is no longer kept; run it again',
    );
    expect(textOf(await mcp.call('svc_explain', { run: 'r1', request: 1 }))).toBe(
      'not_found: run r1 is no longer kept; run it again',
    );
    expect(textOf(await mcp.call('svc_result', { run: 'r2' }))).toMatch(/^PASSED/);
  });
});

describe('a hostile config', () => {
  it('changes nothing', async () => {
    const { cwd, mcp, forbidden, service } = await hostile();
    for (const [index, [name, filesOf, received]] of HOSTILE_CONFIGS.entries()) {
      writeFiles(join(cwd, `config${index}`), filesOf({ allowed: service.host, port: forbidden.port }));
      const text = textOf(await mcp.call('svc_run', { files: [`config${index}/a.http`] }));
      expect(text, name).toMatch(received);
      expect(text, name).not.toMatch(/^PASSED/);
    }
    expect(forbidden.connections()).toBe(0);
    expect(service.asked).toEqual([]);
  });

  it('reads nothing of the process', async () => {
    const { cwd, mcp, service } = await hostile();
    writeFiles(join(cwd, 'config'), {
      'service.yaml': 'environments: {dev: {leak: "x${PLANTED_VARIABLE}"}}\n',
      'a.http': `GET http://${service.host}/{{leak}}\n`,
    });
    expect(textOf(await mcp.call('svc_run', { files: ['config/a.http'] }))).toContain(
      'environments.dev.leak: ${PLANTED_VARIABLE} is not set, empty text is used',
    );
    expect(service.asked).toEqual(['GET /x']);
  });
});

describe('safe methods', () => {
  it('leave all others unsent, those of tokens too', async () => {
    const { cwd, mcp, service } = await hostile(['--run-methods', 'safe']);
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
    const requests = methods.map((method) => `### ${method}\n${method} http://${service.host}/ok\n`);
    const token = `### token\n# @auth oauth2 client_credentials http://${service.host}/token, app, planted\n`;
    const text = [...requests, `${token}GET http://${service.host}/ok\n`].join('\n');
    await writeFile(join(cwd, 'methods.http'), text);
    const received = textOf(await mcp.call('svc_run', { files: ['methods.http'] }));
    expect(received).toMatch(/^ERROR: 5 of 5 failed/);
    for (const method of methods)
      expect(received).toContain(
        `\n  blocked: ${method} is not allowed here; the operator permits GET, HEAD and OPTIONS\n`,
      );
    expect(received.match(/blocked: POST is not allowed here/g)).toHaveLength(2);
    expect(service.asked).toEqual([]);
  });
});

describe('what a run never leaves behind', () => {
  it('is a history, a snapshot or a saved body', async () => {
    const { cwd, mcp, service } = await hostile();
    await writeFile(
      join(cwd, 'stored.http'),
      `### it\nGET http://${service.host}/ok\n\n>> saved.json\n\n>>>\nexpect body snapshot\n<<<\n`,
    );
    const before = await readdir(cwd, { recursive: true });
    expect(textOf(await mcp.call('svc_run', { files: ['stored.http', 'fine.http'] }))).toMatch(
      /^FAILED|^ERROR/,
    );
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
    expect(existsSync(join(cwd, 'history.db'))).toBe(false);
  });
});
