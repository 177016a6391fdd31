import { pathToFileURL } from 'node:url';
import { plant, type HostileWorld } from './hostile-clone.js';
import { configAs, LINK, linkedRequests, type HostileRow } from './hostile-row.js';

const serverArgs = ({ clone }: HostileWorld): readonly string[] => [clone, '--port', '0', '--api-only'];

/** Commands that run until they are stopped. */
export const SERVER_ROWS: readonly HostileRow[] = [
  {
    command: 'serve',
    case: 'files, settings and executions',
    args: serverArgs,
    plant: linkedRequests,
    use: async (live) => {
      const origin = /Listening on (\S+)/.exec(await live.printed(/Listening on \S+/))?.[1] ?? '';
      const send = (method: string, path: string, body: string, type = 'application/json'): Promise<number> =>
        live.send(`${origin}/api/v1${path}`, { method, body, headers: { 'Content-Type': type } });
      await live.statuses({
        link: [403, await send('PUT', '/files/links/linked.http', 'GET http://x\n', 'text/plain')],
        folder: [403, await send('POST', '/files', '{"path": "out/new.http", "content": "GET http://x\\n"}')],
        own: [
          200,
          await send('PUT', '/files/plain/plain.http', '### x\nGET http://127.0.0.1:9/\n', 'text/plain'),
        ],
        snapshot: [200, await send('POST', '/execute', '{"file": "b/b.http"}')],
        settings: [200, await send('PUT', '/config', '{"timeout": 9000}')],
      });
    },
    code: 0,
  },
  {
    command: 'serve',
    case: 'settings in a file that is a link',
    args: serverArgs,
    plant: configAs('../elsewhere/service.yaml'),
    use: async (live) => {
      const origin = /Listening on (\S+)/.exec(await live.printed(/Listening on \S+/))?.[1] ?? '';
      const headers = { 'Content-Type': 'application/json' };
      const status = await live.send(`${origin}/api/v1/config`, {
        method: 'PUT',
        body: '{"timeout": 9000}',
        headers,
      });
      await live.refused({ settings: status });
    },
    code: 0,
  },
  {
    command: 'serve',
    case: 'locks that are links to nothing',
    args: serverArgs,
    plant: ({ clone }) => {
      plant(clone, '.service.yaml.lock', '../home/created.lock');
      plant(clone, 'plain/.plain.http.lock', '../../home/created.lock');
    },
    use: async (live) => {
      const origin = /Listening on (\S+)/.exec(await live.printed(/Listening on \S+/))?.[1] ?? '';
      const headers = { 'Content-Type': 'application/json' };
      // Any response will do.
      await live.send(`${origin}/api/v1/config`, { method: 'PUT', body: '{"timeout": 9000}', headers });
      await live.send(`${origin}/api/v1/files/plain/plain.http`, {
        method: 'PUT',
        body: 'GET http://127.0.0.1:9/',
        headers: { 'Content-Type': 'text/plain', 'If-Match': '*' },
      });
    },
    code: 0,
  },
  {
    command: 'mock',
    case: 'asked once',
    args: () => ['plain', '--port', '0'],
    use: async (live) => {
      const origin = /http:\/\/[\d.:]+/.exec(await live.printed(/http:\/\/[\d.]+:\d+/))?.[0] ?? '';
      await live.statuses({ plain: [200, await live.send(`${origin}/plain`)] });
    },
    code: 0,
  },
  {
    command: 'record',
    case: 'an export that is a link',
    args: ({ url }) => ['--target', url, '--port', '0', '-o', 'results.json'],
    use: async (live) => {
      const origin = /proxy on (\S+)/.exec(await live.printed(/proxy on \S+ for/))?.[1] ?? '';
      await live.statuses({ recorded: [200, await live.send(`${origin}/a`)] });
    },
    code: 0,
    replaced: ['results.json'],
  },
  {
    command: 'record',
    case: 'an export in a directory that is a link',
    args: ({ url }) => ['--target', url, '--port', '0', '-o', 'out/kept.txt'],
    code: 3,
    message: LINK,
  },
  {
    command: 'lsp',
    case: 'asked for the names of all files',
    args: () => ['--stdio'],
    use: async (live, world) => {
      const frame = (message: object): string => {
        const text = JSON.stringify({ jsonrpc: '2.0', ...message });
        return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
      };
      const workspaceFolders = [{ uri: pathToFileURL(world.clone).href, name: 'clone' }];
      const params = { processId: null, capabilities: {}, workspaceFolders };
      live.write(frame({ id: 1, method: 'initialize', params }));
      await live.printed(/"id":1\b/);
      live.write(frame({ method: 'initialized', params: {} }));
      live.write(frame({ id: 2, method: 'workspace/symbol', params: { query: '' } }));
      await live.printed(/"id":2\b/);
      live.write(frame({ id: 3, method: 'shutdown' }));
      await live.printed(/"id":3\b/);
    },
    code: 0,
  },
  {
    command: 'mcp serve',
    case: 'asked for the requests',
    args: () => ['--workspace', '.'],
    use: async (live) => {
      const line = (id: number, method: string, params: object): string =>
        `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
      const client = { name: 'test', version: '1' };
      live.write(
        line(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client }),
      );
      await live.printed(/"id":1\b/);
      live.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
      live.write(line(2, 'tools/call', { name: 'svc_list_requests', arguments: {} }));
      await live.printed(/"id":2\b/);
    },
    code: 0,
  },
];
