import { describe, expect, it } from 'vitest';
import { chooseEnvironment } from './environment-choice.js';

const environments = { staging: { a: 1 }, prod: { a: 2 } };

describe('chooseEnvironment', () => {
  it.each([
    ['prod', { environments }, ['prod', undefined, []]],
    [undefined, { environments, defaultEnvironment: 'staging' }, ['staging', undefined, []]],
    [undefined, { environments }, ['dev', 'environment "dev" is not defined', []]],
    [undefined, {}, ['dev', undefined, []]],
    ['qa', {}, ['qa', 'environment "qa" is not defined', []]],
    [
      'stagin',
      { environments },
      [
        'stagin',
        'environment "stagin" is not defined',
        ['environment "stagin" is not defined; did you mean "staging"? (defined: staging, prod)'],
      ],
    ],
    [
      'constructor',
      { environments },
      [
        'constructor',
        'environment "constructor" is not defined',
        ['environment "constructor" is not defined (defined: staging, prod)'],
      ],
    ],
  ])('%s with %j', (named, config, expected) => {
    const { name, problem, warnings } = chooseEnvironment(named, config);
    expect([name, problem, warnings]).toEqual(expected);
  });
});
