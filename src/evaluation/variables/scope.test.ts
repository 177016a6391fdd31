import { describe, expect, it } from 'vitest';
import { responseView, testScope, variables } from '../../../test/support/runs/evaluation.js';
import { readLiteral } from '../../request-file/expressions/parse-value.js';
import { CaptureStore } from './captures.js';
import type { Scope, ScopeSources } from './scope.js';
import { VariableFailure } from './variable-failure.js';

function captured(values: Readonly<Record<string, unknown>>, request = 'login'): CaptureStore {
  const store = new CaptureStore();
  for (const [name, value] of Object.entries(values)) store.set(request, name, value);
  return store;
}

function typedValue(scope: Scope, text: string): unknown {
  const reading = readLiteral(text);
  if (!reading.ok) throw new Error(reading.reason);
  return scope.value(reading.literal);
}

describe('precedence', () => {
  /** Strongest first; each gives `x` (the row its own key) and is taken away in turn. */
  const rows: readonly (readonly [string, Partial<ScopeSources>])[] = [
    ['override', { overrides: { x: 'override' } }],
    ['capture', { captures: captured({ x: 'capture' }) }],
    ['operator', { operator: { x: 'operator' } }],
    ['file', { variables: variables({ x: 'file' }) }],
    ['environment', { environment: { x: 'environment' } }],
    ['dotenv', { dotenv: { x: 'dotenv' } }],
    ['process', { process: { x: 'process' } }],
  ];

  it.each(rows.map(([name], index) => [name, index] as const))('%s wins over all below it', (name, index) => {
    const parts = Object.assign({}, ...rows.slice(index).map(([, part]) => part)) as Partial<ScopeSources>;
    expect(testScope(parts).text('{{x}}')).toBe(name);
  });

  it('puts the data row between overrides and captures', () => {
    const captures = captured({ x: 'capture' }, 'row');
    expect(testScope({ captures }).text('{{row.x}}')).toBe('capture');
    expect(testScope({ captures, row: { x: 'row' } }).text('{{row.x}}')).toBe('row');
    expect(testScope({ row: { x: 'row' }, overrides: { 'row.x': 'o' } }).text('{{row.x}}')).toBe('o');
  });

  it('takes the last of two file variables', () => {
    const twice = [...variables({ a: '1' }), ...variables({ a: '2' })];
    expect(testScope({ variables: twice }).text('{{a}}')).toBe('2');
  });

  it('counts an empty process variable as unset, but not an empty dotenv one', () => {
    const scope = testScope({ process: { a: '', b: 'B' }, dotenv: { b: '' } });
    expect(() => scope.text('{{a}}')).toThrow('variable "a" has no value');
    expect(scope.text('<{{b}}{{$b}}>')).toBe('<>');
  });
});

describe('dotted names', () => {
  const environment = { 'a.b': 'exact', a: { b: 'path', c: [{ d: 1 }] }, list: [[1, 2]], text: 'abc' };

  it.each([
    ['{{a.b}}', 'exact'],
    ['{{a.c[0].d}}', '1'],
    ['{{a.c.0.d}}', '1'],
    ['{{list[0][-1]}}', '2'],
    ['{{list[*]}}', '[[1,2]]'],
    ['{{a["c"]}}', '[{"d":1}]'],
    ['{{a.c.length}}', '1'],
  ])('%s', (template, text) => {
    expect(testScope({ environment }).text(template)).toBe(text);
  });

  it.each([
    'a.x',
    'text.length',
    'a..b',
    'a.c[x]',
    'a.',
    'list[5]',
    'constructor',
    '__proto__',
    'a.constructor',
    'toString',
  ])('%s has no value', (name) => {
    expect(() => testScope({ environment }).text(`{{${name}}}`)).toThrow(`variable "${name}" has no value`);
  });

  it('takes a weaker source where a stronger one has no such member', () => {
    const scope = testScope({
      captures: captured({ user: { id: 1 } }),
      environment: { user: { id: 2, name: 'n' } },
    });
    expect(scope.text('{{user.id}} {{user.name}}')).toBe('1 n');
  });

  it('treats names such as __proto__ as plain where they are own', () => {
    const environment = JSON.parse('{"__proto__":{"x":"own"},"constructor":"c"}') as Record<string, unknown>;
    expect(testScope({ environment }).text('{{__proto__.x}} {{constructor}}')).toBe('own c');
  });
});

