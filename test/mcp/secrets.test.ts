import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { listening } from '../support/servers/raw-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const KEY = 'tvly-0123456789';

describe('the search key', () => {
  it('reaches the provider and nothing else', async () => {
    const keys: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers.authorization);
      response.writeHead(keys.length === 1 ? 200 : 401);
      const results = [
        { title: 'Lamp', url: 'https://a.example/', content: `echo ${request.headers.authorization}` },
      ];
      response.end(
        JSON.stringify({ results: keys.length === 1 ? [{ ...results[0], content: 'x' }] : results }),
      );
    });
    const port = await listening(server);
    onTestFinished(() => void server.close());
    const cwd = await temporaryWorkspace({
      'a.http': 'GET http://127.0.0.1:1/{{$env(SEARCH_API_KEY)}}\n',
      'b.http': 'GET http://127.0.0.1:1/{{SEARCH_API_KEY}}{{$SEARCH_API_KEY}}\n',
    });
    const mcp = await openMcp({
      cwd,
      args: ['--search-provider', 'tavily', '--allow-private-network', '--log-level', 'debug'],
      env: { SEARCH_API_KEY: KEY, SVC_SEARCH_ENDPOINT: `http://127.0.0.1:${port}/search` },
    });
    const { result } = await mcp.ask('tools/list');
    expect(JSON.stringify(result)).toContain('svc_search_web');
    expect(textOf(await mcp.call('svc_search_web', { query: 'lamp' }))).toContain(
      '"citation_id":"source-01"',
    );
    expect(textOf(await mcp.call('svc_search_web', { query: 'lamp' }))).toMatch(/^provider_auth/);
    for (const file of ['a.http', 'b.http'])
      expect(textOf(await mcp.call('svc_fetch', { file }))).toMatch(/^unsupported_request/);
    expect(keys).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
    mcp.child.stdin.end();
    expect((await mcp.ended).code).toBe(0);
    expect(mcp.stderr() + JSON.stringify(mcp.lines())).not.toContain(KEY);
    expect(mcp.stderr()).toContain('SVC_SEARCH_ENDPOINT');
  });
});

describe('a request file with everything in it', () => {
  it('starts no process and writes no file', async () => {
    const cwd = await temporaryWorkspace({
      'all.http': [
        '### all',
        '# @before touch before.txt',
        '# @after touch after.txt',
        '# @waitFor http://127.0.0.1:1/ 200 100 10',
        '# @retry 3',
        '# @skip later',
        '# @db sqlite://./x.db',
        'GET http://127.0.0.1:1/',
        '',
        '>>>shell',
        'touch shell.txt',
        '<<<',
        '',
        '>>>db',
        'query SELECT 1',
        '<<<',
        '',
        '>>>',
        'expect body snapshot',
        '<<<',
      ].join('\n'),
    });
    const mcp = await openMcp({ cwd, args: ['--allow-private-network'] });
    expect(textOf(await mcp.call('svc_fetch', { file: 'all.http' }))).toBe(
      'network_error: 127.0.0.1: refused; nothing accepts connections there; check host and port',
    );
    for (const name of ['before.txt', 'after.txt', 'shell.txt', 'x.db', '__snapshots__'])
      expect(existsSync(join(cwd, name))).toBe(false);
  });
});
