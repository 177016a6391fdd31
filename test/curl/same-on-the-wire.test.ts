import { describe, expect, it } from 'vitest';
import { readShellLines } from '../../src/primitives/shell-words.js';
import { dedent } from '../support/dedent.js';
import { curlVersion, runCurl } from '../support/clients/real-curl.js';
import { recordingServer, type Recorded } from '../support/servers/recording-server.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

/** A command, and what arrives of it: request line, headers that it asks for, body. */
const COMMANDS: readonly (readonly [string, string])[] = [
  ['curl URL/a?b=c', 'GET /a?b=c'],
  ['curl URL?x=1#frag', 'GET /?x=1'],
  ['curl -X DELETE URL/items/7', 'DELETE /items/7'],
  ["curl -H 'X-One: 1' -H 'X-One: 2' -H 'X-Empty;' URL", 'GET /\nx-empty: \nx-one: 1\nx-one: 2'],
  [
    'curl -d a=1 -d b=2 URL',
    dedent`
      POST /
      content-type: application/x-www-form-urlencoded

      a=1&b=2
    `.trimEnd(),
  ],
  [
    `curl -H 'Content-Type: application/json' -d '{"it'\\''s": "ünïcode"}' URL`,
    dedent`
      POST /
      content-type: application/json

      {"it's": "ünïcode"}
    `.trimEnd(),
  ],
  [
    "curl --data-urlencode 'q=a b&c=ü' --data-urlencode '=~*' URL",
    dedent`
      POST /
      content-type: application/x-www-form-urlencoded

      q=a+b%26c%3D%C3%BC&~%2A
    `.trimEnd(),
  ],
  [
    `curl --json '{"a":1}' URL`,
    dedent`
      POST /
      accept: application/json
      content-type: application/json

      {"a":1}
    `.trimEnd(),
  ],
  [
    'curl --data-binary @body.bin URL',
    dedent`
      POST /
      content-type: application/x-www-form-urlencoded

      line
      end
    `,
  ],
  [
    "curl --data-raw $'tab\\there\\nline' URL",
    dedent`
      POST /
      content-type: application/x-www-form-urlencoded

      tab\there
      line
    `.trimEnd(),
  ],
  [
    "curl --data-raw ' leading' -H 'Content-Type: text/plain' URL",
    dedent`
      POST /
      content-type: text/plain

       leading
    `.trimEnd(),
  ],
  [
    "curl --data-raw $'trailing\\n\\n' -H 'Content-Type: text/plain' URL",
    dedent`
      POST /
      content-type: text/plain

      trailing

    `,
  ],
  [
    "curl --data-raw $'a\\n### b\\n>>> c' -H 'Content-Type: text/plain' URL",
    dedent`
      POST /
      content-type: text/plain

      a
      ### b
      >>> c
    `.trimEnd(),
  ],
  [
    "curl --data-raw '< file' -H 'Content-Type: text/plain' URL",
    dedent`
      POST /
      content-type: text/plain

      < file
    `.trimEnd(),
  ],
  [
    "curl --data-raw '& x' -H 'Content-Type: text/plain' URL",
    dedent`
      POST /
      content-type: text/plain

      & x
    `.trimEnd(),
  ],
  [
    "curl --data-raw '# x' -H 'Content-Type: text/plain' URL",
    dedent`
      POST /
      content-type: text/plain

      # x
    `.trimEnd(),
  ],
  ['curl -G -d q=1 --data-urlencode "r=a b" URL/find?p=0', 'GET /find?p=0&q=1&r=a+b'],
  ['curl -I URL/head', 'HEAD /head'],
  [
    'curl -X PATCH -T body.bin -H "Content-Type: text/plain" URL/up/',
    dedent`
      PATCH /up/body.bin
      content-type: text/plain

      line
      end
    `,
  ],
  ['curl -u ada:s,e:cret URL', 'GET /\nauthorization: Basic YWRhOnMsZTpjcmV0'],
  ['curl -u :x URL', 'GET /\nauthorization: Basic Ong='],
  ['curl --oauth2-bearer tok URL', 'GET /\nauthorization: Bearer tok'],
  [
    'curl -A agent/1 -e http://from/ -b a=1 -b b=2 URL',
    dedent`
      GET /
      cookie: a=1; b=2
      referer: http://from/
      user-agent: agent/1
    `.trimEnd(),
  ],
  ["curl -b a=1 -H 'Cookie: c=3' URL", 'GET /\ncookie: c=3'],
  ['curl URL/a/../b/./c', 'GET /b/c'],
  ['curl --path-as-is URL/a/../b', 'GET /a/../b'],
  ["curl -g 'URL/x?filter[a]=1'", 'GET /x?filter[a]=1'],
  [
    "curl -F a=1 -F 'b= two ' --form-string 'c=@;x' URL",
    dedent`
      POST /
      content-type: multipart

      a=1|b=two|c=@;x
    `.trimEnd(),
  ],
  [
    "curl -F 'f=@body.bin;type=text/x;filename=n.bin' URL",
    dedent`
      POST /
      content-type: multipart

      f[n.bin text/x]=line
      end
    `,
  ],
];

