import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { recordingServer } from '../../../test/support/servers/recording-server.js';
import type { McpSettings } from '../call/settings.js';
import { fetchTool } from './fetch.js';

type Files = Readonly<Record<string, string>>;

async function callWith(files: Files, args: object, more: Partial<McpSettings> = {}): Promise<string> {
  return textOf(await callHere(fetchTool, args, testSettings(await temporaryWorkspace(files), more)));
}

describe('a result that is too large', () => {
  const links = '<a href=x>a</a>'.repeat(130);
  const lists = '<ul><li>a'.repeat(200);
  const controls = '\u0001'.repeat(1900);
  const euros = Buffer.alloc(7000, 0x80);

  it.each([
    ['text/html', links, 2000, { format: 'markdown' }, 'use format text, which has no link targets', 'text'],
    ['text/html', lists, 2000, { format: 'text' }, 'use format json, which has the page as received', 'json'],
    ['text/plain', euros, 7000, { format: 'text' }, 'use format raw', 'raw'],
    ['text/plain', controls, 2000, { format: 'json' }, 'use format text, in parts with max_chars', 'text'],
  ])('of %s %# names a format that helps', async (type, body, maxBodyBytes, args, advice, helps) => {
    const server = await recordingServer((to) => to.writeHead(200, { 'Content-Type': type }).end(body));
    const url = `http://shop.example:${server.port}/${'long/'.repeat(20)}`;
    const message = await callWith({}, { url, ...args }, { maxBodyBytes });
    expect(message).toMatch(/^result_too_large: the rendered result exceeds \d+ bytes; /);
    expect(message).toContain(advice);
    const settings = testSettings(await temporaryWorkspace(), { maxBodyBytes });
    expect((await callHere(fetchTool, { url, format: helps }, settings)).isError).toBeUndefined();
    if (args.format !== 'json') {
      const part = await callHere(fetchTool, { url, ...args, max_chars: 10 }, settings);
      expect(textOf(part)).toMatch(/^result_too_large.*; max_chars does not help$/);
    }
  });

  it('leaves only the operator when it is the envelope itself', async () => {
    const server = await recordingServer();
    const url = `http://shop.example:${server.port}/${'x'.repeat(4000)}`;
    expect(await callWith({}, { url, format: 'raw' }, { maxBodyBytes: 1 })).toMatch(
      /; only the operator of this server can permit more, with its flag --max-body-bytes$/,
    );
  });
});

describe('a body that is too large', () => {
  const large = 'x'.repeat(5000);

  it('names what really makes it smaller', async () => {
    const server = await recordingServer((to) => to.end(large));
    const url = `http://shop.example:${server.port}/a`;
    const direct = await callWith({}, { url, max_chars: 5 }, { maxBodyBytes: 1000 });
    expect(direct).toBe(
      'body_too_large: the response body exceeds 1000 bytes; nothing was returned; max_chars, start_index and ' +
        'main_content do not help, because the whole body is received first; ask the site for less with paging or ' +
        'filter parameters in the query, send a Range header for a part of a file, or have the operator raise ' +
        '--max-body-bytes',
    );
    const saved = await callWith({ 'a.http': `GET ${url}\n` }, { file: 'a.http' }, { maxBodyBytes: 1000 });
    expect(saved).toContain('parameters in the query of the saved request, or have the operator');
    expect(saved).not.toContain('Range');
  });
});

describe('a target that is not public', () => {
  it('names the flag of the operator as nothing that a caller can pass', async () => {
    expect(await callWith({}, { url: 'http://db.internal/' })).toBe(
      'blocked_target: db.internal is not a public network target; only the operator of this server can permit ' +
        'private targets, with its flag --allow-private-network',
    );
    expect(await callWith({}, { url: 'http://db.internal/', 'allow-private-network': true })).toMatch(
      /^invalid_argument: unknown field allow-private-network; expected one of url, file, /,
    );
  });
});

