import { describe, expect, it } from 'vitest';
import { chooseEnvironment } from './choose-environment.js';

const environments = { staging: { a: 1 }, prod: { a: 2 } };
const PROBLEM = 'environment "qa" is not defined';

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
        ['environment "stagin" is not defined; did you mean "staging"? Defined: staging, prod'],
      ],
    ],
    [
      'constructor',
      { environments },
      [
        'constructor',
        'environment "constructor" is not defined',
        ['environment "constructor" is not defined. Defined: staging, prod'],
      ],
    ],
  ])('%s with %j', (named, config, expected) => {
    const { name, problem, warnings } = chooseEnvironment(named, config);
    expect([name, problem, warnings]).toEqual(expected);
  });
});

describe('environments of other clients', () => {
  const one = new Map([['local', 'http-client.env.json']]);
  const two = new Map([...one, ['qa', 'x.json'] as const]);
  it.each<[string, string | undefined, object, ReadonlyMap<string, string>, readonly unknown[]]>([
    ['the only one is used', undefined, {}, one, ['local', undefined, 1]],
    ['one of two is not chosen', undefined, {}, two, ['dev', 'environment "dev" is not defined', 0]],
    ['a named one is used', 'qa', {}, two, ['qa', undefined, 0]],
    ['a default of the config stays', undefined, { defaultEnvironment: 'qa' }, one, ['qa', PROBLEM, 0]],
    ['dev of the config stays', undefined, { environments: { dev: {} } }, one, ['dev', undefined, 0]],
    ['dev of a client stays', undefined, {}, new Map([['dev', 'x']]), ['dev', undefined, 0]],
  ])('%s', (_title, named, config, names, [name, problem, notes]) => {
    const choice = chooseEnvironment(named, config, names);
    expect([choice.name, choice.problem, choice.notes.length]).toEqual([name, problem, notes]);
  });

  it('are named in notes and warnings', () => {
    expect(chooseEnvironment(undefined, {}, one).notes).toEqual([
      'using environment "local" of http-client.env.json',
    ]);
    expect(chooseEnvironment('locl', {}, two).warnings).toEqual([
      'environment "locl" is not defined; did you mean "local"? Defined: local, qa',
    ]);
  });
});
