/** Every word of the tables has its own scope, so that a row that is added is coloured too. */
import { beforeAll, describe, expect, it } from 'vitest';
import { SUBJECT_WORDS } from '../../src/request-file/expressions/parse-subject.js';
import { BLOCK_KINDS, blockOpener } from '../../src/request-file/text/blocks.js';
import { DIRECTIVES } from '../../src/request-file/text/directives.js';
import { functionNames } from '../../src/request-file/text/function-names.js';
import { GRAPHQL, METHODS, UNSUPPORTED_METHODS } from '../../src/request-file/text/methods.js';
import { OPERATORS, SYMBOLS } from '../../src/request-file/text/operators.js';
import { readGrammar, readLines } from '../support/editors/grammar-lines.js';

let scopesIn: (text: string, part: string) => readonly string[];

beforeAll(async () => {
  const grammar = await readGrammar();
  /** The scopes of the last token that is this text. */
  scopesIn = (text, part) => {
    const found = readLines(grammar, text).flatMap(({ text: line, tokens }) =>
      tokens.filter(({ startIndex, endIndex }) => line.slice(startIndex, endIndex) === part),
    );
    return found.at(-1)?.scopes ?? [];
  };
});

const REQUEST = 'GET http://127.0.0.1:8080/';

it.each([...METHODS, GRAPHQL, ...UNSUPPORTED_METHODS])('colours the method %s', (method) => {
  expect(scopesIn(`${method} http://127.0.0.1:8080/`, method)).toContain('keyword.other.method.http.svc');
});

it.each(Array.from(DIRECTIVES.values(), ({ name }) => name))('colours the directive %s', (name) => {
  expect(scopesIn(`# @${name} 1`, `@${name}`)).toContain('keyword.other.directive.http.svc');
  expect(scopesIn(`@${name} 1`, `@${name}`)).toContain('keyword.other.directive.http.svc');
  expect(scopesIn(`# @${name}x 1`, `@${name}x`)).toContain('entity.other.attribute-name.directive.http.svc');
});

it.each(BLOCK_KINDS.map(blockOpener))('colours the block %s', (opener) => {
  const word = opener.slice('>>>'.length);
  const scopes = scopesIn(`${REQUEST}\n${opener}\n<<<`, word === '' ? '>>>' : word);
  expect(scopes).toContain('meta.block.opener.http.svc');
  expect(scopes.join(' ')).not.toContain('invalid');
  expect(scopesIn(`${REQUEST}\n${opener}\n<<<`, '<<<')).toContain('meta.block.closer.http.svc');
});

it.each(SUBJECT_WORDS)('colours the subject %s', (word) => {
  const scope = 'support.variable.subject.http.svc';
  expect(scopesIn(`${REQUEST}\n>>>\nexpect ${word} name exists\n<<<`, word)).toContain(scope);
  expect(scopesIn(`${REQUEST}\n>>>capture\na from ${word} name\n<<<`, word)).toContain(scope);
});

it.each([
  ...Array.from(OPERATORS.values(), ({ written }) => written),
  ...SYMBOLS.map(([symbol]) => symbol),
  'not contains',
  'CONTAINS',
])('colours the operator %s', (operator) => {
  const scopes = scopesIn(`${REQUEST}\n>>>\nexpect body.a ${operator} 1\n<<<`, operator);
  expect(scopes).toContain('keyword.operator.http.svc');
});

it('colours every function', () => {
  const scope = 'support.function.http.svc';
  const missing = functionNames().filter((name) => !scopesIn(`GET {{$${name}}}`, `$${name}`).includes(scope));
  expect(missing).toEqual([]);
  expect(scopesIn('GET {{$nothing}}', '$nothing')).not.toContain(scope);
  expect(scopesIn('GET {{uuid()}}', 'uuid')).toContain(scope);
});

describe('placeholders', () => {
  const inside = 'meta.placeholder.http.svc';

  it.each([
    ['a URL', 'GET http://{{name}}/'],
    ['a header', `${REQUEST}\nAccept: {{name}}`],
    ['a query line', `${REQUEST}\n? a = {{name}}`],
    ['a body', `${REQUEST}\n\n{ "a": "{{name}}" }`],
    ['a variable', '@a = {{name}}'],
    ['a directive', '# @timeout {{name}}'],
    ['an assertion', `${REQUEST}\n>>>\nexpect body.a == {{name}}\n<<<`],
    ['a query of a database', `${REQUEST}\n>>>db\nquery SELECT {{name}}\n<<<`],
    ['a command', `${REQUEST}\n>>>shell\necho {{name}}\n<<<`],
    ['arguments', 'GET {{$base64({{name}})}}'],
  ])('are found in %s', (_, text) => {
    expect(scopesIn(text, 'name')).toContain(inside);
  });

  it.each(['GET http://\\{{name}}/', 'GET http://{{name', 'GET http://{{ }}/name', '# {{name}}'])(
    'are not found in %s',
    (text) => {
      expect(scopesIn(text, 'name')).not.toContain(inside);
    },
  );
});

describe('embedded languages', () => {
  it.each([
    ['json', 'a body that begins like it', `${REQUEST}\n\n{ "a": 1 }`, '{ "a": 1 }'],
    ['json', 'a body by its type', `${REQUEST}\nContent-Type: text/json\n\nx`, 'x'],
    ['json', 'variables', `${REQUEST}\n>>>variables\n{}\n<<<`, '{}'],
    ['json', 'a mock', `${REQUEST}\n>>>mock\n200\n\n[1]\n<<<`, '[1]'],
    ['xml', 'a body that begins like it', `${REQUEST}\n\n<?xml?>`, '<?xml?>'],
    ['xml', 'a body by its type', `${REQUEST}\ncontent-type: application/soap+xml\n\nx`, 'x'],
    ['graphql', 'a block', `${REQUEST}\n>>>graphql\nquery { a }\n<<<`, 'query { a }'],
    ['graphql', 'a body by the method', 'GRAPHQL http://127.0.0.1/\n\nquery { a }', 'query { a }'],
    ['graphql', 'a body by a header', `${REQUEST}\nX-Request-Type: GraphQL\n\n{ a }`, '{ a }'],
    ['json', 'variables of such a body', 'GRAPHQL http://127.0.0.1/\n\n{ a }\n\n{ "b": 1 }', '{ "b": 1 }'],
    ['shell', 'a block', `${REQUEST}\n>>>shell\n- ls\n<<<`, 'ls'],
    ['shell', 'a hook', '# @before ls -l', 'ls -l'],
    ['sql', 'a query', `${REQUEST}\n>>>db\nquery SELECT 1\n  FROM x\n<<<`, '  FROM x'],
    ['javascript', 'a script', `< {%\n  x\n%}\n${REQUEST}`, '  x'],
  ])('%s is found in %s', (language, _, text, part) => {
    expect(scopesIn(text, part).join(' ')).toMatch(
      new RegExp(`meta\\.embedded\\.(?:block|line)\\.${language}\\b`),
    );
  });
});
