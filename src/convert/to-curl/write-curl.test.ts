import { dedent } from '../../../test/support/dedent.js';
import { NO_SOURCES } from '../../../test/support/runs/partial-sources.js';
import { describe, expect, it } from 'vitest';
import type { Request } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { convertToCurl, type CurlExport } from './write-curl.js';
import type { PartialSources } from './partial-scope.js';
import { formatCommandLine } from './shell-quote.js';

function exported(text: string, more: Partial<PartialSources> = {}, verbose = false): CurlExport {
  const { requests, variables } = parseText(text, 'x.http');
  const sources: PartialSources = { ...NO_SOURCES, variables, ...more };
  return convertToCurl(requests, sources, {
    verbose,
    headers: more.full ? { 'X-Config': 'c', Accept: '' } : {},
    pathOf: (path) => `sub/${path}`,
  });
}

const command = (text: string, more: Partial<PartialSources> = {}): string =>
  exported(text, more)
    .commands.map(({ words }) => formatCommandLine(words))
    .join('\n');

describe('commands', () => {
  it.each([
    ['GET http://h/a', "curl -X GET 'http://h/a'"],
    ['HEAD http://h/a', "curl -I 'http://h/a'"],
    [
      dedent`
        HEAD http://h/a
        Content-Type: x

        body
      `.trimEnd(),
      "curl -X HEAD 'http://h/a' -H 'Content-Type: x' --data-raw 'body'",
    ],
    ['GET http://h/[1]', "curl -X GET --globoff 'http://h/[1]'"],
    ['GET http://h/a/../b', "curl -X GET --path-as-is 'http://h/a/../b'"],
    ['GET http://h/a b', "curl -X GET 'http://h/a%20b'"],
    ['GET http://h/a?b#c\n? d = e f\n? g', "curl -X GET 'http://h/a?b&d=e%20f&g='"],
    ['GET http://h/é {id}', "curl -X GET --globoff 'http://h/%C3%A9%20%7Bid%7D'"],
    ['GET http://[::1]:8080/', "curl -X GET --globoff 'http://[::1]:8080/'"],
    ['GET http://h/%2E%2e/b', "curl -X GET --path-as-is 'http://h/%2E%2e/b'"],
    ['GET /a\nHost: h:443', "curl -X GET 'https://h:443/a' -H 'Host: h:443'"],
    [
      dedent`
        GET http://h
        A: it's
        B:
        Content-Length: 5
      `.trimEnd(),
      "curl -X GET 'http://h' -H 'A: it'\\''s' -H 'B;'",
    ],
    [
      '# @auth bearer T\nGET http://h\nAuthorization: x',
      "curl -X GET 'http://h' -H 'Authorization: Bearer T'",
    ],
    ["# @auth basic u, p'\nGET http://h", "curl -X GET 'http://h' -u 'u:p'\\'''"],
    ['# @auth digest u, p\nGET http://h', "curl -X GET 'http://h' --digest -u 'u:p'"],
    ['# @auth apiKey X-K, v\nGET http://h\nX-K: old', "curl -X GET 'http://h' -H 'X-K: v'"],
    ['# @auth apiKeyQuery k, v w\nGET http://h?a', "curl -X GET 'http://h?a&k=v%20w'"],
    [
      '# @auth cloudsig K, S, eu, s3, T\nGET http://h',
      "curl -X GET 'http://h' --aws-sigv4 'aws:amz:eu:s3' -u 'K:S' -H 'X-Amz-Security-Token: T'",
    ],
    [
      'POST http://h\n\n{"a": 1}',
      `curl -X POST 'http://h' -H 'Content-Type: application/json' --data-raw '{"a": 1}'`,
    ],
    ['POST http://h\n\n<?xml?>', "curl -X POST 'http://h' -H 'Content-Type:' --data-raw '<?xml?>'"],
    [
      dedent`
        POST http://h

        two
        lines
      `.trimEnd(),
      "curl -X POST 'http://h' -H 'Content-Type:' --data-raw 'two\nlines'",
    ],
    [
      dedent`
        POST http://h

        & a b = c&d
        & e =
      `.trimEnd(),
      "curl -X POST 'http://h' -H 'Content-Type: application/x-www-form-urlencoded' --data-raw 'a+b=c%26d&e='",
    ],
    [
      'POST http://h\n\n< ./f.json',
      "curl -X POST 'http://h' -H 'Content-Type: application/json' --data-binary '@sub/./f.json'",
    ],
    [
      dedent`
        POST http://h

        >>>graphql
        query { a }
        <<<
        >>>variables
        {"v": 1}
        <<<
      `.trimEnd(),
      `curl -X POST 'http://h' -H 'Content-Type: application/json' --data-raw '{"query":"query { a }","variables":{"v": 1}}'`,
    ],
    [
      dedent`
        POST http://h
        Content-Type: multipart/form-data

        >>>multipart
        field a = b
        field c = @d
        field e = f;g
        file h @i".png; type=image/png; filename=j
        <<<
      `.trimEnd(),
      `curl -X POST 'http://h' -F 'a=b' --form-string 'c=@d' --form-string 'e=f;g' -F 'h=@"sub/i\\".png";type=image/png;filename="j"'`,
    ],
  ])('%j', (text, expected) => {
    expect(command(text)).toBe(expected);
  });

  it('contain names, -v and what cannot be exported', () => {
    const text =
      '### a\n# @auth oauth2 client_credentials http://t, i, s\nGET http://h\n### \nGET http://h/2\n';
    const { commands } = exported(text, {}, true);
    expect(commands.map(({ name, remarks }) => [name, ...remarks])).toEqual([
      ['a', 'oauth2 is not exported: fetch a token and add an Authorization header'],
      ['GET http://h/2'],
    ]);
    expect(commands[0] && formatCommandLine(commands[0].words)).toBe("curl -v -X GET 'http://h'");
  });

  it('never let a URL become a flag', () => {
    expect(command('@u = -K\n\nGET {{u}}/etc/passwd')).toBe("curl -X GET --url '-K/etc/passwd'");
  });

  it.each([
    [
      dedent`
        @h = {{$base64Decode(YQpi)}}

        GET http://h
        X: {{h}}
      `.trimEnd(),
      'header "X" of "GET http://h" contains a line break',
    ],
    [
      'POST http://h\n\na{{$base64Decode(AA==)}}',
      '"POST http://h" holds a NUL character, which no command line can hold',
    ],
  ])('%j is refused', (text, message) => {
    expect(() => command(text)).toThrow(expect.objectContaining({ kind: 'request-file', message }));
  });
});

