import { describe, expect, it } from 'vitest';
import { parseText } from '../parse-file.js';
import { functionNames, functionShape, nearFunctions, sampleNames } from './function-names.js';
import {
  classifyPlaceholder,
  cutTemplate,
  hasPlaceholder,
  isOnePlaceholder,
  openingAt,
  splitArguments,
} from './template.js';

/** Literal text as it is, placeholders in angle brackets. */
function cut(text: string): string[] {
  return cutTemplate(text).map((piece) => (piece.kind === 'text' ? piece.text : `<${piece.inner}>`));
}

it('reads an encoded variable as the function that does the same', () => {
  const encoded = { kind: 'function', name: 'urlComponent', args: ['{{name}}'], isKnown: true };
  expect(classifyPlaceholder('%name')).toEqual(encoded);
  expect(classifyPlaceholder('% name')).toEqual(encoded);
  expect(classifyPlaceholder('%a b')).toEqual({ kind: 'variable', name: '%a b' });
});

it('reads variables of files that are defined with a colon', () => {
  const { variables, diagnostics } = parseText(
    '@a := 1\n@b:=2\n@c : = 3\n\n### A\nGET http://a.test\n',
    'a.http',
  );
  expect(variables.map(({ name, value }) => [name, value])).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
  expect(diagnostics.map(({ line, code }) => [line, code])).toEqual([[3, 'variable_syntax']]);
});

describe('cutTemplate', () => {
  it.each([
    ['', ['']],
    ['plain', ['plain']],
    ['{{a}}', ['<a>']],
    ['{{ a b\t}}', ['<a b>']],
    ['x{{a}}y{{b}}z', ['x', '<a>', 'y', '<b>', 'z']],
    ['{{a}}{{b}}', ['<a>', '<b>']],
    ['{{{x}}}', ['{', '<x>', '}']],
    ['{{{{x}}}}', ['{{', '<x>', '}}']],
    ['{a}', ['{a}']],
    ['a}}b', ['a}}b']],
  ])('%j', (text, pieces) => {
    expect(cut(text)).toEqual(pieces);
  });

  it.each([
    ['empty', '{{}}'],
    ['blank', '{{ \t}}'],
    ['unclosed', 'a {{b'],
    ['half closed', '{{a}'],
    ['over two lines', '{{a\nb}}'],
    ['over two lines of another kind', '{{a\rb}}'],
  ])('takes %s ones as text', (_case, text) => {
    expect(cutTemplate(text)).toEqual([{ kind: 'text', text }]);
  });

  it.each([
    ['\\{{x}}', ['{{x}}']],
    ['a\\{{x}}{{y}}', ['a{{x}}', '<y>']],
    ['\\\\{{x}}', ['\\{{x}}']],
    ['\\{{{x}}}', ['{{{x}}}']],
    ['\\a\\', ['\\a\\']],
    ['{{a}}\\{{b}}', ['<a>', '{{b}}']],
  ])('knows one escape: %j', (text, pieces) => {
    expect(cut(text)).toEqual(pieces);
  });

  it('passes over inner placeholders, one level deep', () => {
    expect(cut('{{$base64({{user}}:{{pass}})}}!')).toEqual(['<$base64({{user}}:{{pass}})>', '!']);
    expect(cut('{{$a({{b({{c}})}})}}')).toEqual(['{{$a(', '<b({{c}})>', ')}}']);
    expect(cut('{{a {{b}}')).toEqual(['{{a ', '<b>']);
  });

  it('keeps the source of a placeholder', () => {
    expect(cutTemplate('{{ a }}')).toEqual([{ kind: 'placeholder', inner: 'a', source: '{{ a }}' }]);
  });
});

describe('openingAt', () => {
  it('finds the end of an opening', () => {
    expect(openingAt('x{{a}}y', 1, 7)).toEqual({ start: 1, end: 6, state: 'closed' });
    expect(openingAt('{{{a}}', 0, 6)).toEqual({ start: 1, end: 6, state: 'closed' });
    expect(openingAt('{{ }}', 0, 5)).toEqual({ start: 0, end: 5, state: 'empty' });
    expect(openingAt('{{a', 0, 3)).toEqual({ start: 0, end: 2, state: 'unclosed' });
    expect(openingAt('\\{{a}}', 1, 6)).toEqual({ start: 1, end: 3, state: 'escaped' });
  });

  it('looks no further than its limit', () => {
    expect(openingAt('{{a}}', 0, 4).state).toBe('unclosed');
  });
});

describe('isOnePlaceholder and hasPlaceholder', () => {
  it.each([
    ['{{a}}', true, true],
    ['{{ $f({{b}}) }}', true, true],
    ['{{a}} ', false, true],
    ['{{a}}{{b}}', false, true],
    ['{{{a}}}', false, true],
    ['\\{{a}}', false, false],
    ['{{}}', false, false],
    ['a', false, false],
  ])('%j', (text, one, any) => {
    expect([isOnePlaceholder(text), hasPlaceholder(text)]).toEqual([one, any]);
  });
});

