import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { openMcp, textOf, type McpProcess } from '../support/program/mcp-process.js';
import { rawServer } from '../support/servers/raw-server.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const BINARY =
  'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';
const LONG = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 99\r\nConnection: close\r\n\r\n${'x'.repeat(99)}`;
const LOOP = 'HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const SLOW = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n';

it('standard output holds nothing but responses, whatever fails', async () => {
  const web = await rawServer((socket, { text }) => {
    const path = /^GET (\S+) HTTP/.exec(text)?.[1];
    // The random bytes of a TLS handshake may contain the end of a head.
    if (path === undefined) return;
    if (path === '/slow') socket.write(SLOW);
    else socket.end({ '/binary': BINARY, '/long': LONG, '/loop': LOOP }[path] ?? 'nonsense\r\n\r\n');
  });
  const cwd = await temporaryWorkspace({
    'two.http': dedent`
      ### a
      GET http://a.example/

      ### b
      GET http://b.example/
    `,
    'broken.http': 'GTE x\n',
    'big.http': '#'.repeat(1_048_577),
    'env.http': 'GET http://a.example/{{$env(HOME)}}\n',
    // Code of others that prints: a line now and then, and one when it is loaded.
    'noise.mjs': "setInterval(() => { console.log('noise'); console.info('noise'); }, 5).unref();\n",
  });
  const open = (...flags: readonly string[]): Promise<McpProcess> =>
    openMcp({
      cwd,
      args: ['--allow-private-network', '--max-body-bytes', '50', '--log-level', 'debug', ...flags],
      env: { NODE_OPTIONS: `--import ${join(cwd, 'noise.mjs')}` },
    });
  await expectPureOutput(await open(), [
    ['svc_fetch', {}, 'invalid_argument'],
    ['svc_fetch', { url: 'x', color: 'red' }, 'invalid_argument'],
    ['svc_fetch', { url: 'ftp://a.example/' }, 'invalid_url'],
    ['svc_fetch', { url: 'http://u:p@a.example/' }, 'invalid_url'],
    ['svc_fetch', { url: `${web.url}/loop` }, 'too_many_redirects'],
    ['svc_fetch', { url: `${web.url}/long` }, 'body_too_large'],
    ['svc_fetch', { url: `${web.url}/binary` }, 'unsupported_media'],
    ['svc_fetch', { url: `${web.url}/nonsense` }, 'network_error'],
    ['svc_fetch', { file: '../x.http' }, 'path_outside_workspace'],
    ['svc_fetch', { file: 'gone.http' }, 'not_found'],
    ['svc_fetch', { file: 'broken.http' }, 'parse_error'],
    ['svc_fetch', { file: 'two.http' }, 'ambiguous_request'],
    ['svc_fetch', { file: 'env.http' }, 'unsupported_request'],
    ['svc_validate', { file: 'big.http' }, 'body_too_large'],
    ['svc_list_requests', { path: '.' }, 'parse_error'],
  ]);
  // Only what never ends gets so little time.
  await expectPureOutput(await open('--timeout', '400ms'), [
    ['svc_fetch', { url: `${web.url}/slow` }, 'timeout'],
    ['svc_fetch', { url: web.url.replace('http:', 'https:') }, 'timeout'],
  ]);
});

/** Calls that fail with these codes. */
async function expectPureOutput(
  server: McpProcess,
  expected: readonly (readonly [string, object, string])[],
): Promise<void> {
  for (const [tool, args, code] of expected) {
    const response = await server.call(tool, args);
    expect(textOf(response)).toMatch(new RegExp(`^${code}: [^\\n]+$`));
    expect(response.result?.isError).toBe(true);
    expect(response.result?.structuredContent).toBeUndefined();
  }
  server.write('nonsense\n{"jsonrpc":"2.0","id":"x","method":"no/such"}\n');
  await server.ask('ping');
  server.child.stdin.end();
  await server.ended;
  // Each line is read as JSON-RPC here, or this throws.
  expect(server.lines().filter(({ id }) => id === undefined)).toEqual([]);
  expect(server.stderr()).toContain('noise');
}
