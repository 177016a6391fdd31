import { describe, expect, it } from 'vitest';
import { openMcp, startMcp, textOf } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const CLIENT = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': CLIENT.clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('the handshake', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])(
    'gets %s in response',
    async (protocolVersion) => {
      const server = startMcp({ cwd: await temporaryWorkspace() });
      const { result } = await server.ask('initialize', { protocolVersion, ...CLIENT });
      expect(result?.['protocolVersion']).toBe(protocolVersion);
    },
  );

  it('falls back to 2025-11-25', async () => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    const { result } = await server.ask('initialize', { protocolVersion: '1999-01-01', ...CLIENT });
    expect(result?.['protocolVersion']).toBe('2025-11-25');
    expect((await server.ask('ping')).result).toEqual({});
  });
});

describe('the modern era', () => {
  it('needs no handshake, and says how long its lists last', async () => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    const discovered = await server.ask('server/discover', { _meta: MODERN });
    expect(discovered.result).toMatchObject({ resultType: 'complete' });
    const { result } = await server.ask('tools/list', { _meta: MODERN });
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
  });

  it('refuses another version with the ones it has', async () => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    const _meta = { ...MODERN, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };
    const { error } = await server.ask('tools/list', { _meta });
    expect(error).toMatchObject({ code: -32_022, data: { requested: '2030-01-01' } });
  });

  it('has nothing to subscribe to', async () => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    await server.ask('server/discover', { _meta: MODERN });
    const { error } = await server.ask('subscriptions/listen', { _meta: MODERN });
    expect(error?.code).toBe(-32_601);
  });
});

describe('a strange message', () => {
  it('is refused or skipped, and the server goes on', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://a.example/\n' });
    const server = await openMcp({ cwd });
    server.write('not json\n[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n"text"\n{"id":4}\n\n');
    expect((await server.ask('no/such/method')).error?.code).toBe(-32_601);
    expect((await server.ask('resources/list')).error?.code).toBe(-32_601);
    expect((await server.call('svc_nothing')).error?.code).toBe(-32_602);
    expect((await server.call('constructor')).error?.code).toBe(-32_602);
    const wrong = await server.ask('tools/call', { name: 'svc_validate', arguments: [1] });
    expect(wrong.error?.code).toBe(-32_602);
    expect(textOf(await server.call('svc_validate', { file: 'a.http' }))).toContain('"valid": true');
    const warnings = server
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"protocol"'));
    expect(warnings.length).toBeGreaterThanOrEqual(4);
    // Every line was read as JSON-RPC.
    expect(server.lines().length).toBeGreaterThan(5);
  });
});

describe('the log', () => {
  it('is JSON, one object per line, without queries and headers', async () => {
    const server = await openMcp({ cwd: await temporaryWorkspace(), args: ['--log-level', 'debug'] });
    const headers = { 'X-Api-Key': 'topsecret' };
    await server.call('svc_fetch', { url: 'http://127.0.0.1/x?password=hunter2', headers });
    server.child.stdin.end();
    await server.ended;
    const lines = server
      .stderr()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(lines.map(({ event }) => event)).toEqual(['start', 'call', 'stop']);
    expect(server.stderr()).not.toMatch(/hunter2|topsecret/);
  });
});
