import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Request } from '../../request-file/model/model.js';
import { parseText } from '../../request-file/parse-file.js';
import { printFile } from '../../request-file/print-file.js';
import { shellQuote } from '../../primitives/text/shell-word.js';
import type { Converted } from '../converted.js';
import { dedent } from '../../../test/support/dedent.js';
import { convertCurl } from './convert-curl.js';
import { caseCount } from '../../../test/support/generated-cases.js';

const convert = (text: string): Converted => convertCurl(text, { tests: false, saveBodies: false });
const requests = (text: string): readonly Request[] => convert(text).files[0]?.file.requests ?? [];
const losses = (text: string): string[] =>
  convert(text).losses.map(({ path, reason }) => `${path}: ${reason}`);

/** Method, URL, headers, auth and body on a line each, as they would be written. */
function summary(text: string): string {
  const [file] = convert(text).files;
  const printed = file ? printFile(file.file) : '';
  return printed
    .split('\n')
    .filter((line) => line !== '' && !/^#(?!.*@(?:auth|timeout|retry))/.test(line))
    .join('\n');
}

const FORM = 'Content-Type: application/x-www-form-urlencoded';

describe('flags of curl', () => {
  it.each([
    ['curl http://h/a', 'GET http://h/a'],
    ['curl h.example/a', 'GET http://h.example/a'],
    ['-XPUT --url=localhost:80', 'PUT http://localhost:80'],
    ['curl "{{base}}/a?b=c"', 'GET {{base}}/a?b=c'],
    ['curl http://h -X delete', 'DELETE http://h'],
    ["curl -sSLXPATCH http://h -H 'A: b' -HC:d", 'PATCH http://h\nA: b\nC: d'],
    ["curl http://h -H 'A;' -H 'B:' -H 'C: '", 'GET http://h\nA:'],
    ['curl -d a=1 -d b=2 http://h', `POST http://h\n${FORM}\na=1&b=2`],
    ["curl -d '' http://h", `POST http://h\n${FORM}`],
    ['curl -X PUT -d a http://h -H content-type:text/plain', 'PUT http://h\ncontent-type: text/plain\na'],
    ["curl -d x -H 'Content-Type:' http://h", 'POST http://h\nx'],
    ['curl -d @a.json http://h', `POST http://h\n${FORM}\n< ./a.json`],
    ['curl --data-binary @/tmp/a http://h', `POST http://h\n${FORM}\n< /tmp/a`],
    ['curl --data-raw @a http://h', `POST http://h\n${FORM}\n@a`],
    [
      "curl --data-urlencode 'a=b c' --data-urlencode '=d&' --data-urlencode 'e f' http://h",
      `POST http://h\n${FORM}\na=b+c&d%26&e+f`,
    ],
    ["curl --data-urlencode 'q={{term}}' http://h", `POST http://h\n${FORM}\nq={{$urlEncode({{term}})}}`],
    [
      `curl --json '{"a":1}' http://h`,
      dedent`
        POST http://h
        Content-Type: application/json
        Accept: application/json
        {"a":1}
      `.trimEnd(),
    ],
    [
      `curl --json '{' --json '}' -H accept:x http://h`,
      dedent`
        POST http://h
        accept: x
        Content-Type: application/json
        {}
      `.trimEnd(),
    ],
    ['curl -G -d a=1 -d b=2 http://h/x?c#d', 'GET http://h/x?c&a=1&b=2#d'],
    ['curl -I http://h', 'HEAD http://h'],
    ['curl -T dir/f.bin http://h/up/', 'PUT http://h/up/f.bin\n< ./dir/f.bin'],
    ['curl -u ada:s3cret http://h', '# @auth basic ada, s3cret\nGET http://h'],
    ['curl --digest -u ada:x:y http://h', '# @auth digest ada, x:y\nGET http://h'],
    ['curl -u ada http://h', '# @auth basic ada, {{curl_password}}\nGET http://h'],
    ['curl http://ada:p%40@h/x', '# @auth basic ada, p@\nGET http://h/x'],
    ["curl -u a:b -H 'Authorization: Token x' http://h", 'GET http://h\nAuthorization: Token x'],
    ['curl --oauth2-bearer T http://h', '# @auth bearer T\nGET http://h'],
    ['curl --aws-sigv4 aws:amz:eu:s3 -u K:S http://h', '# @auth cloudsig K, S, eu, s3\nGET http://h'],
    [
      'curl --aws-sigv4 aws -u K:S http://s3.eu.x.example',
      '# @auth cloudsig K, S, eu, s3\nGET http://s3.eu.x.example',
    ],
    [
      'curl -A me -e "http://r;auto" -b a=1 -b b=2 http://h',
      dedent`
        GET http://h
        User-Agent: me
        Referer: http://r
        Cookie: a=1; b=2
      `.trimEnd(),
    ],
    [
      'curl -m 1.5 --retry 2 --retry-delay 3 http://h',
      dedent`
        # @timeout 1500
        # @retry 2
        # @retryDelay 3000
        GET http://h
      `.trimEnd(),
    ],
    ['curl -o out -D head -w fmt -c jar -O --compressed -g --http2 http://h', 'GET http://h'],
    ['curl http://h/a/../b/./c', 'GET http://h/b/c'],
    ['curl --path-as-is http://h/a/../b', 'GET http://h/a/../b'],
    [
      'curl -F a=b -F "c= d " -F f=@x.png http://h',
      dedent`
        POST http://h
        >>>multipart
        field a = b
        field c = d
        file f @x.png
        <<<
      `.trimEnd(),
    ],
    [
      `curl -F 'f=@"a;b.png";type=image/png;filename=n.png' --form-string 's=@x;y' http://h`,
      dedent`
        POST http://h
        >>>multipart
        file f @a;b.png; type=image/png; filename=n.png
        field s = @x;y
        <<<
      `.trimEnd(),
    ],
    ['curl http://h -- -x', 'GET http://h\nGET http://-x'],
    [
      `curl -d '{"a":"{{b}} {{#if c}} \\{{d}}"}' http://h`,
      `POST http://h\n${FORM}\n{"a":"{{b}} \\{{#if c}} \\\\{{d}}"}`,
    ],
  ])('%s', (command, expected) => {
    expect(summary(command)).toBe(expected);
    expect(losses(command)).toEqual([]);
  });

  it.each([
    [
      'curl -k http://h',
      'the flag -k is no part of a request; run with --insecure or set validateSSL: false',
    ],
    ['curl --proxy x http://h', 'the flag --proxy is no part of a request; run with --proxy or set proxy'],
    ['curl --limit-rate 10k http://h', 'the flag --limit-rate has no counterpart'],
    ['curl --frobnicate http://h', 'the flag --frobnicate has no counterpart'],
    ['curl -H @f http://h', 'the headers of -H @file are not read'],
    ['curl -b jar.txt http://h', 'the cookies of the file that -b names are not read'],
    ['curl -d a -d @f http://h', 'the file of --data is not read where text is sent with it'],
    ['curl -d @- http://h', '--data sends standard input, which has no counterpart'],
    ["curl -F 'a=<f' http://h", 'the value of the part a comes from a file (<), which has no counterpart'],
    ["curl -F 'a=b;type=x/y' http://h", ';type of the part a has no counterpart'],
    ['curl http://h/{a,b}', 'curl would expand the braces or brackets of the URL; they are sent as they are'],
    ["curl -H 'Accept:' http://h", 'the header Accept is sent even where curl leaves it out'],
    ['curl --retry 500 http://h', '--retry is cut to 100, the most that @retry takes'],
    ['curl -X FETCH http://h', 'the method FETCH has no counterpart'],
    ['curl "http://h/$(id)"', '$(id) is not expanded and stays as text'],
    ['curl "http://h/$1"', '$1 is not expanded and stays as text'],
    ['curl http://h | jq .', 'the shell operator | and what follows it is no part of a request'],
  ])('%s loses something', (command, reason) => {
    expect(losses(command)).toEqual([`command 1: ${reason}`]);
  });

  it('takes an unknown flag as having no value, with a warning', () => {
    expect(convert('curl --frobnicate http://h').warnings).toEqual([
      'command 1: the flag --frobnicate is not understood and was taken as having no value',
    ]);
  });
});

describe('curl commands', () => {
  it.each([
    ['', 'the text is empty'],
    ['# only a comment', 'the text is empty'],
    ['wget http://h', 'it starts neither with curl nor with a flag or a URL'],
    ['curl', 'it has no URL'],
    ['curl http://h --next -d a', 'it has no URL'],
    ['curl http://h -X', '-X needs a value'],
    ['curl http://h --data', '--data needs a value'],
    ["curl 'http://h", "a single quote (') is not closed"],
    ['curl ftp://h', 'no URL of it is one of HTTP'],
    ['wget http://h\ncurl', 'command 1: it starts neither with curl nor with a flag or a URL'],
  ])('%j is refused', (text, reason) => {
    expect(() => convert(text)).toThrow(
      expect.objectContaining({ kind: 'input', message: `not a curl command: ${reason}` }),
    );
  });

  it('become requests with names, titles and checks', () => {
    const text =
      "curl http://h/users/123?x=1\n\n# second\n$ curl -d '' http://h \\\n  --next http://h http://h/\n";
    expect(requests(text).map(({ title, name }) => [title, name])).toEqual([
      ['GET /users/123', 'get_users_123'],
      ['POST /', 'post_root'],
      ['GET /', 'get_root'],
      ['GET /', 'get_root_2'],
    ]);
    const [file] = convertCurl('curl http://h', { tests: true, saveBodies: false }).files;
    expect(file && printFile(file.file)).toBe(
      dedent`
        # Requests (imported from curl)

        ### GET /
        # @name get_root
        GET http://h

        >>>
        expect status >= 200
        expect status < 400
        <<<
      `,
    );
  });

  it('list the password that curl would ask for among the needs', () => {
    expect(convert('curl -u ada http://h').files[0]?.file.comments).toContain('# Needs: curl_password');
  });

  it('give a readable file whatever their body is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !text.includes('\0')),
        (text) => {
          const { files } = convertCurl(`curl --data-raw ${shellQuote(text.toWellFormed())} http://h`, {
            tests: true,
            saveBodies: true,
          });
          expect(
            files.map(({ file }) =>
              parseText(printFile(file), 'x').diagnostics.filter(({ severity }) => severity === 'error'),
            ),
          ).toEqual([[]]);
        },
      ),
    );
  });

  it('never break on anything', () => {
    const piece = fc.constantFrom(
      'curl',
      ' ',
      '-',
      '--',
      '-X',
      '-d',
      '-F',
      '-H',
      '-u',
      '--json',
      '--next',
      "'",
      '"',
      '$(',
      '`',
      '\\',
      '\n',
      '=',
      '@',
      ';',
      'http://h/',
      '{{',
      '}}',
      ':',
      '%',
      '\0',
      '\ud800',
      '--aws-sigv4',
      '--url',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), (pieces) => {
        try {
          for (const { file } of convert(pieces.join('')).files) printFile(file);
        } catch (error) {
          expect(error).toMatchObject({
            kind: 'input',
            message: expect.stringMatching(/^not a curl command: /),
          });
        }
      }),
      { numRuns: caseCount(1000, 30) },
    );
  });
});

describe('what is written once and sent often', () => {
  it('is refused where it would fill more than a request file, before it is made', () => {
    const urls = 'http://127.0.0.1/ '.repeat(20_000);
    const headers = "-H 'A: b' ".repeat(20_000);
    expect(() => convertCurl(`curl ${urls}${headers}`, { tests: false, saveBodies: false })).toThrow(
      'the commands hold more than one request file can (10 MiB)',
    );
    const { files } = convertCurl(`curl ${urls.slice(0, 18 * 50)} -H 'A: b'`, {
      tests: false,
      saveBodies: false,
    });
    expect(files[0]?.file.requests).toHaveLength(50);
  });
});
