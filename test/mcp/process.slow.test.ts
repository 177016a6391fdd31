import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMcp, startMcp } from '../support/program/mcp-process.js';
import { runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

describe('svc mcp serve at its start', () => {
  const usage = [
    [['--unknown'], 'flag'],
    [['extra'], 'unexpected argument'],
    [['--timeout', '1s', '--timeout', '2s'], '--timeout is given twice'],
    [['--workspace'], 'needs a value'],
    [['--max-body-bytes', '0', '--timeout', '5'], '--max-body-bytes is not valid'],
    [['--max-body-bytes', '268435457'], '--max-body-bytes is not valid'],
    [['--timeout', '30'], '--timeout is not valid'],
    [['--timeout', '2h'], '--timeout is not valid'],
    [['--log-level', 'loud'], 'use one of error, warn, info, debug'],
    [['--search-provider', 'other'], 'use one of none, tavily'],
  ] as const;

  it.each(usage)('refuses %j with 64 and one line', async (args, words) => {
    const cwd = await temporaryWorkspace();
    const { code, stdout, stderr } = await runSvc(['mcp', 'serve', ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(/^svc mcp serve: .+; .+\n$/);
    expect(stderr).toContain(words);
  });

  it('refuses what is missing with 3, in its order', async () => {
    const cwd = await temporaryWorkspace({ 'tool.sh': '#!/bin/sh\n', 'plain.txt': '' });
    await chmod(join(cwd, 'tool.sh'), 0o600);
    const attempt = async (args: readonly string[], env = {}): Promise<string> => {
      const outcome = await runSvc(['mcp', 'serve', ...args], { cwd, env });
      expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code: 3, stdout: '' });
      expect(outcome.stderr).toMatch(/^svc mcp serve: .+; .+\n$/);
      return outcome.stderr;
    };
    const all = ['--search-provider', 'TAVILY', '--artifact-tool-path', './tool.sh', '--workspace', 'gone'];
    expect(await attempt(all, { SEARCH_API_KEY: ' ' })).toContain('SEARCH_API_KEY');
    const bad = { SEARCH_API_KEY: 'k', SVC_SEARCH_ENDPOINT: 'http://search.example:80/x' };
    expect(await attempt(all, bad)).toContain('SVC_SEARCH_ENDPOINT');
    expect(await attempt(all, { SEARCH_API_KEY: 'k' })).toContain('artifact tool');
    expect(await attempt(['--workspace', 'gone'])).toContain('workspace');
    expect(await attempt(['--workspace', 'plain.txt'])).toContain('not a directory');
  });
});

describe('svc mcp serve at its end', () => {
  it('responds to what was sent before standard input ended', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': 'GET http://a.example/\n' });
    const server = startMcp({ cwd });
    const call = { name: 'svc_validate', arguments: { file: 'a.http' } };
    server.child.stdin.end(
      `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call })}\n`,
    );
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.lines().map(({ id }) => id)).toEqual([7]);
  });

  it('ends when the client closes its output', async () => {
    const cwd = await temporaryWorkspace();
    const server = await openMcp({ cwd });
    server.child.stdout.destroy();
    server.write('{"jsonrpc":"2.0","id":90,"method":"tools/list"}\n'.repeat(50));
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it('ends with 1 after a message above 10 MiB', async () => {
    const cwd = await temporaryWorkspace();
    const server = await openMcp({ cwd });
    server.write('x'.repeat(11 * 1024 * 1024));
    expect(await server.ended).toEqual({ code: 1, signal: null });
  });
});