describe('classifyPlaceholder', () => {
  const call = (name: string, args: readonly string[], isKnown = true): object => ({
    kind: 'function',
    name,
    args,
    isKnown,
  });

  it.each([
    ['$uuid', call('uuid', [])],
    ['$uuid()', call('uuid', [])],
    ['uuid()', call('uuid', [])],
    ['$random(1, 9)', call('random', ['1', '9'])],
    ['$timestamp -1 d', call('timestamp', ['-1 d'])],
    ['$isoTimestamp +1 h', call('isoTimestamp', ['+1 h'])],
    ['$timestampMs 5 m', call('timestampMs', ['5 m'])],
    ['$randomInt 1  9', call('randomInt', ['1', '9'])],
    ['$dotenv NAME', call('dotenv', ['NAME'])],
    ['$processEnv NAME', call('processEnv', ['NAME'])],
    ['$base64({{a}}, b)', call('base64', ['{{a}}', 'b'])],
    ['$nope()', call('nope', [], false)],
    ['nope(1)', call('nope', ['1'], false)],
    ['$uuid x', call('uuid', ['x'], false)],
    ['$datetime iso8601', call('datetime', ['iso8601'])],
    ['$datetime iso8601 -1 d', call('datetime', ['iso8601', '-1 d'])],
    ['$localDatetime "DD MM" 1 d', call('localDatetime', ['"DD MM"', '1 d'])],
    ["$datetime 'DD MM'", call('datetime', ["'DD MM'"])],
    ['$datetime "DD', call('datetime', ['"DD'])],
    ['$datetime', call('datetime', [])],
    ['$env.HOME', call('processEnv', ['HOME'])],
    ['$env.HOME.x', call('env.HOME.x', [], false)],
    ['$randomFirstName', call('randomFirstName', [])],
    ['$randomFirstNme', call('randomFirstNme', [], false)],
    ['$randomfirstname', call('randomfirstname', [], false)],
    ['$localDatetime', call('localDatetime', [])],
    ['$aadToken', call('aadToken', [], false)],
    ['$random.integer(1, 2)', call('random.integer', ['1', '2'])],
    ['$random.uuid', call('random.uuid', [])],
  ])('%s is a function', (inner, found) => {
    expect(classifyPlaceholder(inner)).toEqual(found);
  });

  it.each(['$HOME', '$Uuid', '$_x1', '$random_seed'])('%s is of the environment', (inner) => {
    expect(classifyPlaceholder(inner)).toEqual({ kind: 'environment', name: inner.slice(1) });
  });

  it.each(['a', 'uuid', 'login.token', 'a b', 'a[0].b', 'a["x)"]', '$', '$.a', 'constructor', '__proto__'])(
    '%s is a variable',
    (inner) => {
      expect(classifyPlaceholder(inner)).toEqual({ kind: 'variable', name: inner });
    },
  );
});

describe('splitArguments', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['a', ['a']],
    [' a , b ', ['a', 'b']],
    ['a,,b', ['a', '', 'b']],
    ['"a, b", c', ['"a, b"', 'c']],
    ["'a, b', c", ["'a, b'", 'c']],
    ['"a\\", b", c', ['"a\\", b"', 'c']],
    ["it's, fine", ["it's", 'fine']],
    ['{{a, b}}, c', ['{{a, b}}', 'c']],
    ['x{{a,b}}y,z', ['x{{a,b}}y', 'z']],
    ['{a, b}}', ['{a', 'b}}']],
  ])('%j', (text, args) => {
    expect(splitArguments(text)).toEqual(args);
  });
});

describe('the functions', () => {
  it('are those of the language', () => {
    expect([...functionNames()].sort()).toEqual(
      [
        ...['uuid', 'guid', 'now', 'isoTimestamp', 'isoDate', 'timestamp', 'timestampMs', 'date', 'random'],
        ...['randomInt', 'randomString', 'randomAlphanumeric', 'randomEmail', 'base64', 'base64url'],
        ...['base64Decode', 'md5', 'sha1', 'sha256', 'sha512', 'hmacSha256', 'urlEncode', 'urlDecode'],
        ...[
          'urlComponent',
          'json',
          'env',
          'dotenv',
          'processEnv',
          'datetime',
          'localDatetime',
          'random.integer',
        ],
        ...['random.float', 'random.alphabetic', 'random.alphanumeric', 'random.hexadecimal'],
        ...['shared', 'auth.token'],
        ...sampleNames(),
      ].sort(),
    );
  });

  it.each([
    ['randomFirstNme', 'randomFirstName'],
    ['randomfirstname', 'randomFirstName'],
    ['randomCompany', 'randomCompanyName'],
    ['randomBirthday', 'randomCity'],
    ['uid', 'uuid'],
    ['nothingLikeIt', undefined],
    [`random${'x'.repeat(40)}`, undefined],
  ])('%s is near %s', (name, near) => {
    expect(nearFunctions(name)[0]).toBe(near);
    const { diagnostics } = parseText(`GET http://h/{{$${name}()}}\n`, 'a.http');
    const message = `unknown function \`${name}\`${near === undefined ? '' : `; did you mean \`${near}\`?`}`;
    expect(diagnostics.map((each) => [each.code, each.message])).toEqual([['unknown_function', message]]);
  });

  it.each(['constructor', 'toString', '__proto__', 'UUID', ''])('%j is none', (name) => {
    expect(functionShape(name)).toBeUndefined();
  });

  it('may be called with a blank only where the language allows it', () => {
    expect(
      functionNames()
        .filter((name) => functionShape(name)?.takesSpacedArguments)
        .sort(),
    ).toEqual(
      [
        ...['dotenv', 'isoTimestamp', 'processEnv', 'randomInt', 'timestamp', 'timestampMs'],
        ...['datetime', 'localDatetime', 'shared'],
      ].sort(),
    );
  });
});
