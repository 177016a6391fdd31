import { describe, expect, it } from 'vitest';
import { testScope, variables } from '../../../test/support/runs/evaluation.js';
import { readLiteral } from '../../request-file/expressions/parse-value.js';
import { CaptureStore } from './captures.js';
import type { Scope } from './scope.js';

function typedValue(scope: Scope, text: string): unknown {
  const reading = readLiteral(text);
  if (!reading.ok) throw new Error(reading.reason);
  return scope.value(reading.literal);
}

describe('secrets', () => {
  it('reports values of @secret variables, of listed names and of paths into them', () => {
    const seen: [string, string][] = [];
    const scope = testScope({
      variables: [
        { name: 'pass', value: 'p-{{x}}', line: 1, secret: true },
        ...variables({ x: 'X', y: 'Y' }),
      ],
      environment: { cloud: { key: 'K', list: [1, 'L'] } },
      secretNames: new Set(['cloud']),
      onSecret: (name, value) => seen.push([name, value]),
    });
    scope.text('{{pass}} {{y}} {{cloud.key}} {{cloud}}');
    expect(seen).toEqual([
      ['pass', 'p-X'],
      ['cloud.key', 'K'],
      ['cloud', 'K'],
      ['cloud', '1'],
      ['cloud', 'L'],
    ]);
  });

  it("never gives out the service's own variables", () => {
    const process = { SVC_SECRET_a: 's', SVC_TOKEN: 't', SEARCH_API_KEY: 'k', OTHER: 'o' };
    const scope = testScope({ process });
    for (const name of ['SVC_SECRET_a', 'SVC_TOKEN', 'SEARCH_API_KEY']) {
      expect(() => scope.text(`{{${name}}}`)).toThrow('has no value');
      expect(() => scope.text(`{{$${name}}}`)).toThrow('has no value');
      expect(() => scope.text(`{{$processEnv ${name}}}`)).toThrow('has no value');
      expect(scope.text(`{{$env(${name}, none)}}`)).toBe('none');
    }
    expect(scope.text('{{OTHER}}{{$OTHER}}{{$processEnv OTHER}}{{$env(OTHER)}}')).toBe('oooo');
    // A dotenv file may use such names: it is the user's own.
    expect(testScope({ dotenv: { SVC_X: 'd' }, process }).text('{{SVC_X}}{{$SVC_X}}')).toBe('dd');
  });

  it('reads no process environment where that is not allowed', () => {
    const scope = testScope({ process: { A: 'a' }, dotenv: { B: 'b' }, processReadable: false });
    expect(() => scope.text('{{A}}')).toThrow('has no value');
    expect(() => scope.text('{{$A}}')).toThrow('has no value');
    expect(() => scope.text('{{$env(A)}}')).toThrow(
      'function "env": the process environment cannot be read here',
    );
    expect(() => scope.text('{{$processEnv A}}')).toThrow('cannot be read here');
    expect(scope.text('{{B}}{{$B}}{{$dotenv B}}')).toBe('bbb');
  });
});

describe('expected values', () => {
  const captures = new CaptureStore();
  for (const [name, value] of Object.entries({ n: '42', list: [1, 'a'], none: null, flag: true })) {
    captures.set('login', name, value);
  }
  const scope = testScope({
    captures,
    environment: { port: 8080, label: '8080' },
    variables: variables({ count: '42', words: '[1, b]', quoted: '"42"', bad: '"a" b', yes: 'TRUE', x: 'X' }),
    row: { a: '7', '': 'e' },
  });

  it.each([
    ['{{n}}', '42'],
    ['{{list}}', [1, 'a']],
    ['{{none}}', null],
    ['{{flag}}', true],
    ['{{port}}', 8080],
    ['{{label}}', '8080'],
    ['{{row.a}}', '7'],
    ['{{count}}', 42],
    ['{{words}}', [1, 'b']],
    ['{{quoted}}', '42'],
    ['{{bad}}', '"a" b'],
    ['{{yes}}', true],
    ['"{{count}}"', '42'],
    ['{{count}}0', 420],
    ['{{x}}-{{count}}', 'X-42'],
    ['[{{count}}, {{n}}, "{{count}}", {{list}}]', [42, '42', '42', [1, 'a']]],
    ['{"a": {{port}}, "b": "{{x}}", "__proto__": 1}', JSON.parse('{"a":8080,"b":"X","__proto__":1}')],
    ['\\{{x}}', '{{x}}'],
    ['"\\{{x}}"', '{{x}}'],
    ['12345678901234567891', 12345678901234567891n],
    ['{{$random(7, 7)}}', 7],
  ])('%s', (text, value) => {
    expect(typedValue(scope, text)).toEqual(value);
  });

  it('reads CSV rows as text and keeps rows apart', () => {
    const csv = scope.with({ row: { a: '7' }, rowIsText: true });
    expect(typedValue(csv, '{{row.a}}')).toBe(7);
    expect(typedValue(scope, '{{row.a}}')).toBe('7');
    expect(scope.with({ overrides: { x: 'o' } }).text('{{x}}{{row.a}}')).toBe('o7');
  });
});
