import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { recordingServer, type RecordingServer } from '../../../test/support/servers/recording-server.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { fetchTool } from './fetch.js';

async function fetchSaved(files: Record<string, string>, args: object, more = {}): Promise<string> {
  const root = await temporaryWorkspace(files);
  return textOf(await callHere(fetchTool, args, testSettings(root, more)));
}

async function sent(
  file: (server: RecordingServer) => Record<string, string>,
  args: object,
): Promise<{ text: string; requests: ReturnType<RecordingServer['take']> }> {
  const server = await recordingServer();
  const text = await fetchSaved(file(server), args);
  return { text, requests: server.take() };
}

const TWO = dedent`
  ### a
  GET http://a.example/

  ### b
  GET http://b.example/

  ### b
  GET http://c.example/
`;

describe('which request is meant', () => {
  it.each([
    [{ file: 'two.http' }, 'ambiguous_request: two.http holds 3 requests; pass name or index'],
    [{ file: 'two.http', name: 'b' }, 'ambiguous_request: 2 requests in two.http are named b; pass index'],
    [{ file: 'two.http', name: 'A' }, 'not_found: two.http has no request named A'],
    [{ file: 'two.http', index: 4 }, 'not_found: two.http has 3 requests; index 4 does not exist'],
    [{ file: 'gone.http' }, 'not_found: file gone.http does not exist'],
    [{ file: 'note.txt' }, 'invalid_argument: file: not a request file; expected .http or .spec'],
    [{ file: 'two.http', name: 'a', index: 1 }, 'invalid_argument: name and index exclude each other'],
    [{ file: 'two.http', url: 'http://a.example/' }, 'invalid_argument: provide exactly one of url and file'],
    [{}, 'invalid_argument: provide exactly one of url and file'],
    [{ file: 'two.http', body: 'x' }, 'invalid_argument: body cannot be combined with file'],
    [{ url: 'http://a.example/', index: 1 }, 'invalid_argument: index cannot be combined with url'],
    [
      { url: 'http://a.example/', format: 'raw', max_chars: 1 },
      'invalid_argument: max_chars cannot be combined with format raw',
    ],
    [{ file: 'needs.http' }, 'unsupported_request: needs.http:1 declares @depends; run it with svc run'],
    [{ file: 'broken.http' }, 'parse_error: broken.http:1:1 `GTE` is not a method; use one of'],
  ])('%j gives %s', async (args, message) => {
    const files = {
      'two.http': TWO,
      'note.txt': '',
      'needs.http': dedent`
        ### x
        # @depends y
        GET http://a.example/
      `,
      'broken.http': 'GTE http://a.example/\n',
    };
    expect(await fetchSaved(files, args)).toContain(message);
  });
});

describe('paths', () => {
  it.each([
    ['../out.http', 'path_outside_workspace: file must stay inside the workspace'],
    ['a/../../out.http', 'path_outside_workspace: file must stay inside the workspace'],
    ['/etc/passwd', 'path_outside_workspace: file must stay inside the workspace'],
    ['C:/x.http', 'path_outside_workspace: file must stay inside the workspace'],
    ['a\\b.http', 'invalid_argument: file: control characters'],
    ['a\0b.http', 'invalid_argument: file: control characters'],
  ])('%j is refused', async (file, message) => {
    expect(await fetchSaved({}, { file })).toContain(message);
  });

  it('that lead out through links are refused, for every kind of file', async () => {
    const outside = await temporaryWorkspace({
      'x.http': 'GET http://a.example/\n',
      'x.env': 'A=1',
      'x.yaml': '{}',
    });
    const root = await temporaryWorkspace({
      'ok.http': dedent`
        POST http://a.example/

        < ./link.txt
      `,
      'deep.http': dedent`
        POST http://a.example/

        < ../up.txt
      `,
    });
    for (const [name, target] of [
      ['link.http', 'x.http'],
      ['link.env', 'x.env'],
      ['link.yaml', 'x.yaml'],
      ['link.txt', 'x.env'],
    ] as const)
      await symlink(join(outside, target), join(root, name));
    const settings = testSettings(root);
    for (const args of [
      { file: 'link.http' },
      { file: 'ok.http', env_file: 'link.env' },
      { file: 'ok.http', config_file: 'link.yaml' },
      { file: 'ok.http' },
      { file: 'deep.http' },
    ])
      expect(textOf(await callHere(fetchTool, args, settings))).toMatch(
        /^path_outside_workspace: .* must stay inside/,
      );
  });

  it('to files above 1 MiB are refused', async () => {
    expect(await fetchSaved({ 'big.http': '#'.repeat(1_048_577) }, { file: 'big.http' })).toBe(
      'body_too_large: big.http exceeds 1048576 bytes; split the file, no argument and no flag raises this limit',
    );
  });
});

