/** What files of other clients write differently: variables below a request, query lines, comments, equal names. */
import { describe, expect, it } from 'vitest';
import type { RequestFile } from '../model/model.js';
import { parseText } from '../parse-file.js';
import { printTree } from '../print/print-tree.js';
import { withoutCommentLines } from '../text/json-comments.js';

const parse = (text: string): RequestFile => parseText(text, 'a.http');
const findings = ({ diagnostics }: RequestFile): string[] =>
  diagnostics.map(({ line, severity, code }) => `${line} ${severity} ${code}`);

describe('variables below a request', () => {
  it('are variables of the file, and what follows them is the body', () => {
    const file = parse('POST http://x/\n\n\n@a = 1\n  @secret b = {{a}}\n\n{"c": "{{a}}"}\n');
    expect(file.variables).toEqual([
      { name: 'a', value: '1', line: 4 },
      { name: 'b', value: '{{a}}', line: 5, secret: true },
    ]);
    expect(file.requests[0]?.body).toMatchObject({ contentType: 'json', raw: '{"c": "{{a}}"}', line: 7 });
    expect(findings(file)).toEqual(['4 info variable_after_request', '5 info variable_after_request']);
    const again = parse(printTree(file));
    expect(again.variables.map(({ name, value }) => [name, value])).toEqual([
      ['a', '1'],
      ['b', '{{a}}'],
    ]);
    expect(findings(again)).toEqual([]);
  });

  it.each([
    ['GET http://x/\n\n@a = 1\n### next\nGET http://x/{{a}}\n', 2],
    ['GET http://x/\n\n@a = 1\n>>>\nexpect status 200\n<<<\n', 1],
    ['GET http://x/\n\n@a = 1', 1],
  ])('%j leaves no body', (text, requests) => {
    const file = parse(text);
    expect(file.variables.map(({ name }) => name)).toEqual(['a']);
    expect(file.requests.map(({ body }) => body)).toEqual(Array(requests).fill(null));
    expect(findings(file)).toEqual(['3 info variable_after_request']);
  });

  it.each([
    'POST http://x/\nContent-Type: text/plain\n\n@a = 1\n',
    'POST http://x/\n\ntext\n@a = 1\n',
    'POST http://x/\n\n# comment\n@a = 1\n',
  ])('%j is a body as before', (text) => {
    const file = parse(text);
    expect(file.variables).toEqual([]);
    expect(file.requests[0]?.body?.raw).toContain('@a = 1');
    expect(findings(file)).toContainEqual(expect.stringContaining('warning suspicious_body_line'));
  });
});

describe('query lines', () => {
  it('may begin with & in column 1 before the headers', () => {
    const file = parse('GET http://x/\n?a=1\n&b=2 3\n# c\n&d={{e}}\nX-A: 1\n');
    expect(file.requests[0]?.queryParams.map(({ key, value }) => [key, value])).toEqual([
      ['a', '1'],
      ['b', '2 3'],
      ['d', '{{e}}'],
    ]);
    expect(findings(file)).toEqual([]);
    expect(findings(parse('GET http://x/\nX-A: 1\n&b=2\n'))).toEqual(['3 error malformed_header']);
  });

  it.each([
    ['directly below the request line', '& b = 2\n'],
    ['indented', '  & b = 2\n'],
    ['below another one', '? a = 1\n& b = 2\n'],
    ['below a header', 'X-A: 1\n& b = 2\n'],
    ['below a comment', '# why\n& b = 2\n'],
  ])('query lines with blanks count everywhere: %s', (_title, lines) => {
    const file = parse(`GET http://x/\n${lines}`);
    expect(findings(file)).toEqual([]);
    expect(file.requests[0]?.queryParams.at(-1)).toMatchObject({ key: 'b', value: '2' });
    expect(file.requests[0]?.url).toBe('http://x/');
  });
});

describe('comments in JSON bodies', () => {
  it.each([
    [
      'POST http://x/\n\n{\n  // one {{gone\n  "a": "http://y", # no comment\n  # @name two\n  "b": 1\n}\n',
      [4, 6],
    ],
    ['POST http://x/\nContent-Type: application/problem+json\n\n# one\n{}\n', [4]],
  ])('%j', (text, lines) => {
    const file = parse(text);
    expect(findings(file)).toEqual(lines.map((line) => `${line} info comment_in_body`));
    expect(file.requests[0]?.body?.raw).toBe(text.slice(text.indexOf('\n\n') + 2, -1));
  });

  it('stay part of other bodies', () => {
    const file = parse('POST http://x/\nContent-Type: text/plain\n\n# title\ntext\n');
    expect([file.requests[0]?.body?.raw, findings(file)]).toEqual(['# title\ntext', []]);
  });

  it.each([
    ['{\n  // c\n  "a": "//"\n}', '{\n  "a": "//"\n}'],
    ['# c\r\n{\r\n}\r\n# d', '{\r\n}'],
    ['{}\n// c\n// d', '{}'],
    ['{"a": "# no"}', '{"a": "# no"}'],
    ['{"a": "x\u2028# no"}', '{"a": "x\u2028# no"}'],
  ])('%j is sent as %j', (raw, sent) => {
    expect(withoutCommentLines(raw)).toBe(sent);
  });
});

describe('equal names', () => {
  const twice = '### one\n# @name a\nGET http://x/\n### two\n# @name a\nGET http://x/\n';

  it('are a warning while nothing means them', () => {
    expect(findings(parse(twice))).toEqual(['5 warning duplicate_title']);
    expect(findings(parse(`${twice}### a.b\nGET http://x/{{a}}\n`))).toEqual(['5 warning duplicate_title']);
  });

  it.each([['# @depends a\nGET http://x/\n'], ['GET http://x/{{a.token}}\n']])(
    'are an error for %j',
    (rest) => {
      expect(findings(parse(`${twice}### three\n${rest}`))).toEqual([
        '5 error duplicate_name',
        '8 error ambiguous_name',
      ]);
    },
  );
});