/** curl and svc send these of their own accord, and versions of curl differ in the blank behind `;`. */
const OWN: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'expect',
  'transfer-encoding',
]);

function shown({ method, target, headers, body }: Recorded): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const [, boundary] = /^multipart\/form-data; *boundary="?([^"]+)/.exec(type) ?? [];
  const asked = headers
    .map(([name, value]) => [name.toLowerCase(), value.replaceAll(/; */g, '; ')] as const)
    .filter(([name, value]) => !OWN.has(name) && value !== '*/*' && !/^(?:curl|svc)\//.test(value))
    .map(
      ([name, value]) =>
        `\n${name}: ${name === 'content-type' && boundary !== undefined ? 'multipart' : value}`,
    );
  const text = boundary === undefined ? body.toString('utf8') : partsOf(body.toString('utf8'), boundary);
  return `${method} ${target}${asked.sort().join('')}${text === '' ? '' : `\n\n${text}`}`;
}

function partsOf(text: string, boundary: string): string {
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.slice(2, -2).split('\r\n\r\n');
      const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
      const file = /filename="([^"]*)"/.exec(head)?.[1];
      const kind = file === undefined ? '' : `[${file} ${/Content-Type: (.*)/i.exec(head)?.[1]}]`;
      return `${name}${kind}=${rest.join('\r\n\r\n')}`;
    })
    .join('|');
}

const EXPECTED = COMMANDS.map(([, expected]) => expected);
const FILES = { 'body.bin': 'line\nend\n' };

describe('a curl command that is imported and run', () => {
  it('sends what curl sends', async () => {
    const { url, take } = await recordingServer();
    const commands = COMMANDS.map(([command]) => command.replace('URL', url)).join('\n');
    const cwd = await temporaryWorkspace({ ...FILES, 'commands.txt': commands });
    const imported = await runInProcess(['import', 'curl', '@commands.txt', '-o', 'all.http', '--strict'], {
      cwd,
    });
    expect(imported).toMatchObject({ code: 0, stdout: '' });
    const ran = await runInProcess(['run', 'all.http'], { cwd });
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(take().map(shown)).toEqual(EXPECTED);
  });

  const sender =
    curlVersion === undefined ? 'written down (this machine has no curl)' : `sent by curl ${curlVersion}`;
  it(`is compared with what was ${sender}`, async () => {
    const { url, take } = await recordingServer();
    const cwd = await temporaryWorkspace(FILES);
    const lines = COMMANDS.map(
      ([command]) => readShellLines(command.replace('URL', url))[0]?.words.slice(1) ?? [],
    );
    // Without curl at least every command has to be one, with something to compare it with.
    expect(lines.every((words) => words.length > 0)).toBe(true);
    expect(EXPECTED.every((text) => /^[A-Z]+ \/\S*/.test(text))).toBe(true);
    if (curlVersion === undefined) return;
    await runCurl(lines, cwd);
    expect(take().map(shown)).toEqual(EXPECTED);
  });
});