describe('captures and responses', () => {
  it('reads qualified and bare names, and paths into values', () => {
    const captures = captured({ token: 'T', user: { roles: ['admin'] }, big: 12345678901234567891n });
    captures.set('', 'loose', 5);
    const scope = testScope({ captures });
    expect(
      scope.text('{{login.token}} {{token}} {{login.user.roles[0]}} {{user.roles}} {{big}} {{loose}}'),
    ).toBe('T T admin ["admin"] 12345678901234567891 5');
  });

  it('never evaluates what was captured', () => {
    const scope = testScope({ captures: captured({ evil: '{{$env(HOME)}}' }), process: { HOME: '/root' } });
    expect(scope.text('{{evil}}')).toBe('{{$env(HOME)}}');
    expect(typedValue(scope, '{{evil}}')).toBe('{{$env(HOME)}}');
    expect(typedValue(scope, 'x{{evil}}')).toBe('x{{$env(HOME)}}');
  });

  it('reads the last response of a finished request', () => {
    const captures = new CaptureStore();
    captures.setResponse('v1.login', responseView('{"a":[{"b":7}],"t":"x"}', { headers: [['X-Id', 'h']] }));
    const scope = testScope({ captures });
    expect(scope.text('{{v1.login.response.status}} {{v1.login.response.headers.x-id}}')).toBe('200 h');
    expect(scope.text('{{v1.login.response.body}}')).toBe('{"a":[{"b":7}],"t":"x"}');
    expect(scope.text('{{v1.login.response.body.$.a[0].b}}{{v1.login.response.body.a.0.b}}')).toBe('77');
    for (const rest of ['body.gone', 'headers.None', 'cookies', 'body.a[x]']) {
      expect(() => scope.text(`{{v1.login.response.${rest}}}`)).toThrow('has no value');
    }
    expect(() => scope.text('{{other.response.status}}')).toThrow('has no value');
  });
});

describe('unresolved names', () => {
  it('names up to three near names, none of the process environment', () => {
    const scope = testScope({
      variables: variables({ id: '1', idy: '2', idz: '3', idw: '4' }),
      process: { idq: 'x' },
    });
    expect(() => scope.text('{{idx}}')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^variable "idx" has no value; near names: \w+, \w+, \w+$/) as string,
        errorKind: 'variable',
      }),
    );
    expect(() => testScope({ variables: variables({ id: '1' }) }).text('{{idx}}')).toThrow(
      /^variable "idx" has no value; near names: id$/,
    );
  });

  it('mentions an undefined environment and of a request that captures the name', () => {
    const scope = testScope({
      environmentProblem: 'environment "qa" is not defined',
      capturedBy: (name) => (name === 'token' ? 'login' : undefined),
    });
    expect(() => scope.text('{{token}}')).toThrow(
      /^variable "token" has no value \(environment "qa" is not defined\); request "login" captures it: add "# @depends login"$/,
    );
  });

  it('fails for an unset $NAME and a missing column', () => {
    expect(() => testScope().text('{{$NOPE}}')).toThrow(/^variable "\$NOPE" has no value$/);
    expect(() => testScope({ dotenv: { HOST: 'x' } }).text('{{$HOSTT}}')).toThrow(
      /^variable "\$HOSTT" has no value; near names: \$HOST$/,
    );
    expect(() => testScope().text('{{$uuidd}}')).toThrow('near names: $uuid, $guid');
    expect(() => testScope({ row: { city: 'x' } }).text('{{row.cty}}')).toThrow(
      'variable "row.cty" has no value; near names: row.city',
    );
    expect(() =>
      testScope({ row: { code: '1' }, variables: variables({ mode: 'x' }) }).text('{{code}}'),
    ).toThrow('variable "code" has no value; near names: row.code, mode');
  });

  it('counts as empty text in conditions', () => {
    const scope = testScope({ variables: variables({ a: 'x{{gone}}' }) });
    expect(scope.conditionText('<{{gone}}{{$GONE}}{{a}}{{$dotenv(GONE)}}>')).toBe('<x>');
    expect(() => scope.conditionText('{{$nope()}}')).toThrow('unknown function "nope"');
  });
});