describe('what is sent', () => {
  it('has variables, headers of the config and authentication, and nothing else happens', async () => {
    const { text, requests } = await sent(
      ({ port }) => ({
        'service.yaml': 'headers: { X-Team: lamps }\nenvironments: { dev: { who: Ada } }\n',
        'sub/a.http': [
          '### one',
          '# @auth bearer {{token}}',
          '# @before touch ran.txt',
          `POST http://shop.example:${port}/{{who}}`,
          '? q = {{extra}}',
          'X-Own: 1',
          '',
          'hello',
          '',
          '>>>',
          'expect status == 500',
          '<<<',
        ].join('\n'),
        'secrets.env': 'token=abc\nextra=a b\n',
      }),
      { file: 'sub/a.http', env_file: 'secrets.env', format: 'json' },
    );
    expect(JSON.parse(text)).toMatchObject({
      status_code: 200,
      source: expect.stringMatching(/\/Ada$/) as string,
    });
    const [request] = requests;
    expect(request?.target).toBe('/Ada?q=a%20b');
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'X-Team': 'lamps',
      'X-Own': '1',
      Authorization: 'Bearer abc',
    });
    expect(request?.body.toString()).toBe('hello');
  });

  it('repeats the headers that a file repeats, in their order, and has other characters as UTF-8', async () => {
    const { text, requests } = await sent(
      ({ port }) => ({
        'a.http': [
          `GET http://shop.example:${port}/`,
          'X-Lamp: one',
          'x-lamp: two',
          'Cookie: a=1',
          'X-Name: Žofie ✓',
          'X-Lamp: three',
          '',
        ].join('\n'),
      }),
      { file: 'a.http', format: 'json' },
    );
    expect(JSON.parse(text)).toMatchObject({ status_code: 200 });
    const headers = requests[0]?.headers ?? [];
    const lamps = headers.filter(([name]) => name.toLowerCase() === 'x-lamp');
    expect(lamps).toEqual([
      ['X-Lamp', 'one'],
      ['x-lamp', 'two'],
      ['X-Lamp', 'three'],
    ]);
    const name = headers.find(([header]) => header === 'X-Name')?.[1] ?? '';
    expect(Buffer.from(name, 'latin1').toString('utf8')).toBe('Žofie ✓');
  });

  it('is refused where a value holds a line break or another control character', async () => {
    const withValue = (value: string): Promise<string> =>
      fetchSaved(
        {
          'a.http': 'GET http://a.example/\nX-A: {{x}}\n',
          'service.yaml': `environments: { dev: { x: "${value}" } }\n`,
        },
        { file: 'a.http' },
      );
    expect(await withValue('a\\nb')).toMatch(/^unsupported_request: a\.http:\d+ header "X-A"/);
    expect(await withValue('a\\x01b')).toMatch(/^unsupported_request: a\.http:\d+ headers: /);
  });

  it.each([
    '{{$env(SEARCH_API_KEY)}}',
    '{{$processEnv HOME}}',
    '{{$HOME}}',
    '{{$dotenv HOME}}',
    '{{HOME}}',
    '{{SVC_X}}',
  ])('never holds %s of the process', async (placeholder) => {
    const text = await fetchSaved({ 'a.http': `GET http://a.example/${placeholder}\n` }, { file: 'a.http' });
    expect(text).toMatch(/^unsupported_request: a\.http:1 /);
  });

  it('does not keep a dotenv file for the next call', async () => {
    const server = await recordingServer();
    const root = await temporaryWorkspace({
      'a.http': `GET http://a.example:${server.port}/{{x}}\n`,
      'a.env': 'x=1\n',
    });
    const settings = testSettings(root);
    await callHere(fetchTool, { file: 'a.http', env_file: 'a.env' }, settings);
    expect(textOf(await callHere(fetchTool, { file: 'a.http' }, settings))).toContain(
      'variable x has no value',
    );
    expect(server.take()).toHaveLength(1);
  });
});

describe('under public-only', () => {
  it.each([
    [
      '# @auth digest a, b\nGET http://a.example/\n',
      'unsupported_request: @auth digest is not available in public-only mode',
    ],
    [
      '# @auth cloudsig a, b, c, d\nGET http://a.example/\n',
      'unsupported_request: @auth cloudsig is not available',
    ],
    [
      '# @auth oauth2 client_credentials http://t.example, a, b\nGET http://a.example/\n',
      'unsupported_request: @auth oauth2 is not',
    ],
    [
      dedent`
        POST http://a.example/

        >>>multipart
        field a = b
        <<<
      `,
      'unsupported_request: a multipart body is not available',
    ],
    ['GET http://127.0.0.2/\n', 'blocked_target: 127.0.0.2 is not a public network target'],
    ['GET http://u:p@a.example/\n', 'invalid_url: saved URL'],
    ['GET http://a.example/\nConnection: close\n', 'unsupported_request: a.http:2 headers: Connection'],
    ['GET http://a.example/\nHost: other.example\n', 'unsupported_request: a.http:1 headers: Host'],
    ['TRACE http://a.example/\n', 'unsupported_request: a.http:1 method: TRACE is not sent'],
    ['### x\nCONNECT a.example:443\n', 'unsupported_request: a.http:2 method: CONNECT is not sent'],
    ['CONNECT http://a.example/\n', 'unsupported_request: a.http:1 method: CONNECT is not sent'],
  ])('%j is refused', async (file, message) => {
    expect(await fetchSaved({ 'a.http': file }, { file: 'a.http' })).toContain(message);
  });

  it('a config can make nothing weaker', async () => {
    const files = { 'a.http': 'GET http://a.example/\n', 'service.yaml': 'proxy: http://127.0.0.1:1\n' };
    expect(await fetchSaved(files, { file: 'a.http' })).toBe(
      'unsupported_request: a proxy is not available in public-only mode; ' +
        'only the operator of this server can permit it, with its flag --allow-private-network',
    );
    const odd = { 'a.http': 'GET http://a.example/\n', 'service.yaml': 'timeout: [1]\n' };
    expect(await fetchSaved(odd, { file: 'a.http' })).toMatch(/^parse_error: service\.yaml:1:\d+ /);
    expect(await fetchSaved(odd, { file: 'a.http', environment: 'x', config_file: 'gone.yaml' })).toContain(
      'not_found',
    );
    const plain = { 'a.http': 'GET http://a.example/\n' };
    expect(await fetchSaved(plain, { file: 'a.http', environment: 'qa' })).toBe(
      'not_found: environment qa is not defined; no environment is defined',
    );
  });
});