describe('names that do not exist', () => {
  const files = {
    'shop/lamps.http': dedent`
      ### list
      GET http://a.example/

      ### addLamp
      GET http://a.example/

      ### list
      GET http://a.example/{{lampId}}
    `,
    'bare.http': 'GET http://a.example/\n',
    'service.yaml': 'environments: { dev: {}, staging: { lampID: 1 } }\n',
    'old.rest': 'GET http://a.example/\n',
  };

  it.each([
    [{ name: 'addlamp' }, 'has no request named addlamp; did you mean addLamp?'],
    [{ name: 'removeAll' }, 'has no request named removeAll; expected one of list, addLamp'],
    [{ name: 'list' }, '2 requests in shop/lamps.http are named list; pass index; expected one of 1, 3'],
    [{}, 'holds 3 requests; pass name or index; svc_list_requests shows them'],
    [{ file: 'bare.http', name: 'x' }, 'named x; its requests have no names; pass index'],
    [{ index: 1, environment: 'stagin' }, 'environment stagin is not defined; did you mean staging?'],
    [{ index: 1, environment: 'qa' }, 'environment qa is not defined; expected one of dev, staging'],
    [{ index: 3 }, 'variable lampId has no value'],
    [{ index: 3, environment: 'staging' }, 'give it in env_file or choose an environment with it'],
    [{ file: 'shop/lamp.http' }, 'file shop/lamp.http does not exist; did you mean shop/lamps.http?'],
    [{ file: 'shp/lamps.http' }, 'did you mean shop/lamps.http?'],
    [{ file: 'shop/lamps' }, 'did you mean shop/lamps.http?'],
    [{ file: 'other/x.http' }, 'does not exist; svc_list_requests shows the files that there are'],
    [{ file: 'old.http' }, 'does not exist; svc_list_requests shows the files that there are'],
    [
      { index: 1, env_file: 'gone.env' },
      'not_found: env_file gone.env does not exist; the path is relative to the workspace',
    ],
    [{ indx: 1 }, 'unknown field indx; did you mean index?'],
    [{ method: 'G T' }, 'method: has not the right form. With url: the method; by default GET'],
  ])('%j: %s', async (args, message) => {
    expect(await callWith(files, { file: 'shop/lamps.http', ...args })).toContain(message);
  });

  it('are not looked for behind links that lead out', async () => {
    const outside = await temporaryWorkspace({ 'secret.http': '' });
    const root = await temporaryWorkspace({});
    await mkdir(join(root, 'shop'));
    await symlink(outside, join(root, 'shop', 'link'), 'junction');
    const settings = testSettings(root);
    for (const file of ['shp/link/secret.http', 'shop/link/secrt.http', 'shop/link/gone.http'])
      expect(textOf(await callHere(fetchTool, { file }, settings))).toMatch(
        /^(?:not_found: .*; svc_list_requests shows the files|path_outside_workspace: file must stay)/,
      );
  });
});

describe('a file that cannot be used', () => {
  it('names its first error and the tool that lists all', async () => {
    expect(await callWith({ 'a.http': 'GTE http://a.example/\n' }, { file: 'a.http' })).toMatch(
      /^parse_error: a\.http:1:1 `GTE` is not a method; .*; did you mean `GET`\? svc_validate lists everything that is wrong in the file$/,
    );
  });

  it('is not for svc_validate when it is a config', async () => {
    const files = { 'a.http': 'GET http://a.example/\n', 'service.yaml': 'timeout: [1]\n' };
    expect(await callWith(files, { file: 'a.http' })).not.toContain('svc_validate');
  });

  it('says where a request with @depends can run', async () => {
    const files = { 'a.http': '### a\n# @depends b\nGET http://a.example/\n' };
    const refused = 'unsupported_request: a.http:1 declares @depends; run it with svc run';
    expect(await callWith(files, { file: 'a.http' })).toBe(
      `${refused}; it needs what other requests give it`,
    );
    const run = { methods: 'safe' } as unknown as McpSettings['run'];
    expect(await callWith(files, { file: 'a.http' }, { run })).toBe(`${refused}; svc_run does that here`);
  });

  it('names the flag of the operator for what only private networks have', async () => {
    const file = '# @auth digest a, b\nGET http://a.example/\n';
    expect(await callWith({ 'a.http': file }, { file: 'a.http' })).toMatch(
      /public-only mode; only the operator of this server can permit it, with its flag --allow-private-network$/,
    );
  });
});

describe('failures on the way', () => {
  it('say what to try', async () => {
    const server = await recordingServer((to) => to.writeHead(302, { Location: '/again' }).end());
    const silent = await recordingServer(() => {});
    const at = (port: number): object => ({ url: `http://shop.example:${port}/` });
    expect(await callWith({}, at(server.port))).toMatch(
      /^too_many_redirects: .*; fetch it with no_follow to see where the first one leads$/,
    );
    expect(await callWith({}, at(silent.port), { timeoutMs: 100 })).toMatch(
      /^timeout: .* within 100 ms; try once more, ask for less, or have the operator raise --timeout$/,
    );
    const file = `# @timeout 100ms\nGET http://shop.example:${silent.port}/\n`;
    expect(await callWith({ 'a.http': file }, { file: 'a.http' })).toMatch(
      /^timeout: .*; the request file or its config sets this limit, as @timeout or timeout$/,
    );
    expect(await callWith({}, { url: 'http://dead.example:2/' })).toMatch(
      /^network_error: dead\.example: refused; nothing accepts connections there/,
    );
    expect(await callWith({}, { url: 'shop.example' })).toBe(
      'invalid_url: url: not http or https; it must be absolute, such as https://shop.example/lamps',
    );
  });
});