describe('the length of an export', () => {
  const KIB = 1024;
  const LIMIT = 64 * KIB * KIB;
  const requestTo = (url: string) =>
    parseText(`POST ${url}\nContent-Type: text/plain\n\n{{long}}\n`, 'x.http').requests;
  const [request] = requestTo('http://h/a');
  const [longerByOne] = requestTo('http://h/ab');
  if (!request || !longerByOne) throw new Error('there are requests');

  function lengthOf(requests: readonly Request[], long: string): number {
    const { commands } = convertToCurl(
      requests,
      { ...NO_SOURCES, operator: { long } },
      { verbose: false, headers: {}, pathOf: (path) => path },
    );
    return commands.flatMap(({ words }) => words).reduce((sum, { text }) => sum + text.length, 0);
  }

  it('is at most 64 MiB, to the character', () => {
    const long = 'x'.repeat(KIB * KIB + 1 - lengthOf([request], 'x'));
    const requests = Array.from({ length: 64 }, () => request);
    expect(lengthOf(requests, long)).toBe(LIMIT);
    expect(() => lengthOf([...requests.slice(1), longerByOne], long)).toThrow(
      'the commands would be longer than 64 MiB; export fewer requests at a time',
    );
  });
});

describe('variables', () => {
  const FILE = dedent`
    @base = http://{{host}}
    @id = {{$uuid()}}
    @loop = {{loop}}

    GET {{base}}/{{id}}?{{id}}&{{login.token}}
    X: {{loop}} {{$env(HOME)}} {{$HOME}} {{$base64({{host}})}}
  `.trimEnd();

  it('without a value stay as they are and are named', () => {
    const { commands, warnings } = exported(FILE, { process: { HOME: '/root' } });
    const [url = '', , header = ''] = (commands[0]?.words ?? []).slice(3).map(({ text }) => text);
    const [, first, second] =
      /^http:\/\/\{\{host\}\}\/(.{36})\?(.{36})&\{\{login\.token\}\}$/.exec(url) ?? [];
    expect(first).toBe(second);
    expect(header).toBe('X: {{loop}} {{$env(HOME)}} {{$HOME}} {{$base64({{host}})}}');
    expect(warnings).toEqual(
      ['{{host}}', '{{login.token}}', '{{loop}}', '{{$env(HOME)}}', '{{$HOME}}', '{{$base64({{host}})}}'].map(
        (each) => `${each} has no value and stays as it is`,
      ),
    );
    expect(commands[0]?.kept).toContain('{{host}}');
  });

  it('get everything that an environment gives', () => {
    const text = dedent`
      @a = {{b}}

      GET http://{{a}}/{{c.d[0]}}/{{$HOME}}

      {{body}}
    `.trimEnd();
    const sources = {
      full: true,
      environment: { b: 'b-{{e}}', c: { d: ['x'] }, body: '{"k": 1}' },
      dotenv: { e: 'E' },
      process: { HOME: 'home' },
    };
    expect(command(text, sources)).toBe(
      `curl -X GET 'http://b-E/x/home' -H 'X-Config: c' -H 'Accept:' -H 'Content-Type: application/json' --data-raw '{"k": 1}'`,
    );
  });

  it('are taken from the operator first', () => {
    expect(command('@a = file\n\nGET http://{{a}}', { operator: { a: 'flag' } })).toBe(
      "curl -X GET 'http://flag'",
    );
  });

  it('keep literal braces', () => {
    expect(command('GET http://h\nX: \\{{raw}}')).toBe("curl -X GET 'http://h' -H 'X: {{raw}}'");
  });

  it('are not encoded where they stay', () => {
    expect(command('GET http://h\n? q = a {{b}} c')).toBe("curl -X GET 'http://h?q=a%20{{b}}%20c'");
  });

  it('that are secret are counted once each', () => {
    const text = dedent`
      @secret s = hush

      GET http://{{s}}/{{s}}/{{t}}
      ### b
      # @auth basic ada, {{s}}
      GET http://h
    `.trimEnd();
    expect(exported(text, { operator: { t: 'x' }, secretNames: new Set(['t']) }).secrets).toBe(3);
  });

  it('that expand without end are refused', () => {
    const doubling = Array.from({ length: 30 }, (_, i) => `@v${i + 1} = {{v${i}}}{{v${i}}}`).join('\n');
    expect(() =>
      command(
        dedent`
          @v0 = aaaaaaaaaa
          ${doubling}

          GET http://{{v30}}
        `.trimEnd(),
      ),
    ).toThrow('expands to more than 64 MiB');
  });
});