describe('variables that use others', () => {
  it('prints the chain of a cycle', () => {
    const scope = testScope({ variables: variables({ a: 'x-{{b}}', b: '{{a}}', self: '{{self}}' }) });
    expect(() => scope.text('{{a}}')).toThrow('variable cycle: a → b → a');
    expect(() => scope.text('{{self}}')).toThrow('variable cycle: self → self');
  });

  it('allows 32 levels and no more', () => {
    const chain = (length: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length }, (_, at) => [`v${at}`, at === length - 1 ? 'end' : `{{v${at + 1}}}`]),
      );
    expect(testScope({ variables: variables(chain(33)) }).text('{{v0}}')).toBe('end');
    expect(() => testScope({ variables: variables(chain(34)) }).text('{{v0}}')).toThrow(
      /nested deeper than 32: v0 → v1 → /,
    );
  });

  it('gives up on variables that double each other', () => {
    const bomb = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`v${at}`, at === 29 ? 'x' : `{{v${at + 1}}}{{v${at + 1}}}`]),
    );
    expect(() => testScope({ variables: variables(bomb) }).text('{{v0}}')).toThrow('expands without end');
  });

  it('interpolates strings of the environment, also inside objects', () => {
    const scope = testScope({
      environment: {
        host: 'h',
        url: 'http://{{host}}',
        deep: { list: ['{{host}}', 1] },
        me: { x: '{{me.x}}' },
      },
    });
    expect(scope.text('{{url}} {{deep}} {{deep.list[0]}}')).toBe('http://h {"list":["h",1]} h');
    expect(() => scope.text('{{me}}')).toThrow('variable cycle: me.x → me.x');
  });

  it('does not interpolate operator values, dotenv, process and rows', () => {
    const scope = testScope({
      operator: { a: '{{b}}' },
      dotenv: { b: '{{c}}' },
      process: { c: '{{d}}' },
      row: { d: '{{a}}' },
    });
    expect(scope.text('{{a}} {{b}} {{c}} {{row.d}}')).toBe('{{b}} {{c}} {{d}} {{a}}');
  });

  it('evaluates functions in variables once per run, directly or through others, in requests every time', () => {
    const memo = new Map<string, string>();
    const parts = {
      memo,
      variables: variables({ id: '{{$uuid()}}', path: '/{{id}}', plain: '{{name}}', name: 'n' }),
      environment: { stamp: '{{$randomString(4)}}' },
    };
    const scope = testScope(parts);
    const first = scope.text('{{id}} {{path}} {{stamp}}');
    expect(scope.text('{{id}} {{path}} {{stamp}}')).toBe(first);
    expect(testScope(parts).text('{{id}} {{path}} {{stamp}}')).toBe(first);
    expect(first).toMatch(/^([0-9a-f-]{36}) \/\1 \w{4}$/);
    expect(scope.text('{{$uuid}}')).not.toBe(scope.text('{{$uuid}}'));
    scope.text('{{plain}}');
    expect([...memo.keys()].sort()).toEqual(['environment stamp', 'id', 'path']);
  });
});

describe('placeholders in text', () => {
  it.each([
    ['{{{x}}}', '{X}'],
    ['\\{{x}}', '{{x}}'],
    ['\\\\{{x}}', '\\{{x}}'],
    ['{{ x }}', 'X'],
    ['{{}} {{', '{{}} {{'],
    ['{{x\n}}', '{{x\n}}'],
    ['a{{x}}b{{x}}', 'aXbX'],
    ['{{$base64({{x}}:{{y}})}}', 'WDphLGI='],
  ])('%s', (template, text) => {
    expect(testScope({ variables: variables({ x: 'X', y: 'a,b' }) }).text(template)).toBe(text);
  });

  it('splits arguments before values are inserted', () => {
    const scope = testScope({ variables: variables({ pair: '1, 2', quote: '"' }) });
    expect(() => scope.text('{{$random({{pair}})}}')).toThrow(
      'function "random": takes 0 or 2 arguments, not 1',
    );
    expect(scope.text('{{$base64("a{{quote}},{{quote}}b")}}')).toBe(Buffer.from('a","b').toString('base64'));
  });
});

it('looks up a name of any length at once', () => {
  const scope = testScope({ environment: { a: { b: 1 } }, secretNames: new Set(['x']) });
  expect(() => scope.text(`{{${'a.'.repeat(100_000)}a}}`)).toThrow(VariableFailure);
  expect(() => scope.text(`{{a${'.response.'.repeat(20_000)}a}}`)).toThrow(VariableFailure);
  expect(scope.text('{{a.b}}')).toBe('1');
}, 90_000);
