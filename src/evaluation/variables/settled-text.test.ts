import { describe, expect, it } from 'vitest';
import { testScope, variables } from '../../../test/support/runs/evaluation.js';
import { functionNames, isSettledFunction } from '../../request-file/text/function-names.js';

describe('settledText', () => {
  const scope = testScope({
    variables: variables({ a: 'x', built: '<{{a}}>', random: '{{$uuid()}}', loop: '{{loop}}' }),
    process: { P: 'p' },
    random: () => {
      throw new Error('random values are not made');
    },
    clock: () => {
      throw new Error('the time is not asked');
    },
  });

  it.each([
    ['plain', 'plain'],
    ['{{built}}-{{P}}-{{$P}}', '<x>-p-p'],
    ['{{$base64({{a}})}}', 'eA=='],
    ['{{$env(P)}}', 'p'],
  ])('%s is known', (template, text) => {
    expect(scope.settledText(template)).toBe(text);
  });

  it.each(['{{gone}}', '{{$GONE}}', 'x{{random}}', '{{loop}}', '{{$nope()}}', '{{$base64({{gone}})}}'])(
    '%s is not',
    (template) => {
      expect(scope.settledText(template)).toBeUndefined();
    },
  );

  it.each(functionNames().filter((name) => !isSettledFunction(name)))('never calls $%s()', (name) => {
    expect(scope.settledText(`{{$${name}()}}`)).toBeUndefined();
  });

  it.each(functionNames().filter(isSettledFunction))(
    'may call $%s(), which needs neither time nor chance',
    (name) => {
      expect(() => scope.settledText(`{{$${name}("a", "b")}}{{$${name}("a")}}`)).not.toThrow();
    },
  );
});
