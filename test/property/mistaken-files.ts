/** Files with mistakes that an editor can fix, among requests without one. */
import fc from 'fast-check';

const check = (line: string): string => `GET http://127.0.0.1:1/\n>>>\n${line}\n<<<`;
const capture = (...lines: string[]): string => `### {a}\nGET /\n>>>capture\n${lines.join('\n')}\n<<<`;

/** `{a}` and `{b}` stand for words; equal letters of one mistake are equal words. */
const MISTAKES: readonly string[] = [
  `${capture('{b} from body.id')}\n\n### use\n# @name use {a}\nGET /{{{a}.{b}}}`,
  `### {a}\n# @depends {b}\nGET /\n>>>capture\nid from body.id\n<<<\n\n### {b}\nGET /{{{a}.id}}`,
  '###\n@timeout 5 s\nGET /',
  `${check('expect status 200')}\n# @tags {a}\nGET /{a}`,
  '### {a}\nGET /\n>>>\nexpect status 200\n',
  '### {a}\nGET /\n>>>capture\n{a} from body.{b}\n\n# the last line',
  '###\n<<<\nGET /{a}',
  '### {a}\n# @timeout 5 s',
  capture('{b} from body.{a}', '  # unused'),
  'PUT /\nContent-Length: {a}\nKeep-Alive: {b}\n\n{a}',
  '# @auth bearer {a}\nGET /\nauthorization: {b}',
  'GET /\n\n{a}\n  ### {b}\nGET /',
  'GET /\n>>>\nexpect status 200\n  <<<\n<<<',
  check('expect body.{a} contians {b}'),
  check('expect body.{a} !startWith {b} # {a}'),
  '### {a}\nGTE /{b}',
  'POTS http://127.0.0.1:1/',
  '###\n# @timeuot 5 s\nGET /',
  '###\n// @retyr = 3\nGET /',
  'GET /{{$base46({a})}}/{{ $hmcSha256({a}, {b}) }}',
  '###\n# @auth baerer {a}\nGET /',
  '###\n# @auth oauth2 clien_credentials\nGET /',
  'GET /\n>>>captur\n{a} from body\n<<<',
  check('expect staus 200'),
  check('expect heder {a} {b}'),
  '### {a}{b}\nGET /\n\n### other\n# @depends "{a}{b}x", {b}{a}\nGET /',
  '###\n# @timeout 1 s\n# @tags {a}\n# @timeout 2 s\n# @timeout 3 s\nGET /',
  '###\n# @auth bearer {a}\nGET /\n# @auth none\nAccept: */*',
  '@{a} = {b}\n@{a} = 2\n@secret {a} = 3\n@{a} = 4\n\n###\nGET /',
  capture('{a} from body.{b}', 'id from status', '{a} from body.{a}', 'global {a} from size'),
  capture('{a} from body when status == 200', '{a} from status', '{a} from size'),
  '### {a}\nGET /\n\n### {a}\nGET /\n\n### {a} 2\nGET /\n\n### {a}\nGET /',
  'GET /\nAuthorization: Basic {a} {b}',
  'GET /\nAuthorization: Digest {a} {b}\nAccept: */*',
  check('expect body.{a} not {b} "x" # why'),
  check('expect body.{a} eqals {b} when status == 200'),
  check('expect body each .{a} == {b} when it is ready # why'),
  check('expect body.{a} == {"{b}":'),
  check('expect body.{a} > {b}'),
  check('expect body.{a} in [1, '),
  capture('{a} from body.{b} ?? [1,'),
  check('expect body.{a} exists {b} # why'),
  check('expect body.{a} !isEmpty {b} when status == 200'),
  'GET http://127.0.0.1:1/{a} {b}\t{{ {a} }} x  HTTP/1.1',
  'GET http://127.0.0.1:1\n  /{a} {b}\n  ?q=1 2',
];

const word = fc.constantFrom('login', 'order', 'a1', 'x-y', 'total', 'né', 'ab');

const mistake = fc
  .tuple(fc.constantFrom(...MISTAKES), word, word)
  .map(([text, a, b]) => text.replaceAll('{a}', a).replaceAll('{b}', b));

const plain = fc.constantFrom(
  '### plain\n# @timeout 5 s\nPOST http://127.0.0.1:1/\nAccept: */*\n\n{"a": [1,\n 2]}',
  '@base = http://127.0.0.1:1\n\n# a comment\n\nGET {{base}}/\n>>>\nexpect jsonpath $.a 1\n<<<',
  '###\nGET /\n\n> {%\n  client.test("a", () => client.assert(true));\n%}',
);

const part = fc.oneof({ weight: 5, arbitrary: mistake }, { weight: 1, arbitrary: plain });

/** Parts with and without a separator between them, with each kind of line end, and with and without one at the end. */
export const mistakenFile: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.array(fc.tuple(part, fc.constantFrom('\n', '\n\n', '\n\n###\n')), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([mark, parts, end, closed]) => {
    const text = parts.map(([each, after]) => each + after).join('');
    return mark + (closed ? text : text.trimEnd()).replaceAll('\n', end);
  });
