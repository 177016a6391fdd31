import { describe, expect, it } from 'vitest';
import { openMcp, startMcp, textOf } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { MODERN_CLIENT } from './protocol-setup.js';

describe('the modern era', () => {
  it('needs no handshake, and says how long its lists last', async () => {
    const server = startMcp({ cwd: await temporaryWorkspace() });
    const discovered = await server.ask('server/discover', { _meta: MODERN_CLIENT });
    expect(discovered.result).toMatchObject({ resultType: 'complete' });
    const { result } = await server.ask('tools/list', { _meta: MODERN_CLIENT });
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
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
